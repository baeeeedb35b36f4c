import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { jest } from '@jest/globals';
import { textContent, ToolrackError } from '@toolrack/contracts';
import { selfSigned } from '@toolrack/testkit';
import { echoTool, hangTool, memoryRuntime, type MemoryRuntime, type MemoryTool } from '../../test/fixtures/memory-runtime.js';
import { initialize, modernMessage, rawHttp } from '../../test/fixtures/raw-http.js';
import { gatewayVersion } from '../version.js';
import { serveHttp, type HttpHandle } from './serve-http.js';
import type { ServeHttpOptions } from './serve-http-options.js';

jest.setTimeout(60_000);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 2_000 && !condition(); tries += 1) await pause(10);
  expect(condition()).toBe(true);
};

describe('serveHttp', () => {
  let handle: HttpHandle | undefined;
  let runtime: MemoryRuntime;

  async function serve(options: ServeHttpOptions = {}, tools: readonly MemoryTool[] = [echoTool, hangTool]): Promise<string> {
    runtime = memoryRuntime(tools);
    handle = await serveHttp(runtime, { drainTimeoutMs: 200, ...options });
    return handle.url;
  }
  const call = (url: string, name: string, args: unknown = {}, headers: Record<string, string> = {}) => {
    const message = modernMessage('tools/call', { name, arguments: args });
    return rawHttp(url, { body: message.body, headers: { ...message.headers, ...headers } });
  };
  const openSession = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await rawHttp(url, { body: initialize, headers });
    const id = answer.headers['mcp-session-id'] as string;
    return { answer, id, headers: { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25', ...headers } };
  };

  afterEach(async () => {
    await handle?.close();
    handle = undefined;
    expect(runtime.liveRuns).toBe(0);
    expect(runtime.listeners()).toBe(0);
  });

  describe('guards', () => {
    it('refuses foreign Host and Origin headers before anything else', async () => {
      const url = await serve();
      for (const headers of [
        { host: 'evil.example' },
        { host: 'localhost.evil.example:80' },
        { origin: 'http://evil.example' },
        { origin: 'null' },
      ]) {
        const answer = await rawHttp(url, { body: modernMessage('tools/list').body, headers });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain('evil');
      }
      expect(runtime.started).toEqual([]);
      expect((await call(url, 'echo', {}, { host: 'localhost:1', origin: 'http://localhost:6274' })).status).toBe(200);
    });

    it('accepts the hosts and origins that the operator names, and lets only those pages read the answers', async () => {
      const url = await serve({ allowedHosts: ['tools.example'], allowedOrigins: ['app.example'] });
      const answer = await call(url, 'echo', {}, { host: 'tools.example', origin: 'https://app.example' });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
      const local = await call(url, 'echo', {}, { origin: 'http://localhost:3000' });
      expect(local.status).toBe(200);
      expect(local.headers).not.toHaveProperty('access-control-allow-origin');
      const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
      const asked = await rawHttp(url, { method: 'OPTIONS', headers: preflight });
      expect(asked.status).toBe(204);
      expect(asked.headers['access-control-allow-headers']).toContain('mcp-session-id');
    });

    it('does not listen beyond this machine without tokens', async () => {
      runtime = memoryRuntime();
      await expect(serveHttp(runtime, { host: '0.0.0.0' })).rejects.toMatchObject({
        code: 'ERR_CONFIG_VALUE',
        message: expect.stringContaining('0.0.0.0'),
        hint: expect.stringContaining('127.0.0.1'),
      });
    });

    it('names the address when it is in use, and leaves nothing behind', async () => {
      const url = await serve();
      const second = memoryRuntime();
      const port = Number(new URL(url).port);
      await expect(serveHttp(second, { port })).rejects.toMatchObject({
        code: 'ERR_CONFIG_VALUE',
        message: expect.stringContaining(`127.0.0.1:${port}`),
      });
      expect(second.listeners()).toBe(0);
    });

    it('refuses a body over the limit, declared or not, and what is not JSON', async () => {
      const url = await serve({ maxBodyBytes: 1_000 });
      const big = JSON.stringify(modernMessage('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(2_000) } }).body);
      expect((await rawHttp(url, { body: big })).status).toBe(413);
      expect((await rawHttp(url, { body: big, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
      const broken = await rawHttp(url, { body: '{"jsonrpc":' });
      expect(broken).toMatchObject({ status: 400, json: { error: { code: -32700 }, id: null } });
      expect(runtime.calls).toEqual([]);
      expect((await call(url, 'echo')).status).toBe(200);
    });

    it.each([
      'text/plain',
      'text/plain;charset=UTF-8',
      'text/plain; x=application/json',
      'text/plain, application/json',
      'application/json, text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=application/json',
      '',
    ])('refuses a body of type "%s", which a page may send without asking first [issue5:3]', async (type) => {
      const url = await serve();
      const { body } = modernMessage('tools/call', { name: 'echo', arguments: { text: 'x' } });
      for (const sent of [body, initialize])
        expect((await rawHttp(url, { body: sent, headers: { 'content-type': type } })).status).toBe(415);
      expect(runtime.calls).toEqual([]);
      expect((await call(url, 'echo', {}, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    });

    it('limits the rate of each client and says when to come back', async () => {
      const url = await serve({
        rateLimit: { requestsPerMinute: 60, burst: 2 },
        tokens: [
          { token: 'one', scope: {} },
          { token: 'two', scope: {} },
        ],
      });
      const as = (token: string) => call(url, 'echo', {}, { authorization: `Bearer ${token}` });
      expect((await as('one')).status).toBe(200);
      expect((await as('one')).status).toBe(200);
      const limited = await as('one');
      expect(limited.status).toBe(429);
      expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect((await as('two')).status).toBe(200);
      expect([(await as('bad')).status, (await as('bad')).status, (await as('bad')).status]).toEqual([401, 401, 429]);
    });

    it('answers health checks without a token and without a word about its tools', async () => {
      const url = await serve({ tokens: [{ token: 'secret', scope: {} }] });
      const healthy = await rawHttp(url, { path: '/healthz' });
      expect(healthy).toMatchObject({ status: 200, json: { status: 'ok' } });
      expect(runtime.started).toEqual([]);
      expect((await rawHttp(url, { path: '/healthz', method: 'POST', body: {} })).status).toBe(405);
      expect((await rawHttp(url, { path: '/elsewhere' })).status).toBe(404);
    });

    it('survives what is not HTTP at all', async () => {
      const url = await serve();
      const text = await new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('\u0000garbage\r\n\r\n'));
        let got = '';
        socket.on('data', (part) => (got += String(part)));
        socket.on('close', () => resolve(got));
      });
      expect(text).toMatch(/^HTTP\/1\.1 400/);
      expect((await call(url, 'echo')).status).toBe(200);
    });
  });

  describe('TLS', () => {
    it('serves HTTPS with the given key and certificate', async () => {
      const { key, cert } = selfSigned();
      const url = await serve({ tls: { key, cert } });
      expect(url).toMatch(/^https:/);
      const message = modernMessage('tools/list');
      const answer = await rawHttp(url, { body: message.body, headers: message.headers, ca: cert });
      expect(answer.json.result.tools).toHaveLength(2);
      await expect(rawHttp(url, { body: message.body })).rejects.toThrow(/self-signed/);
    });

    it('serves new connections with a renewed certificate, and keeps the one before when the new one cannot be used', async () => {
      const [first, second] = [selfSigned(), selfSigned()];
      runtime = memoryRuntime();
      const renewed = await serveHttp(runtime, { tls: first });
      const shown = async (): Promise<string> => {
        const { port } = new URL(renewed.url);
        const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        const print = socket.getPeerCertificate().fingerprint256;
        socket.destroy();
        return print;
      };
      const before = await shown();
      expect(() => renewed.renewTls({ key: 'none', cert: 'none' })).toThrow('The key or certificate in "tls" cannot be used.');
      expect(await shown()).toBe(before);
      renewed.renewTls(second);
      expect(await shown()).not.toBe(before);
      await renewed.close();
      const plain = await serveHttp(runtime);
      expect(() => plain.renewTls(second)).toThrow('serves without TLS');
      await plain.close();
    });

    it('refuses a key that cannot be used without repeating it', async () => {
      runtime = memoryRuntime();
      const refused = serveHttp(runtime, { tls: { key: 'my-private-key', cert: 'none' } });
      await expect(refused).rejects.toMatchObject({ code: 'ERR_CONFIG_VALUE', message: expect.not.stringContaining('my-private') });
    });

    it('leaves nothing behind when its options are refused', async () => {
      runtime = memoryRuntime();
      const same = { token: 'same', scope: {} };
      await expect(serveHttp(runtime, { tokens: [same, same] })).rejects.toMatchObject({ code: 'ERR_CONFIG_VALUE' });
      expect(runtime.listeners()).toBe(0);
    });

    it('warns when tokens travel unencrypted beyond this machine', async () => {
      const warnings: string[] = [];
      const silent = () => undefined;
      const logger = { debug: silent, info: silent, error: silent, warn: (message: string) => void warnings.push(message) };
      const url = await serve({ host: '0.0.0.0', tokens: [{ token: 'secret', scope: {} }], logger });
      expect(warnings).toEqual([expect.stringContaining('unencrypted')]);
      const port = new URL(url).port;
      const message = modernMessage('tools/list');
      const headers = { ...message.headers, authorization: 'Bearer secret', host: 'gateway.example' };
      expect((await rawHttp(`http://127.0.0.1:${port}/mcp`, { body: message.body, headers })).status).toBe(200);
    });
  });

  it('says who it is by the name and version of the host, or its own', async () => {
    const url = await serve({ name: 'acme', version: '9.9.9' });
    expect((await openSession(url)).answer.json.result.serverInfo).toEqual({ name: 'acme', version: '9.9.9' });
    const { version } = createRequire(import.meta.url)('../../package.json');
    expect(gatewayVersion).toBe(version);
  });

  describe('tokens', () => {
    const tokens = [
      { token: 'token-a', scope: { agent: 'a' } },
      { token: 'token-b', scope: { agent: 'b' } },
      { token: 'token-a2', scope: { agent: 'a' } },
    ];
    const tools: MemoryTool[] = [
      { name: 'only_a', agents: ['a'], call: () => ({ content: textContent('for a'), isError: false }) },
      { name: 'only_b', agents: ['b'], call: () => ({ content: textContent('for b'), isError: false }) },
    ];
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const list = async (url: string, token: string) => {
      const message = modernMessage('tools/list');
      const answer = await rawHttp(url, { body: message.body, headers: { ...message.headers, ...as(token) } });
      return answer.json.result.tools.map((tool: { name: string }) => tool.name);
    };

    it('challenges requests without a valid token and starts nothing for them', async () => {
      const url = await serve({ tokens }, tools);
      const none = await call(url, 'only_a');
      expect(none).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      const wrong = await call(url, 'only_a', {}, as('wrong-secret-value'));
      expect(wrong.status).toBe(401);
      expect(wrong.text + JSON.stringify(wrong.headers)).not.toContain('wrong-secret-value');
      expect(runtime.started).toEqual([]);
    });

    it('never shows or runs a tool of another scope, in either era [issue5:4]', async () => {
      const url = await serve({ tokens }, tools);
      expect(await list(url, 'token-a')).toEqual(['only_a']);
      expect(await list(url, 'token-b')).toEqual(['only_b']);
      const foreign = await call(url, 'only_b', {}, as('token-a'));
      const absent = await call(url, 'only_c', {}, as('token-a'));
      expect(foreign.json.error.message.replaceAll('only_b', 'only_c')).toBe(absent.json.error.message);
      const session = await openSession(url, as('token-b'));
      const listed = await rawHttp(url, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: session.headers });
      expect(listed.json.result.tools.map((tool: { name: string }) => tool.name)).toEqual(['only_b']);
      expect(runtime.calls).toEqual([]);
    });

    it('shares one run between clients of the same scope', async () => {
      const url = await serve({ tokens }, tools);
      await Promise.all(['token-a', 'token-a2', 'token-a', 'token-a2'].map((token) => list(url, token)));
      expect(runtime.started).toEqual([{ agent: 'a' }]);
    });

    it('does not let one client use the session of another, not even within the same scope', async () => {
      const url = await serve({ tokens }, tools);
      const session = await openSession(url, as('token-a'));
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      for (const token of ['token-b', 'token-a2']) {
        const stolen = await rawHttp(url, { body, headers: { ...session.headers, ...as(token) } });
        expect(stolen).toMatchObject({ status: 404, json: { error: { message: 'Session not found.' } } });
        expect((await rawHttp(url, { method: 'DELETE', headers: { ...session.headers, ...as(token) } })).status).toBe(404);
      }
      expect((await rawHttp(url, { body, headers: session.headers })).status).toBe(200);
    });

    it('tells a subscriber of changes of its own scope alone', async () => {
      const url = await serve({ tokens }, tools);
      const listen = modernMessage('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub');
      const controller = new AbortController();
      const streams = { 'token-a': '', 'token-b': '' };
      const reading = Object.keys(streams).map(async (token) => {
        const answer = await fetch(url, {
          method: 'POST',
          signal: controller.signal,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...listen.headers, ...as(token) },
          body: JSON.stringify(listen.body),
        });
        for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
          streams[token as keyof typeof streams] += Buffer.from(part).toString();
        }
      });
      const ended = Promise.allSettled(reading);
      await Promise.all([list(url, 'token-a'), list(url, 'token-b')]);
      await until(() => Object.values(streams).every((text) => text.includes('subscriptions/acknowledged')));
      runtime.tools = [...tools, { name: 'new_for_a', agents: ['a'] }];
      runtime.emit('source:changed');
      await until(() => streams['token-a'].includes('notifications/tools/list_changed'));
      await pause(150);
      expect(streams['token-b']).not.toContain('list_changed');
      expect(await list(url, 'token-a')).toEqual(['only_a', 'new_for_a']);
      controller.abort();
      await ended;
    });

    it('keeps tokens out of its log', async () => {
      const lines: string[] = [];
      const log = (message: string, fields?: object) => void lines.push(message + JSON.stringify(fields ?? {}));
      const url = await serve({ tokens, logger: { debug: log, info: log, warn: log, error: log } }, [
        { name: 'leak', agents: ['a'], call: () => Promise.reject(new Error('inside')) },
      ]);
      await call(url, 'leak', { password: 'hunter2' }, as('token-a'));
      await call(url, 'leak', {}, as('guessed-token'));
      await rawHttp(url, { body: '{"token-a"', headers: as('token-a') });
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toMatch(/token-a|guessed-token|hunter2/);
    });
  });

  describe('both eras', () => {
    it('gives a sessionless client of either era the same list and answers as one with a session [issue5:4]', async () => {
      const url = await serve({}, [echoTool, { name: 'b' }, { name: 'a' }]);
      const modern = modernMessage('tools/list');
      const session = await openSession(url);
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const answers = [
        await rawHttp(url, { body: modern.body, headers: modern.headers }),
        await rawHttp(url, { body, headers: session.headers }),
        await rawHttp(url, { body }),
      ];
      for (const answer of answers) expect(JSON.stringify(answer.json.result.tools)).toBe(JSON.stringify(answers[0]?.json.result.tools));
      const echo = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } };
      const results = [
        await call(url, 'echo', { text: 'x' }),
        await rawHttp(url, { body: echo, headers: session.headers }),
        await rawHttp(url, { body: echo }),
      ];
      for (const result of results) expect(result.json.result.content).toEqual([{ type: 'text', text: '{"text":"x"}' }]);
      expect(runtime.started).toHaveLength(1);
    });

    it('lists byte for byte the same in every answer [cache-237]', async () => {
      const url = await serve(
        {},
        ['zeta', 'alpha', 'İstanbul', 'a-b', 'a_b'].map((name) => ({ name })),
      );
      const lists = new Set<string>();
      for (let times = 0; times < 5; times += 1) {
        const message = modernMessage('tools/list');
        lists.add(JSON.stringify((await rawHttp(url, { body: message.body, headers: message.headers })).json.result.tools));
        runtime.emit('source:changed');
      }
      expect(lists.size).toBe(1);
    });

    it.each([
      ['a JSON string', '{"text":"x"}', '"{\\"text\\":\\"x\\"}"'],
      ['an array', [1], '[1]'],
      ['null', null, 'null'],
      ['an object with odd keys', { constructor: 1, a: { b: [] } }, '{"constructor":1,"a":{"b":[]}}'],
    ])('hands arguments that are %s to the run as they were sent', async (_what, sent, seen) => {
      const url = await serve();
      expect((await call(url, 'echo', sent)).json.result.content[0].text).toBe(seen);
      const body = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: sent } };
      expect((await rawHttp(url, { body })).json.result.content[0].text).toBe(seen);
    });

    it('answers an unknown tool with an MCP error that keeps the advice, and a failed tool with a result', async () => {
      const url = await serve({}, [{ name: 'fails', call: () => ({ content: textContent('no such file'), isError: true }) }]);
      expect((await call(url, 'nothing')).json).toMatchObject({
        id: 1,
        error: { code: -32602, message: expect.stringContaining('Use tool_search.') },
      });
      expect((await call(url, 'fails')).json.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'no such file' }] });
    });

    it('answers unknown methods, malformed messages and unknown versions with errors, and goes on', async () => {
      const url = await serve();
      const session = await openSession(url);
      const modern = modernMessage('resources/list');
      expect((await rawHttp(url, { body: modern.body, headers: modern.headers })).json).toMatchObject({ id: 1, error: { code: -32601 } });
      expect((await rawHttp(url, { body: { jsonrpc: '2.0', id: 7, method: 'no/such' }, headers: session.headers })).json).toMatchObject({
        id: 7,
        error: { code: -32601 },
      });
      for (const body of [
        'null',
        '5',
        '"x"',
        '{}',
        '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
        '[]',
        '[1,2]',
        '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      ]) {
        const answer = await rawHttp(url, { body });
        expect([body, answer.status]).toEqual([body, 400]);
        expect(answer.json.error.code).toBeLessThan(0);
      }
      const future = modernMessage('tools/list');
      const text = JSON.stringify(future.body).replace('2026-07-28', '2099-01-01');
      expect(
        (await rawHttp(url, { body: text, headers: { ...future.headers, 'mcp-protocol-version': '2099-01-01' } })).json.error.data
          .supported,
      ).toContain('2026-07-28');
      expect(
        (
          await rawHttp(url, {
            body: { jsonrpc: '2.0', id: 7, method: 'tools/list' },
            headers: { ...session.headers, 'mcp-protocol-version': '1999-01-01' },
          })
        ).status,
      ).toBe(400);
      expect((await call(url, 'echo')).status).toBe(200);
    });

    it('survives JSON nested a hundred thousand deep', async () => {
      const url = await serve();
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const message = JSON.stringify(modernMessage('tools/call', { name: 'echo', arguments: {} }).body).replace(
        '"arguments":{}',
        `"arguments":{"deep":${deep}}`,
      );
      const answer = await rawHttp(url, { body: message, headers: modernMessage('tools/call', { name: 'echo' }).headers });
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.text).not.toMatch(/ at |node:|\.ts/);
      expect((await call(url, 'echo')).status).toBe(200);
    });

    it('serves a batch of the revision that still had them', async () => {
      const url = await serve();
      const session = await openSession(url);
      const ask = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { id } } });
      const answer = await rawHttp(url, { body: [ask(1), ask(2)], headers: { ...session.headers, 'mcp-protocol-version': '2025-03-26' } });
      expect(answer.text.match(/"id":[12]/g)?.length).toBe(2);
    });

    it('tells an old HTTP+SSE client that it is not served instead of letting it wait', async () => {
      const url = await serve();
      expect((await rawHttp(url, { method: 'GET', headers: { accept: 'text/event-stream' } })).status).toBe(405);
      expect((await rawHttp(url, { method: 'PUT', body: {} })).status).toBe(405);
    });

    it('puts the directory into the instructions behind the host text', async () => {
      const url = await serve({ instructions: 'House rules.' });
      runtime.prompt = 'Tools: echo.';
      const discover = modernMessage('server/discover');
      expect((await rawHttp(url, { body: discover.body, headers: discover.headers })).json.result.instructions).toBe(
        'House rules.\n\nTools: echo.',
      );
      expect((await openSession(url)).answer.json.result.instructions).toBe('House rules.\n\nTools: echo.');
    });

    it('still opens the session when no run can be started; the list then says why, without inner details', async () => {
      const url = await serve();
      runtime.failStart = new ToolrackError('ERR_RUN_ABORTED', 'tap of /home/me/plugin.js failed', {
        modelText: 'The run was not started.',
      });
      const session = await openSession(url);
      expect(session.answer.status).toBe(200);
      const listed = await rawHttp(url, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: session.headers });
      expect(listed.json.error).toEqual({ code: -32603, message: 'The run was not started.', data: { code: 'ERR_RUN_ABORTED' } });
      runtime.failStart = new Error('secret inside');
      expect((await rawHttp(url, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: session.headers })).text).not.toContain(
        'secret',
      );
      runtime.failStart = undefined;
      expect(
        (await rawHttp(url, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: session.headers })).json.result.tools,
      ).toHaveLength(2);
    });
  });

  describe('sessions', () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

    it('pins a session to its run until it lists again, so what was listed can be called', async () => {
      const url = await serve();
      const session = await openSession(url);
      await rawHttp(url, { body: list, headers: session.headers });
      runtime.tools = [{ name: 'changed' }];
      runtime.emit('source:changed');
      const echo = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: {} } };
      expect((await rawHttp(url, { body: echo, headers: session.headers })).json.result.content[0].text).toBe('{}');
      expect((await rawHttp(url, { body: list, headers: session.headers })).json.result.tools[0].name).toBe('changed');
      expect((await rawHttp(url, { body: echo, headers: session.headers })).json.error.code).toBe(-32602);
    });

    it('tells a listening session of a changed list, once, and of nothing else', async () => {
      const url = await serve();
      const session = await openSession(url);
      await rawHttp(url, { body: list, headers: session.headers });
      let streamed = '';
      const controller = new AbortController();
      const stream = await fetch(url, { headers: { ...session.headers, accept: 'text/event-stream' }, signal: controller.signal });
      const reading = (async () => {
        for await (const part of stream.body as unknown as AsyncIterable<Uint8Array>) streamed += Buffer.from(part).toString();
      })().catch(() => undefined);
      runtime.emit('source:changed');
      await pause(250);
      expect(streamed).toBe('');
      runtime.tools = [...runtime.tools, { name: 'new' }];
      runtime.emit('source:changed');
      runtime.emit('source:changed');
      await until(() => streamed !== '');
      await pause(150);
      expect(streamed.match(/tools\/list_changed/g)).toHaveLength(1);
      controller.abort();
      await reading;
    });

    it('ends a session on DELETE, and the longest unused one when there are too many', async () => {
      const url = await serve({ maxSessions: 2 });
      const [one, two] = [await openSession(url), await openSession(url)];
      await rawHttp(url, { body: list, headers: one.headers });
      const three = await openSession(url);
      expect((await rawHttp(url, { body: list, headers: two.headers })).status).toBe(404);
      expect((await rawHttp(url, { method: 'DELETE', headers: one.headers })).status).toBe(200);
      expect((await rawHttp(url, { body: list, headers: one.headers })).status).toBe(404);
      expect((await rawHttp(url, { body: list, headers: three.headers })).status).toBe(200);
    });

    it('ends a session that nobody uses for too long', async () => {
      const url = await serve({ sessionIdleMs: 50 });
      const session = await openSession(url);
      await pause(300);
      expect((await rawHttp(url, { body: list, headers: session.headers })).status).toBe(404);
    });

    it('refuses another session when all are in use, and a session that is made up', async () => {
      const url = await serve({ maxSessions: 1 });
      const session = await openSession(url);
      const body = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'hang' } };
      const hanging = rawHttp(url, { body, headers: session.headers });
      await until(() => runtime.running.size === 1);
      expect((await openSession(url)).answer.status).toBe(503);
      expect((await rawHttp(url, { body: list, headers: { 'mcp-session-id': 'made-up' } })).status).toBe(404);
      await rawHttp(url, { method: 'DELETE', headers: session.headers });
      await hanging.catch(() => undefined);
      await until(() => runtime.running.size === 0);
      expect(runtime.interrupted).toHaveLength(1);
    });

    it('keeps nothing of cancelled calls for the life of the session', async () => {
      const url = await serve();
      const session = await openSession(url);
      for (let id = 10; id < 20; id += 1) {
        const hanging = rawHttp(url, {
          body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hang' } },
          headers: session.headers,
        });
        await until(() => runtime.running.size === 1);
        const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } };
        expect((await rawHttp(url, { body: cancel, headers: session.headers })).status).toBe(202);
        // The stream of the call is closed without an answer.
        expect((await hanging).text).not.toContain('"id"');
        await until(() => runtime.running.size === 0);
      }
      expect(runtime.interrupted).toHaveLength(10);
    });
  });

  describe('calls', () => {
    it('cancels the call when the client goes away, in each era and without a session', async () => {
      const url = await serve();
      const session = await openSession(url);
      const modern = modernMessage('tools/call', { name: 'hang', arguments: {} });
      const body = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'hang' } };
      const ways = [
        { body: modern.body, headers: modern.headers },
        { body, headers: session.headers },
        { body, headers: {} },
      ];
      for (const [index, way] of ways.entries()) {
        const controller = new AbortController();
        const sent = fetch(url, {
          method: 'POST',
          signal: controller.signal,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...way.headers },
          body: JSON.stringify(way.body),
        }).then((answer) => answer.text());
        await until(() => runtime.running.size === 1);
        controller.abort();
        await expect(sent).rejects.toThrow();
        await until(() => runtime.interrupted.length === index + 1);
      }
    });

    it('serves 64 clients at once, each call exactly once and answered to its caller', async () => {
      const url = await serve();
      const answers = await Promise.all(
        Array.from({ length: 64 }, async (_unused, client) => {
          const texts: string[] = [];
          for (let turn = 0; turn < 5; turn += 1) texts.push((await call(url, 'echo', { client, turn })).json.result.content[0].text);
          return texts;
        }),
      );
      answers.forEach((texts, client) => expect(texts).toEqual([0, 1, 2, 3, 4].map((turn) => JSON.stringify({ client, turn }))));
      expect(runtime.calls).toHaveLength(320);
      expect(runtime.started).toHaveLength(1);
    });

    it('does not warn of leaked listeners under many calls on one session', async () => {
      const warn = jest.fn();
      process.on('warning', warn);
      const url = await serve();
      const session = await openSession(url);
      for (let id = 1; id <= 40; id += 1) {
        await rawHttp(url, { body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo' } }, headers: session.headers });
      }
      await pause(20);
      process.off('warning', warn);
      expect(warn).not.toHaveBeenCalled();
    });
  });

  describe('shutdown and reload', () => {
    it('lets running calls end, refuses new ones meanwhile, and then is gone', async () => {
      let release = (): void => undefined;
      const url = await serve({ drainTimeoutMs: 5_000 }, [
        {
          name: 'wait',
          call: () => new Promise((resolve) => (release = () => resolve({ content: textContent('finished'), isError: false }))),
        },
      ]);
      const running = call(url, 'wait');
      await until(() => runtime.running.size === 1);
      const closing = handle?.close();
      await pause(20);
      release();
      expect((await running).json.result.content[0].text).toBe('finished');
      await closing;
      await expect(rawHttp(url, { path: '/healthz' })).rejects.toThrow();
    });

    it('ends calls that outlast the drain time with an answer, and idle streams at once', async () => {
      const url = await serve({ drainTimeoutMs: 50 });
      const session = await openSession(url);
      const stream = fetch(url, { headers: { ...session.headers, accept: 'text/event-stream' } }).then((answer) => answer.text());
      const running = call(url, 'hang');
      await until(() => runtime.running.size === 1);
      const before = performance.now();
      await Promise.all([handle?.close(), handle?.close()]);
      expect(performance.now() - before).toBeLessThan(1_500);
      expect((await running).json.result).toMatchObject({ isError: true });
      await stream;
    });

    it('moves every client to the new runtime while running calls finish on the old one [issue5:8]', async () => {
      const url = await serve();
      const session = await openSession(url);
      await rawHttp(url, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: session.headers });
      const running = rawHttp(url, {
        body: { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'hang' } },
        headers: session.headers,
      });
      await until(() => runtime.running.size === 1);
      const next = memoryRuntime([{ name: 'fresh' }]);
      let done = false;
      const swapped = handle?.swap(next).then(() => (done = true));
      const listed = await rawHttp(url, { body: { jsonrpc: '2.0', id: 2, method: 'tools/list' }, headers: session.headers });
      expect(listed.json.result.tools[0].name).toBe('fresh');
      expect(done).toBe(false);
      await rawHttp(url, {
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
        headers: session.headers,
      });
      await running;
      await swapped;
      expect(runtime.liveRuns).toBe(0);
      await handle?.close();
      expect(next.liveRuns).toBe(0);
    });
  });
});
