import { jest } from '@jest/globals';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { CallPeer, JsonObject } from '@toolrack/contracts';
import { serveHttp } from '../../test/http-server.js';
import type { McpServerOptions } from '../server-options.js';
import { closedAfterEach } from '../../test/after-each.js';
import { eventually, faultyServer, makeCall, type TestSources } from '../../test/harness.js';
import { answerFetch } from '../../test/web-handler.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions): TestSources {
  const sources = closing.open({ servers: { s: server } });
  return sources;
}
function listener(): { readonly peer: CallPeer; readonly heard: JsonObject[] } {
  const heard: JsonObject[] = [];
  return { heard, peer: { log: (message) => void heard.push(message) } };
}
const says = (data: JsonObject | string): JsonObject => ({
  method: 'notifications/message',
  params: { level: 'warning', logger: 'db', data },
});

describe('a log message of a server', () => {
  it('reaches the client of the call, without secrets', async () => {
    const { peer, heard } = listener();
    const source = open(faultyServer({}, { env: { API_TOKEN: 'sk-TESTSECRET-1' } })).get('s');
    await source.call(makeCall('notify', says({ text: 'token sk-TESTSECRET-1', parts: ['sk-TESTSECRET-1', 7] }), undefined, { peer }));
    await eventually(() => heard.length === 1);
    expect(heard).toEqual([{ level: 'warning', logger: 'db', data: { text: 'token [redacted]', parts: ['[redacted]', 7] } }]);
  });

  it('reaches nobody but the operator while nothing says whose it is', async () => {
    const first = listener();
    const second = listener();
    const sources = open(faultyServer({}));
    const source = sources.get('s');
    await source.call(makeCall('echo', { text: 'started' }));
    const other = source.call(makeCall('wait', { ms: 1_500 }, undefined, { peer: first.peer }));
    await source.call(makeCall('notify', says('for whom?'), undefined, { peer: second.peer }));
    await other;
    expect([...first.heard, ...second.heard]).toEqual([]);
    expect(sources.log.join('\n')).toMatch(/"s": logs \["warning","for whom\?"\]/);
  });

  it('of 2026-07-28 is asked for and comes on the stream of its call, however many run', async () => {
    const handler = createMcpHandler(() => {
      const mcp = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: {}, logging: {} } });
      mcp.registerTool('work', { description: 'Works.' }, async (context) => {
        await context.mcpReq.log('debug', `step ${String(context.mcpReq.id)}`);
        return { content: [{ type: 'text', text: `step ${String(context.mcpReq.id)}` }] };
      });
      return mcp;
    });
    const server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
    try {
      const source = open({ url: server.url }).get('s');
      const listeners = [listener(), listener(), listener()];
      const results = await Promise.all(listeners.map(async ({ peer }) => source.call(makeCall('work', {}, undefined, { peer }))));
      const texts = results.map(({ content: [block] }) => (block?.type === 'text' ? block.text : ''));
      expect(new Set(texts).size).toBe(3);
      expect(listeners.map(({ heard }) => heard.map(({ data }) => data))).toEqual(texts.map((text) => [text]));
      await source.call(makeCall('work'));
      const quiet = server.seen.findLast(({ body }) => body['method'] === 'tools/call');
      expect(JSON.stringify(quiet?.body)).not.toMatch(/logLevel/);
    } finally {
      await server.close();
    }
  });
});
