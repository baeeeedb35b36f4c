import { connect, createServer, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { textContent } from '@toolrack/contracts';
import fc from 'fast-check';
import { memoryRuntime, type MemoryRuntime, type MemoryTool } from '../../test/fixtures/memory-runtime.js';
import { initialize, rawHttp } from '../../test/fixtures/raw-http.js';
import { EventBudget, EventLog } from './event-log.js';
import { serveHttp, type HttpHandle } from './serve-http.js';
import type { ServeHttpOptions } from './serve-http-options.js';

jest.setTimeout(60_000);

const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1_000 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
};

describe('a broken stream of a session', () => {
  let runtime: MemoryRuntime;
  let handle: HttpHandle | undefined;
  let finish: () => void = () => undefined;
  /** Answers when the test says so, after a step; until then it can be interrupted. */
  const slow: MemoryTool = {
    name: 'slow',
    call: (call, signal) =>
      new Promise((resolve) => {
        const answer = (text: string) => resolve({ content: textContent(text), isError: false });
        finish = () => {
          call.onProgress?.({ progress: 1 });
          answer('done');
        };
        signal.addEventListener('abort', () => answer('interrupted'), { once: true });
      }),
  };
  async function serve(options: ServeHttpOptions = {}): Promise<string> {
    runtime = memoryRuntime([slow]);
    handle = await serveHttp(runtime, { drainTimeoutMs: 200, ...options });
    return handle.url;
  }
  afterEach(async () => {
    await handle?.close();
    expect(runtime.liveRuns).toBe(0);
  });

  async function openSession(url: string, version = '2025-11-25', token?: string): Promise<Record<string, string>> {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const opening = { ...initialize, params: { ...initialize.params, protocolVersion: version } };
    const { headers } = await rawHttp(url, { body: opening, headers: authorization });
    const session = { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': version, ...authorization };
    await rawHttp(url, { body: { jsonrpc: '2.0', method: 'notifications/initialized' }, headers: session });
    return session;
  }

  /** Calls the slow tool, reads the first event of the stream (if it has one at once) and breaks the connection. */
  async function callAndBreak(url: string, session: Record<string, string>, id = 7): Promise<string | undefined> {
    const controller = new AbortController();
    const params = { name: 'slow', arguments: {}, _meta: { progressToken: id } };
    const answer = await fetch(url, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    });
    const isPrimed = session['mcp-protocol-version'] === '2025-11-25';
    const reader = answer.body?.getReader();
    const first = isPrimed
      ? await Promise.race([reader?.read(), new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500))])
      : undefined;
    await until(() => runtime.running.size > 0);
    controller.abort();
    const text = first?.value === undefined ? '' : new TextDecoder().decode(first.value as Uint8Array);
    return /^id: (.+)$/mu.exec(text)?.[1];
  }
  const resume = (url: string, session: Record<string, string>, lastEventId: string) =>
    rawHttp(url, { headers: { ...session, accept: 'text/event-stream', 'last-event-id': lastEventId } });

  it('is continued after the answer has come: what was missed is sent, and the call was made once', async () => {
    const url = await serve();
    const session = await openSession(url);
    const lastEventId = await callAndBreak(url, session);
    expect(lastEventId).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(runtime.running.size).toBe(1);
    finish();
    await until(() => runtime.running.size === 0);
    const { status, text, json } = await resume(url, session, lastEventId ?? '');
    expect(status).toBe(200);
    expect(text).toContain('notifications/progress');
    expect(json).toMatchObject({ id: 7, result: { content: [{ text: 'done' }] } });
    expect(runtime.calls).toHaveLength(1);
    expect(runtime.interrupted).toHaveLength(0);
  });

  it('is continued while the call still runs, for longer than a call may be without its client', async () => {
    const url = await serve({ resumeWaitMs: 150 });
    const session = await openSession(url);
    const resumed = resume(url, session, (await callAndBreak(url, session)) ?? '');
    await new Promise((resolve) => setTimeout(resolve, 400));
    finish();
    expect((await resumed).json).toMatchObject({ id: 7, result: { content: [{ text: 'done' }] } });
    expect(runtime.interrupted).toHaveLength(0);
  });

  it('that nobody comes back to ends its call', async () => {
    const url = await serve({ resumeWaitMs: 100 });
    const lastEventId = await callAndBreak(url, await openSession(url));
    expect(lastEventId).toBeDefined();
    expect(runtime.interrupted).toHaveLength(0);
    await until(() => runtime.interrupted.length === 1);
  });

  it('ends its call at once when the client cancels it', async () => {
    const url = await serve();
    const session = await openSession(url);
    await callAndBreak(url, session);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    await rawHttp(url, { body: cancel, headers: session });
    await until(() => runtime.interrupted.length === 1);
  });

  it.each([
    ['of a client of an older revision', {}, '2025-06-18'],
    ['of a gateway that keeps nothing', { resumeWaitMs: 0 }, '2025-11-25'],
  ])('%s ends its call at once', async (_whose, options, version) => {
    const url = await serve(options);
    expect(await callAndBreak(url, await openSession(url, version))).toBeUndefined();
    await until(() => runtime.interrupted.length === 1);
  });

  it('is continued by nobody else, and from no event that is not known', async () => {
    const url = await serve({ tokens: ['one', 'two'].map((token) => ({ token, scope: {} })) });
    const session = await openSession(url, '2025-11-25', 'one');
    const lastEventId = (await callAndBreak(url, session)) ?? '';
    finish();
    await until(() => runtime.running.size === 0);
    const stolen = { ...session, authorization: 'Bearer two' };
    expect((await resume(url, stolen, lastEventId)).status).toBe(404);
    const other = await openSession(url, '2025-11-25', 'two');
    expect((await resume(url, other, '9999')).status).toBe(400);
    expect((await resume(url, session, lastEventId)).json).toMatchObject({ id: 7 });
  });

  it('is continued by a real client whose connection was cut on the way', async () => {
    const url = new URL(await serve());
    const sockets = new Set<Socket>();
    const proxy = createServer((inside) => {
      const outside = connect(Number(url.port), '127.0.0.1');
      for (const socket of [inside, outside]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      inside.pipe(outside).pipe(inside);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as { port: number };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    const called = client.callTool({ name: 'slow', arguments: {} });
    await until(() => runtime.running.size === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    finish();
    expect((await called).content).toEqual([{ type: 'text', text: 'done' }]);
    expect(runtime.calls).toHaveLength(1);
    await client.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });
});

describe('EventLog', () => {
  const message = (id: number, text = ''): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { text } });
  const replay = async (log: EventLog, from: string): Promise<readonly string[]> => {
    const sent: string[] = [];
    await log.replayEventsAfter(from, { send: async (id) => Promise.resolve(void sent.push(id)) });
    return sent;
  };

  it('replays exactly what came later on the same stream, in order, as far as it is still kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 400 }), async (streams) => {
        const log = new EventLog(new EventBudget());
        const ids: string[] = [];
        for (const [index, stream] of streams.entries()) ids.push(await log.storeEvent(`s${stream}`, message(index)));
        expect(new Set(ids).size).toBe(ids.length);
        const first = Math.max(0, ids.length - 256);
        for (const index of [first, Math.floor((first + ids.length) / 2), ids.length - 1]) {
          const expected = ids.filter((_id, other) => other > index && streams[other] === streams[index]);
          expect(await replay(log, ids[index] as string)).toEqual(expected);
        }
        if (first > 0) expect(await log.getStreamIdForEventId(ids[0] as string)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('holds no more than its bounds, alone and together with others, but always the last event', async () => {
    const budget = new EventBudget(3_000_000);
    const logs = [0, 1, 2, 3, 4].map(() => new EventLog(budget));
    for (let round = 0; round < 20; round += 1) {
      for (const log of logs) {
        const id = await log.storeEvent('s', message(round, 'x'.repeat(300_000)));
        expect(await log.getStreamIdForEventId(id)).toBe('s');
      }
    }
    expect(budget.used).toBeLessThanOrEqual(3_000_000 + 300_100);
    const large = await logs[0]?.storeEvent('s', message(0, 'x'.repeat(2_000_000)));
    expect(await logs[0]?.getStreamIdForEventId(large ?? '')).toBe('s');
    for (const log of logs) log.clear();
    expect(budget.used).toBe(0);
  });
});
