import { jest } from '@jest/globals';
import { answerJson, serveHttp, serveSessions, type OnCall } from '../test/http-server.js';
import { closedAfterEach } from '../test/after-each.js';
import { eventually, makeCall, never, rejection, type FullSource } from '../test/harness.js';
import type { McpServerOptions, McpSourceOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();

function open(server: McpServerOptions, options: Partial<McpSourceOptions> = {}): FullSource & { log: readonly string[] } {
  const sources = closing.open({ servers: { remote: server }, backoffMs: 50, changeDebounceMs: 20, ...options });
  return Object.assign(sources.get('remote'), { log: sources.log });
}
const kept = closing.keep;
const text = (value: string): unknown => [{ type: 'text', text: value }];

describe('an answer whose result is null', () => {
  const nothing = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: null });
  it.each(['text/event-stream', 'application/json'])('says so over %s, and the server goes on', async (type) => {
    let calls = 0;
    const onCall: OnCall = ({ body }, response) => {
      calls += 1;
      const id = body['id'];
      response.writeHead(200, { 'content-type': type });
      const answer = calls === 1 ? nothing(id) : JSON.stringify({ jsonrpc: '2.0', id, result: { content: text('é on') } });
      if (type === 'application/json') return void response.end(answer);
      const event = Buffer.from(`: hello\n\nevent: message\r\ndata: ${answer}\r\n\r\n`);
      // In pieces that cut lines and characters.
      for (let at = 0; at < event.length; at += 7) response.write(event.subarray(at, at + 7));
      response.end();
    };
    const source = open({ url: kept(await serveSessions(onCall)).url });
    const error = await rejection(source.call(makeCall('echo', { text: 'x' })));
    expect(error.code).toBe('ERR_CALL_FAILED');
    expect(error.message).toMatch(/gave no usable answer to the call of "echo": its result is null/);
    expect(await source.call(makeCall('echo', { text: 'x' }))).toEqual({ content: text('é on') });
  });
});

describe('an address that cannot be used', () => {
  it.each([401, 403])('is unauthorised at HTTP %i, without the credentials that were sent [logs-235]', async (status) => {
    const server = kept(await serveHttp((_request, response) => answerJson(response, { error: 'nope TESTSECRETabcdefgh' }, status)));
    const source = open({ url: server.url, headers: { Authorization: 'Bearer TESTSECRETabcdefgh' } });
    const error = await rejection(source.list({ signal: never }));
    expect(error.code).toBe('ERR_SOURCE_FAILED');
    expect(source.state()).toEqual({ state: 'unauthorised', reason: expect.stringContaining(`HTTP ${status}`) });
    expect(JSON.stringify([error.message, error.toModelText(), error.fields, source.state(), source.log])).not.toMatch(
      /TESTSECRET|abcdefgh/,
    );
    expect(server.seen.every(({ headers }) => headers.authorization === 'Bearer TESTSECRETabcdefgh')).toBe(true);
  });

  it('names host and reason when nobody listens', async () => {
    const server = await serveHttp(() => undefined);
    await server.close();
    const source = open({ url: `${server.url}?key=TESTSECRET1` });
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toMatch(/"remote" cannot be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/);
    expect(JSON.stringify([error.message, source.state(), source.log])).not.toMatch(/TESTSECRET/);
    const failed = await rejection(source.call(makeCall('echo')));
    expect(failed.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(failed.toModelText()).toMatch(/was not run/);
    expect(failed.toModelText()).not.toMatch(/127\.0\.0\.1/);
  });

  it('sends a user and password of the address as a header and never repeats them', async () => {
    const server = kept(await serveHttp((_request, response) => void response.writeHead(500).end('boom')));
    const source = open({ url: server.url.replace('http://', 'http://ada:TESTSECRET2@') });
    const error = await rejection(source.list({ signal: never }));
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:TESTSECRET2').toString('base64')}`);
    expect(error.message).toMatch(/answered HTTP 500/);
    expect(JSON.stringify([error.message, error.cause, source.log])).not.toMatch(/TESTSECRET|ada:/);
  });

  it('gives up in time on a server that never answers', async () => {
    const server = kept(await serveHttp(() => undefined));
    const source = open({ url: server.url, startTimeoutMs: 400 });
    expect((await rejection(source.list({ signal: never }))).message).toMatch(/has not answered "initialize" within 0\.4 s/);
  });

  it('says so when it is a web page', async () => {
    const server = kept(
      await serveHttp((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    );
    const source = open({ url: server.url });
    expect((await rejection(source.list({ signal: never }))).message).toMatch(/Unexpected content type|text\/html/);
  });
});

describe('older servers', () => {
  it.each([
    ['never answers server/discover', undefined],
    ['answers server/discover with HTTP 500', 500],
    ['answers server/discover with HTTP 404', 404],
  ])('work when one %s', async (_title, status) => {
    const sessions = kept(await serveSessions());
    const front = kept(
      await serveHttp(async (request, response) => {
        if (request.body['method'] === 'server/discover') {
          if (status !== undefined) response.writeHead(status).end('oops');
          return;
        }
        const session = request.headers['mcp-session-id'];
        const passed = await fetch(sessions.url, {
          method: request.method,
          ...(request.method === 'POST' ? { body: JSON.stringify(request.body) } : {}),
          headers: session === undefined ? {} : { 'mcp-session-id': String(session) },
        });
        response.writeHead(passed.status, Object.fromEntries(passed.headers)).end(await passed.text());
      }),
    );
    const source = open({ url: front.url, startTimeoutMs: 1_500 });
    expect((await source.list({ signal: never })).tools.map(({ name }) => name)).toEqual(['echo']);
    expect((await source.call(makeCall('echo', { text: 'old' }))).content).toEqual(text('old'));
  });
});

describe('a forgotten session', () => {
  it('is replaced, and the call that was not run is made in the new one [server-178]', async () => {
    const server = kept(await serveSessions());
    const source = open({ url: server.url });
    await source.list({ signal: never });
    server.forget();
    expect((await source.call(makeCall('echo', { text: 'a' }))).content).toEqual(text('a'));
    expect(server.count('initialize')).toBe(2);
    expect(
      server.seen.filter(({ body }) => body['method'] === 'initialize').every(({ headers }) => headers['mcp-session-id'] === undefined),
    ).toBe(true);
    // A fresh listing follows.
    await eventually(() => server.count('tools/list') === 2);
    expect(server.count('server/discover')).toBe(1);
  });

  it('is replaced once for eight calls that notice together [server-180]', async () => {
    const server = kept(await serveSessions());
    const source = open({ url: server.url });
    await source.list({ signal: never });
    server.forget();
    const words = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const results = await Promise.all(words.map(async (word) => source.call(makeCall('echo', { text: word }))));
    expect(results.map(({ content }) => content)).toEqual(words.map(text));
    expect(server.count('initialize')).toBe(2);
  });

  it('that is noticed by a list is replaced too', async () => {
    const server = kept(await serveSessions());
    const source = open({ url: server.url });
    await source.list({ signal: never });
    server.forget();
    await rejection(source.call(makeCall('echo', { text: 'x' }, AbortSignal.abort())));
    (source as unknown as { cache: { changed(): void } }).cache.changed();
    expect((await source.list({ signal: never })).tools).toHaveLength(1);
    expect(server.count('initialize')).toBe(2);
  });

  it('is ended with a word to the server when the source is disposed', async () => {
    const server = kept(await serveSessions());
    const source = open({ url: server.url });
    await source.list({ signal: never });
    await source.dispose();
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });
});

describe('a call over HTTP', () => {
  const endedStream: OnCall = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    setTimeout(() => response.end(), 30);
  };
  const broken: OnCall = (_request, response) => void response.socket?.destroy();
  const brokenStream: OnCall = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    setTimeout(() => response.socket?.destroy(), 30);
  };
  const failed: OnCall = (_request, response) => void response.writeHead(502).end('bad gateway http://10.0.0.1/x');

  it.each([
    ['its stream ends without an answer', endedStream],
    ['its stream breaks', brokenStream],
    ['its connection breaks', broken],
    ['a proxy fails', failed],
  ])('fails at once when %s, says that it may have run, and is not sent again', async (_title, onCall) => {
    const server = kept(await serveSessions(onCall));
    const source = open({ url: server.url, timeoutMs: 5_000 });
    await source.list({ signal: never });
    const started = Date.now();
    const error = await rejection(source.call(makeCall('echo', { text: 'x' })));
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toMatch(/may have run/);
    expect(error.toModelText()).not.toMatch(/10\.0\.0\.1/);
    expect(server.count('tools/call')).toBe(1);
  });

  it('fails fast while nobody listens any more, and a later success clears the state [server-174]', async () => {
    const server = await serveSessions();
    const source = open({ url: server.url });
    await source.list({ signal: never });
    await server.close();
    // The first call may still be written to a connection that is being closed: then nobody can know whether it ran.
    expect((await rejection(source.call(makeCall('echo', { text: 'x' })))).code).toBe('ERR_TOOL_UNAVAILABLE');
    const error = await rejection(source.call(makeCall('echo', { text: 'x' })));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toMatch(/The call was not run/);
    expect(source.state()).toEqual({ state: 'failed', reason: expect.stringMatching(/cannot be reached at 127/) });
    const again = kept(await serveSessions(undefined, server.port));
    await eventually(async () => {
      await source.call(makeCall('echo', { text: 'x' })).catch(() => undefined);
      return source.state().state === 'started';
    });
    expect(again.count('initialize')).toBe(1);
  });

  it('that is refused together with fifteen others is one failure: the server is tried again after the first pause', async () => {
    const held: (() => void)[] = [];
    const onCall: OnCall = ({ body }, response) => {
      if (held.length === 16) return answerJson(response, { jsonrpc: '2.0', id: body['id'], result: { content: text('on') } as never });
      held.push(() => void response.writeHead(401).end());
      if (held.length === 16) for (const refuse of held) refuse();
    };
    const server = kept(await serveSessions(onCall));
    const source = open({ url: server.url });
    await source.list({ signal: never });
    const errors = await Promise.all(Array.from({ length: 16 }, () => rejection(source.call(makeCall('echo', { text: 'x' })))));
    expect(errors.map(({ code }) => code)).toEqual(Array(16).fill('ERR_TOOL_UNAVAILABLE'));
    // Ten times the first pause; sixteen failures in a row would cost a hundred times as much.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await source.call(makeCall('echo', { text: 'x' }))).toEqual({ content: text('on') });
    expect(server.count('tools/call')).toBe(17);
  });

  it('that is refused with HTTP 401 makes the source unauthorised', async () => {
    const server = kept(await serveSessions((_request, response) => void response.writeHead(401).end()));
    const source = open({ url: server.url });
    await source.list({ signal: never });
    expect((await rejection(source.call(makeCall('echo')))).code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(source.state()).toEqual({ state: 'unauthorised', reason: expect.stringContaining('HTTP 401') });
  });

  it('that is refused with HTTP 403 fails alone: other tools of the server go on', async () => {
    const onCall: OnCall = ({ body }, response) => {
      const { name } = body['params'] as { name: string };
      if (name === 'echo') return answerJson(response, { error: 'forbidden' }, 403);
      return answerJson(response, { jsonrpc: '2.0', id: body['id'], result: { content: text('on') } as never });
    };
    const server = kept(await serveSessions(onCall));
    const source = open({ url: server.url });
    const error = await rejection(source.call(makeCall('echo')));
    expect([error.code, error.message]).toEqual([
      'ERR_TOOL_UNAVAILABLE',
      'MCP server "remote" refuses this call to these credentials (HTTP 403) (tool "echo").',
    ]);
    expect(await source.call(makeCall('other'))).toEqual({ content: text('on') });
    expect(server.count('initialize')).toBe(1);
  });
});
