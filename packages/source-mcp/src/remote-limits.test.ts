import { getEventListeners, getMaxListeners } from 'node:events';
import { jest } from '@jest/globals';
import { answerJson, serveHttp, serveSessions, type OnCall } from '../test/http-server.js';
import { closedAfterEach } from '../test/after-each.js';
import { makeCall, never, rejection, type FullSource } from '../test/harness.js';
import { startEverything } from '../test/real-server.js';
import type { McpServerOptions, McpSourceOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions, options: Partial<McpSourceOptions> = {}): FullSource {
  const sources = closing.open({ servers: { remote: server }, backoffMs: 50, ...options });
  return sources.get('remote');
}
const kept = closing.keep;

describe('an answer over maxResultBytes', () => {
  const large = 'x'.repeat(200_000);
  const result = { content: [{ type: 'text', text: large }] };
  const asJson: OnCall = (request, response) => answerJson(response, { jsonrpc: '2.0', id: request.body['id'] ?? null, result });
  const asStream =
    (isIdFirst: boolean, lineEnd: string): OnCall =>
    (request, response) => {
      const id = request.body['id'];
      const message = isIdFirst ? { jsonrpc: '2.0', id, result } : { result, jsonrpc: '2.0', id };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `: hello${lineEnd}${lineEnd}id: 1${lineEnd}event: message${lineEnd}data: ${JSON.stringify(message)}${lineEnd}${lineEnd}`,
      );
      setTimeout(() => response.end(), 200);
    };

  it.each([
    ['as JSON', asJson],
    ['on a stream, with its id first', asStream(true, '\n')],
    ['on a stream, with its id last', asStream(false, '\r\n')],
  ])('%s is a failed call, made once, and the connection goes on', async (_title, onCall) => {
    let calls = 0;
    const server = kept(
      await serveSessions((request, response) => {
        calls += 1;
        if (calls === 1) return onCall(request, response);
        answerJson(response, { jsonrpc: '2.0', id: request.body['id'] ?? null, result: { content: [] } });
      }),
    );
    const source = open({ url: server.url, maxResultBytes: 100_000 });
    const error = await rejection(source.call(makeCall('echo', { text: 'x' })));
    expect(error.code).toBe('ERR_CALL_FAILED');
    expect(error.message).toMatch(/the answer of "echo" is larger than 100000 bytes \("maxResultBytes"\)/);
    expect(error.toModelText()).toMatch(/The call has run/);
    expect(calls).toBe(1);
    expect((await source.call(makeCall('echo', { text: 'x' }))).content).toEqual([]);
    expect(server.count('initialize')).toBe(1);
  });

  it('is not a long stream of small ones', async () => {
    const server = kept(
      await serveSessions((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const note = JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'info', data: 'x'.repeat(5_000) },
        });
        for (let index = 0; index < 100; index += 1) response.write(`data: ${note}\n\n`);
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: request.body['id'], result: { content: [] } })}\n\n`);
      }),
    );
    expect((await open({ url: server.url, maxResultBytes: 50_000 }).call(makeCall('echo'))).content).toEqual([]);
  });

  it('is a failed call over the older SSE transport too', async () => {
    const running = await startEverything('sse');
    try {
      const source = open({ url: `http://127.0.0.1:${running.port}/sse`, maxResultBytes: 60_000 });
      await source.list({ signal: never });
      const error = await rejection(source.call(makeCall('echo', { message: large })));
      expect(error.message).toMatch(/larger than 60000 bytes/);
      expect((await source.call(makeCall('echo', { message: 'on' }))).isError).toBeUndefined();
    } finally {
      running.stop();
    }
  });
});

describe('an address that is not public', () => {
  it('is reached when the operator wrote it literally, and a public name for it is refused with what to do', async () => {
    const server = kept(await serveSessions());
    expect((await open({ url: server.url }).list({ signal: never })).tools).toHaveLength(1);
    expect((await open({ url: server.url.replace('127.0.0.1', 'localhost') }).list({ signal: never })).tools).toHaveLength(1);
    const source = open({ url: 'http://169.254.169.254/mcp' });
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toMatch(
      /may not be connected to: The connection to "169\.254\.169\.254" is refused: it is a link-local or metadata/,
    );
    expect(error.hint).toMatch(/"allowHosts"/);
    expect(error.toModelText()).not.toMatch(/stack/);
    const call = await rejection(source.call(makeCall('echo')));
    expect(call.code).toBe('ERR_TOOL_UNAVAILABLE');
  });

  it('is not reached through a redirect of a server', async () => {
    const inside = kept(await serveHttp((_request, response) => answerJson(response, {})));
    const server = kept(await serveHttp((_request, response) => void response.writeHead(307, { location: inside.url }).end()));
    const source = open({ url: server.url, headers: { Authorization: 'Bearer TESTSECRET1' } });
    await rejection(source.list({ signal: never }));
    expect(inside.seen).toHaveLength(0);
  });

  it('names an entry of allowHosts that cannot be read', () => {
    expect(() => open({ url: 'http://a.example/', allowHosts: ['http://x'] })).toThrow(/"remote" has an "allowHosts".*"http:\/\/x"/);
    expect(() => open({ command: 'x', allowHosts: ['x'] })).toThrow(/"allowHosts" has no meaning/);
  });
});

it('many calls at a time on one signal leave no listener on it, and are no leak that Node.js warns of', async () => {
  const server = kept(
    await serveSessions((request, response) => {
      setTimeout(() => answerJson(response, { jsonrpc: '2.0', id: request.body['id'] ?? null, result: { content: [] } }), 20);
    }),
  );
  const source = open({ url: server.url });
  const { signal } = new AbortController();
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 64 }, async () => source.call(makeCall('echo', { text: 'x' }, signal)));
    await Promise.all(calls);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  // Node.js warns past this number.
  expect(getMaxListeners(signal)).toBe(Infinity);
  expect(server.count('tools/call')).toBe(5 * 64);
});
