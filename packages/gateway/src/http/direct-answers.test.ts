import { jest } from '@jest/globals';
import { textContent } from '@toolrack/contracts';
import { echoTool, hangTool, memoryRuntime, type MemoryRuntime, type MemoryTool } from '../../test/fixtures/memory-runtime.js';
import { initialize, modernMessage, rawHttp, type RawAnswer } from '../../test/fixtures/raw-http.js';
import { serveHttp, type HttpHandle } from './serve-http.js';

jest.setTimeout(60_000);

const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 2_000 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
};

describe('the form of an answer', () => {
  let runtime: MemoryRuntime;
  let handle: HttpHandle;
  let url: string;
  /** Answers after a while; says before how far it is. */
  const steps: MemoryTool = {
    name: 'steps',
    call: async ({ arguments: given, onProgress }) => {
      const { before, waitMs = 0 } = given as { before?: number; waitMs?: number };
      for (let step = 1; step <= (before ?? 0); step += 1) onProgress?.({ progress: step });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return { content: textContent('done'), isError: false };
    },
  };

  beforeEach(async () => {
    runtime = memoryRuntime([echoTool, hangTool, steps]);
    handle = await serveHttp(runtime, { drainTimeoutMs: 200 });
    url = handle.url;
  });
  afterEach(async () => {
    await handle.close();
    expect(runtime.liveRuns).toBe(0);
  });

  const openSession = async (): Promise<Record<string, string>> => {
    const { headers } = await rawHttp(url, { body: initialize });
    return { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
  };
  const inSession = (headers: Record<string, string>, id: number | string, name: string, args: object = {}): Promise<RawAnswer> => {
    const params = { name, arguments: args, _meta: { progressToken: id } };
    return rawHttp(url, { body: { jsonrpc: '2.0', id, method: 'tools/call', params }, headers });
  };
  const stateless = (id: number, name: string, args: object = {}): Promise<RawAnswer> => {
    const { body, headers } = modernMessage('tools/call', { name, arguments: args });
    const message = body as { readonly params: { readonly _meta: object } };
    const params = { ...message.params, _meta: { ...message.params._meta, progressToken: id } };
    return rawHttp(url, { body: { ...message, id, params }, headers });
  };
  const kindOf = ({ headers }: RawAnswer): unknown => headers['content-type'];
  const eventsOf = ({ text }: RawAnswer): readonly Record<string, unknown>[] =>
    [...text.matchAll(/^data: (\{.*)$/gmu)].map((match) => JSON.parse(match[1] ?? '') as Record<string, unknown>);

  it('of a short call is JSON in both eras', async () => {
    const session = await openSession();
    const answers = [await inSession(session, 'a', 'echo', { x: 1 }), await stateless(7, 'echo', { x: 1 })];
    expect(answers.map(kindOf)).toEqual(['application/json', 'application/json']);
    expect(answers.map(({ json }) => [json.id, json.result.content[0].text])).toEqual([
      ['a', '{"x":1}'],
      [7, '{"x":1}'],
    ]);
    expect(answers[0]?.headers['mcp-session-id']).toBe(session['mcp-session-id']);
  });

  it('of a call with something to tell before its end is a stream, in order', async () => {
    const session = await openSession();
    for (const answer of [await inSession(session, 3, 'steps', { before: 3 }), await stateless(3, 'steps', { before: 3 })]) {
      expect(kindOf(answer)).toBe('text/event-stream');
      const events = eventsOf(answer);
      expect(events.map(({ params }) => (params as { progress: number } | undefined)?.progress)).toEqual([1, 2, 3, undefined]);
      expect(events.at(-1)).toMatchObject({ id: 3, result: { content: [{ text: 'done' }] } });
    }
    expect(runtime.calls).toHaveLength(2);
  });

  it('of a long call of a session is a stream that can be continued', async () => {
    const answer = await inSession(await openSession(), 4, 'steps', { waitMs: 300 });
    expect([kindOf(answer), /^id: /mu.test(answer.text)]).toEqual(['text/event-stream', true]);
    expect(eventsOf(answer).at(-1)).toMatchObject({ id: 4, result: { content: [{ text: 'done' }] } });
    expect(runtime.calls).toHaveLength(1);
  });

  it('of calls that usually take somewhat longer is JSON too, once that is known [issue5:6]', async () => {
    const session = await openSession();
    const kinds: unknown[] = [];
    for (let index = 0; index < 16; index += 1) kinds.push(kindOf(await inSession(session, `n${index}`, 'steps', { waitMs: 70 })));
    expect(kinds[0]).toBe('text/event-stream');
    expect(kinds.at(-1)).toBe('application/json');
    expect(kindOf(await inSession(session, 'long', 'steps', { waitMs: 400 }))).toBe('text/event-stream');
  });

  it('is that of its own request although clients use the same ids at once', async () => {
    const names = Array.from({ length: 40 }, (_unused, client) => client);
    const answers = await Promise.all(
      names.map((client) => stateless(1, client % 2 === 0 ? 'echo' : 'steps', { client, before: 1, waitMs: 5 })),
    );
    const texts = answers.map((answer) => [answer.json.id, answer.json.result.content[0].text]);
    expect(texts).toEqual(names.map((client) => [1, client % 2 === 0 ? JSON.stringify({ client, before: 1, waitMs: 5 }) : 'done']));
  });

  it('of a request whose id is still in use is not mixed up with the other one', async () => {
    const session = await openSession();
    const slow = inSession(session, 5, 'steps', { waitMs: 20 });
    await until(() => runtime.running.size === 1);
    await inSession(session, 6, 'echo');
    expect((await slow).json).toMatchObject({ id: 5, result: { content: [{ text: 'done' }] } });
  });

  it('ends when its session is ended, or its call is cancelled, before there is one', async () => {
    const session = await openSession();
    const cancelled = inSession(session, 8, 'hang');
    await until(() => runtime.running.size === 1);
    await rawHttp(url, { body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 8 } }, headers: session });
    expect(eventsOf(await cancelled).filter((event) => 'result' in event)).toEqual([]);
    const ended = inSession(session, 9, 'hang');
    await until(() => runtime.running.size === 1);
    expect((await rawHttp(url, { method: 'DELETE', headers: session })).status).toBe(200);
    await ended;
    await until(() => runtime.interrupted.length === 2 && runtime.running.size === 0);
  });
});
