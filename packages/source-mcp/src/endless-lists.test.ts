import { jest } from '@jest/globals';
import type { JsonObject } from '@toolrack/contracts';
import { closedAfterEach } from '../test/after-each.js';
import { never } from '../test/harness.js';
import { answerJson, serveHttp, type TestHttpServer } from '../test/http-server.js';

jest.setTimeout(60_000);

const closing = closedAfterEach();

/** A server of the 2025 revisions whose pages never end. */
async function serveEndless(page: (number: number) => readonly unknown[]): Promise<TestHttpServer> {
  let pages = 0;
  return closing.keep(
    await serveHttp(({ method, body }, response) => {
      if (method !== 'POST') return void response.writeHead(405).end();
      const { id } = body as { id?: number };
      if (id === undefined) return void response.writeHead(202).end();
      const answer = (result: JsonObject): void => answerJson(response, { jsonrpc: '2.0', id, result });
      if (body['method'] === 'initialize') {
        const { protocolVersion } = body['params'] as { protocolVersion: string };
        return answer({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'endless', version: '1' } });
      }
      if (body['method'] !== 'tools/list') return answerJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } });
      pages += 1;
      return answer({ tools: page(pages) as never, nextCursor: String(pages) });
    }),
  );
}

describe('a list that goes on and on', () => {
  it('is ended after a hundred thousand tools, and says so', async () => {
    const tool = (page: number, place: number): JsonObject => ({ name: `t${page}_${place}`, inputSchema: { type: 'object' } });
    const server = await serveEndless((page) => Array.from({ length: 40_000 }, (_unused, place) => tool(page, place)));
    const { tools, problems } = await closing
      .open({ servers: { s: { url: server.url } } })
      .get('s')
      .list({ signal: never });
    expect(tools).toHaveLength(100_000);
    expect(problems).toEqual([{ tool: 'tools/list', reason: 'the list is ended after 100000 tools' }]);
    expect(server.count('tools/list')).toBe(3);
  });

  it('tells of a thousand broken definitions, and how many more there are', async () => {
    const server = await serveEndless(() => Array.from({ length: 10 }, () => ({ name: '' })));
    const { problems = [] } = await closing
      .open({ servers: { s: { url: server.url } } })
      .get('s')
      .list({ signal: never });
    expect(problems).toHaveLength(1_001);
    // A thousand pages of ten, and the word on the number of pages.
    expect(problems.at(-1)).toEqual({ tool: 'tools/list', reason: 'there are 9001 more problems' });
  });
});
