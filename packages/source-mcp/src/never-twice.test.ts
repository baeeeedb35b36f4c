import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerJson, serveHttp, type TestHttpServer } from '../test/http-server.js';
import { closedAfterEach } from '../test/after-each.js';
import { faultyServer, makeCall, never, rejection, type FullSource } from '../test/harness.js';
import type { McpServerOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions): FullSource {
  const sources = closing.open({ servers: { s: server }, backoffMs: 20, maxBackoffMs: 40, changeDebounceMs: 10 });
  return sources.get('s');
}

/** A server whose answers to calls come on a stream that breaks after an event id; `onResume` answers the request to resume it. */
async function serveResumable(onResume: (id: unknown) => object | undefined): Promise<TestHttpServer> {
  let called: unknown;
  const server = await serveHttp((request, response) => {
    const { body } = request;
    const id = body['id'];
    if (request.method === 'GET') {
      if (request.headers['last-event-id'] === undefined) return void response.writeHead(405).end();
      const answer = onResume(called);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end(answer === undefined ? '' : `id: e2\ndata: ${JSON.stringify(answer)}\n\n`);
    }
    if (id === undefined) return void response.writeHead(202).end();
    if (body['method'] === 'initialize') {
      const params = body['params'] as { protocolVersion: string };
      const result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'r', version: '1' } };
      return answerJson(response, { jsonrpc: '2.0', id, result });
    }
    if (body['method'] === 'tools/call') {
      called = id;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: e1\nretry: 10\ndata: \n\n');
      setTimeout(() => response.socket?.destroy(), 30);
      return;
    }
    if (body['method'] === 'tools/list') return answerJson(response, { jsonrpc: '2.0', id, result: { tools: [] } });
    return answerJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  });
  closing.keep(server);
  return server;
}

describe('a call whose answer is cut off', () => {
  it('is resumed where the server can, not sent again', async () => {
    const server = await serveResumable((id) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'resumed' }] } }));
    const result = await open({ url: server.url }).call(makeCall('work'));
    expect(result.content).toEqual([{ type: 'text', text: 'resumed' }]);
    expect(server.count('tools/call')).toBe(1);
  });

  it('fails and is not sent again where the server cannot', async () => {
    const server = await serveResumable(() => undefined);
    const error = await rejection(open({ url: server.url, timeoutMs: 20_000 }).call(makeCall('work')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toMatch(/may have run/);
    expect(server.count('tools/call')).toBe(1);
  });
});

it('a server that dies at random under load gets every call once at most, and whatever it answered is delivered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
  const journal = join(folder, 'journal');
  const source = open(faultyServer({ journal }));
  await source.list({ signal: never });
  let answered = 0;
  let failed = 0;
  for (let round = 0; round < 6; round += 1) {
    const calls = Array.from({ length: 20 }, async (_value, index) => {
      const text = `call-${round}-${index}`;
      const result = await source.call(makeCall(index === 11 ? 'crash' : 'echo', { text })).catch(() => undefined);
      if (result === undefined) failed += 1;
      else {
        answered += 1;
        expect(result.content).toEqual([{ type: 'text', text }]);
      }
    });
    await Promise.all(calls);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  const arrived = (await readFile(journal, 'utf8')).split('\n').filter((line) => line.startsWith('call '));
  expect(answered + failed).toBe(120);
  expect(answered).toBeGreaterThan(0);
  expect(arrived.length).toBeLessThanOrEqual(120);
  expect(arrived.length).toBeGreaterThanOrEqual(answered);
  await rm(folder, { recursive: true, force: true });
});

it('a process that lives on but reads no more is replaced; what could not be written is made in the next process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
  const journal = join(folder, 'journal');
  const source = open(faultyServer({ journal }));
  await source.call(makeCall('deafen'));
  const answers: string[] = [];
  for (let number = 0; number < 4; number += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await source.call(makeCall('echo', { text: `text-${number}` })).catch((error: Error) => error);
    // One call may meet the broken pipe, and may therefore have run; none is a riddle.
    answers.push(answer instanceof Error ? answer.message : 'answered');
  }
  expect(answers.at(-1)).toBe('answered');
  expect(answers.filter((answer) => answer !== 'answered' && !/lost the connection|went away/u.test(answer))).toEqual([]);
  expect(answers.filter((answer) => answer !== 'answered').length).toBeLessThanOrEqual(1);
  const arrived = (await readFile(journal, 'utf8')).split('\n').filter((line) => line.startsWith('call echo'));
  expect(arrived.length).toBeLessThanOrEqual(4);
  await rm(folder, { recursive: true, force: true });
});

it('tools keep their names at the server, however long and alike they are [name-141] [name-142]', async () => {
  const names = [
    'synchronize-all-customer-data-across-multiple-systems-in-every-region-of-the-world',
    'export_quarterly_report_of_the_warehouse_in_production_eu_central_1_pdf',
    'export_quarterly_report_of_the_warehouse_in_production_eu_central_1_csv',
  ];
  const source = open(faultyServer({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }));
  expect((await source.list({ signal: never })).tools.map(({ name }) => name)).toEqual(names);
  for (const name of names) {
    const error = await rejection(source.call(makeCall(name)));
    // The fixture refuses with the name that reached it.
    expect(error.message).toContain(`Tool ${name} not found`);
  }
});

describe('a call that a server redirects', () => {
  /** Answers calls to `/mcp` with a redirect of this status, and those to `/moved`. */
  async function serveMoved(status: number, location: string): Promise<TestHttpServer> {
    const server = await serveHttp((request, response) => {
      const { body } = request;
      const id = body['id'];
      if (request.method === 'GET') return void response.writeHead(405).end();
      if (id === undefined) return void response.writeHead(202).end();
      if (body['method'] === 'initialize') {
        const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'r', version: '1' } };
        return answerJson(response, { jsonrpc: '2.0', id, result });
      }
      if (body['method'] !== 'tools/call') return answerJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
      if (request.url !== '/moved') return void response.writeHead(status, { location }).end();
      return answerJson(response, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'moved' }] } });
    });
    closing.keep(server);
    return server;
  }
  const arrived = (server: TestHttpServer): number =>
    server.seen.filter(({ url, body }) => url === '/moved' && body['method'] === 'tools/call').length;

  it.each([307, 308])('within its origin (%d) arrives once', async (status) => {
    const server = await serveMoved(status, '/moved');
    const source = open({ url: server.url });
    expect((await source.call(makeCall('work'))).content).toEqual([{ type: 'text', text: 'moved' }]);
    expect((await source.call(makeCall('work'))).content).toEqual([{ type: 'text', text: 'moved' }]);
    expect(arrived(server)).toBe(2);
  });

  it.each([307, 308])(
    'to another origin (%d) is refused, and the new address named, at a call and at the start [issue5:1]',
    async (status) => {
      const other = await serveMoved(307, '/moved');
      const target = `${new URL(other.url).origin}/mcp`;
      const server = await serveMoved(status, `${target}?token=SECRET1234`);
      const error = await rejection(open({ url: server.url }).call(makeCall('work')));
      expect(error.message).toContain(`redirects to ${target} (HTTP ${status}); redirects to another origin are refused`);
      expect(error.message).toContain(`If the server has moved, set its "url" to ${target}.`);
      expect(error.toModelText()).toMatch(/redirects to another address, which is refused\. The call was not run\./);
      expect(other.seen).toEqual([]);
      const moved = await serveHttp((_request, response) => void response.writeHead(status, { location: target }).end());
      closing.keep(moved);
      const listing = await rejection(open({ url: moved.url }).list({ signal: new AbortController().signal }));
      expect(listing.message).toContain(`redirects to ${target} (HTTP ${status}); redirects to another origin are refused`);
      expect(listing.hint).toBe(`If the server has moved, set its "url" to ${target}.`);
      expect(`${error.message} ${listing.message}`).not.toContain('SECRET1234');
      expect(other.seen).toEqual([]);
    },
  );

  it.each([301, 302, 303])('in a way that loses its body (%d) fails and is not made again', async (status) => {
    const server = await serveMoved(status, '/moved?token=SECRET1234');
    const error = await rejection(open({ url: server.url }).call(makeCall('work')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.message).toMatch(new RegExp(`redirects to \\S+/moved \\(HTTP ${status}\\); a redirect of this kind is refused`));
    expect(error.message).not.toContain('SECRET1234');
    expect(error.toModelText()).toBe(
      'The server "s" redirects to another address, which is refused. The call may have run: check before calling again. Its new address has to be configured.',
    );
    expect([arrived(server), server.count('tools/call')]).toEqual([0, 1]);
  });
});
