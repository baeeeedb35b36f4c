import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { askingTools } from '../../test/fixtures/asking-tools.js';
import { memoryRuntime, type MemoryRuntime } from '../../test/fixtures/memory-runtime.js';
import { modernMessage, rawHttp } from '../../test/fixtures/raw-http.js';
import { serveHttp, type HttpHandle } from '../http/serve-http.js';
import type { ServeHttpOptions } from '../http/serve-http-options.js';

jest.setTimeout(60_000);

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url));
const command = {
  command: process.execPath,
  args: ['--conditions=@toolrack/source', '--import', fixture('register-typescript.mjs'), fixture('asking-server.ts')],
};
const textOf = (answer: unknown) => (answer as { content: { text: string }[] }).content.map((block) => block.text).join('\n');
const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const sampled = { role: 'assistant' as const, content: { type: 'text' as const, text: 'a rhyme' }, model: 'test' };

function answering(client: Client, answers: { name?: string; delayMs?: number } = {}): Client {
  client.setRequestHandler('elicitation/create', async () => {
    await new Promise((resolve) => setTimeout(resolve, answers.delayMs ?? 0));
    return { action: 'accept' as const, content: { name: answers.name ?? 'Ada' } };
  });
  client.setRequestHandler('sampling/createMessage', () => sampled);
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///here' }] }));
  return client;
}

function oldAnswering(): OldClient {
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities: { elicitation: {}, sampling: {}, roots: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: { name: 'Ada' } }));
  client.setRequestHandler(CreateMessageRequestSchema, () => sampled);
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///here' }] }));
  return client;
}

describe('asking the client behind a call', () => {
  let runtime: MemoryRuntime;
  let handle: HttpHandle | undefined;
  const clients: { close(): Promise<void> }[] = [];

  async function serve(options: ServeHttpOptions = {}): Promise<string> {
    runtime = memoryRuntime(askingTools());
    handle = await serveHttp(runtime, { drainTimeoutMs: 200, ...options });
    return handle.url;
  }
  async function connect(url: string, mode: 'auto' | 'legacy', capabilities = everything, answers = {}): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
    clients.push(client);
    if (capabilities === everything) answering(client, answers);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  }
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
    await handle?.close();
    if (handle !== undefined) expect(runtime.liveRuns).toBe(0);
    handle = undefined;
  });

  it.each(['auto', 'legacy'] as const)('asks for all three kinds and calls once, over HTTP, era "%s"', async (mode) => {
    const client = await connect(await serve(), mode);
    expect(textOf(await client.callTool({ name: 'greet', arguments: {} }))).toBe('Hello Ada.');
    expect(textOf(await client.callTool({ name: 'rhyme', arguments: {} }))).toBe('a rhyme');
    expect(textOf(await client.callTool({ name: 'folders', arguments: {} }))).toBe('file:///here');
    expect(textOf(await client.callTool({ name: 'all_at_once', arguments: {} }))).toBe('Ada, a rhyme, file:///here');
    expect(textOf(await client.callTool({ name: 'three_times', arguments: {} }))).toBe('Ada Ada Ada');
    expect(runtime.calls).toHaveLength(5);
  });

  it.each(['auto', 'legacy'] as const)('asks over stdio, era "%s"', async (mode) => {
    const client = answering(new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities: everything }));
    clients.push(client);
    await client.connect(new StdioClientTransport(command));
    expect(textOf(await client.callTool({ name: 'all_at_once', arguments: {} }))).toBe('Ada, a rhyme, file:///here');
    expect(textOf(await client.callTool({ name: 'three_times', arguments: {} }))).toBe('Ada Ada Ada');
    expect(textOf(await client.callTool({ name: 'count', arguments: {} }))).toBe('3');
  });

  it('asks the v1 client, over HTTP and over stdio', async () => {
    const http = oldAnswering();
    clients.push(http);
    await http.connect(new OldHttpTransport(new URL(await serve())));
    expect(textOf(await http.callTool({ name: 'all_at_once', arguments: {} }))).toBe('Ada, a rhyme, file:///here');
    const stdio = oldAnswering();
    clients.push(stdio);
    await stdio.connect(new OldStdioTransport(command));
    expect(textOf(await stdio.callTool({ name: 'three_times', arguments: {} }))).toBe('Ada Ada Ada');
  });

  it.each(['auto', 'legacy'] as const)('gives a tool no method that the client has not declared, era "%s"', async (mode) => {
    const url = await serve();
    const none = await connect(url, mode, {} as typeof everything);
    expect(textOf(await none.callTool({ name: 'abilities', arguments: {} }))).toBe(mode === 'auto' ? 'no peer' : 'log');
    const some = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities: { roots: {} } });
    clients.push(some);
    some.setRequestHandler('roots/list', () => ({ roots: [] }));
    await some.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(textOf(await some.callTool({ name: 'abilities', arguments: {} }))).toBe('log listRoots');
    const forms = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities: { elicitation: {} } });
    clients.push(forms);
    forms.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    await forms.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(textOf(await forms.callTool({ name: 'visit', arguments: {} }))).toContain('cannot be asked by url');
  });

  it.each(['auto', 'legacy'] as const)('tells a tool exactly what the client has declared, era "%s"', async (mode) => {
    const url = await serve();
    const declared = async (capabilities: object): Promise<unknown> => {
      const client = await connect(url, mode, capabilities as typeof everything);
      return JSON.parse(textOf(await client.callTool({ name: 'declared', arguments: {} })));
    };
    expect(await declared({ roots: {} })).toEqual({});
    expect(await declared({ elicitation: {} })).toEqual({ elicitationModes: ['form'] });
    expect(await declared({ elicitation: { url: {} } })).toEqual({ elicitationModes: ['url'] });
    expect(await declared({ elicitation: { form: {}, url: {} }, sampling: {} })).toEqual({
      elicitationModes: ['form', 'url'],
      samplingTools: false,
      samplingContext: false,
    });
    expect(await declared({ sampling: { tools: {} } })).toEqual({ samplingTools: true, samplingContext: false });
    expect(await declared({ sampling: { context: {} } })).toEqual({ samplingTools: false, samplingContext: true });
  });

  it("passes a server's news that an address is done on to the client that opened it, during the call and after it", async () => {
    const url = await serve();
    const [one, two] = [await connect(url, 'legacy'), await connect(url, 'legacy')];
    const done: string[] = [];
    one.setNotificationHandler('notifications/elicitation/complete', ({ params }) => void done.push(`one ${params.elicitationId}`));
    two.setNotificationHandler('notifications/elicitation/complete', ({ params }) => void done.push(`two ${params.elicitationId}`));
    expect(textOf(await one.callTool({ name: 'visit_done', arguments: {} }))).toBe('visited');
    expect(done).toEqual(['one e-1']);
    const deadline = Date.now() + 5_000;
    while (done.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual(['one e-1', 'one e-2']);
  });

  it('names an address to open for a client of the session era when the server has not', async () => {
    const client = await connect(await serve(), 'legacy');
    let asked: unknown;
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked = params;
      return { action: 'accept' as const };
    });
    expect(textOf(await client.callTool({ name: 'visit_unnamed', arguments: {} }))).toContain('accept');
    expect(asked).toMatchObject({ mode: 'url', elicitationId: expect.stringMatching(/^[\da-f-]{36}$/u) });
  });

  it('keeps the questions of two clients apart that share a scope', async () => {
    const url = await serve();
    const [one, two] = await Promise.all([
      connect(url, 'legacy', everything, { name: 'One', delayMs: 60 }),
      connect(url, 'auto', everything, { name: 'Two', delayMs: 20 }),
    ]);
    const answers = await Promise.all([one, two, one, two].map((client) => client.callTool({ name: 'greet', arguments: {} })));
    expect(answers.map(textOf)).toEqual(['Hello One.', 'Hello Two.', 'Hello One.', 'Hello Two.']);
    expect(runtime.started).toHaveLength(1);
  });

  it('passes log messages of a tool on to the client that called it, as far as its level lets them through', async () => {
    const url = await serve();
    const [one, two] = [await connect(url, 'legacy'), await connect(url, 'legacy')];
    const seen: string[] = [];
    one.setNotificationHandler('notifications/message', ({ params }) => void seen.push(`one ${params.level}: ${String(params.data)}`));
    two.setNotificationHandler('notifications/message', ({ params }) => void seen.push(`two ${params.level}`));
    await one.callTool({ name: 'logs', arguments: {} });
    expect(seen).toEqual(['one debug: fine', 'one error: not fine']);
    await one.setLoggingLevel('warning');
    await one.callTool({ name: 'logs', arguments: {} });
    expect(seen).toEqual(['one debug: fine', 'one error: not fine', 'one error: not fine']);
    const message = modernMessage('tools/call', { name: 'logs', arguments: {} });
    expect((await rawHttp(url, message)).text).not.toContain('notifications/message');
    Object.assign((message.body as { params: { _meta: object } }).params._meta, { 'io.modelcontextprotocol/logLevel': 'error' });
    const wanted = (await rawHttp(url, message)).text;
    expect(wanted).toContain('not fine');
    expect(wanted).not.toContain('debug');
  });

  it('passes on that the client refused or failed', async () => {
    const url = await serve();
    const client = await connect(url, 'legacy');
    client.setRequestHandler('elicitation/create', () => {
      throw new Error('no window');
    });
    expect(textOf(await client.callTool({ name: 'greet', arguments: {} }))).toMatch(/answered the question with an error: .*no window/);
  });

  it('ends the call of a client that does not answer in time', async () => {
    const url = await serve({ questionTimeoutMs: 100 });
    const client = await connect(url, 'legacy', everything, { delayMs: 800 });
    expect(textOf(await client.callTool({ name: 'greet', arguments: {} }))).toContain('did not answer the question in time');
  });

  describe("a server's refusal that only the client can act on", () => {
    const call = async (client: Client, name: string): Promise<unknown> =>
      client.callTool({ name, arguments: {} }).catch((error: { code: number; data: unknown; message: string }) => ({
        code: error.code,
        data: error.data,
        message: error.message,
      }));

    it('is a protocol error with HTTP 400 for a capability that a stateless client lacks', async () => {
      const { status, json } = await rawHttp(await serve(), modernMessage('tools/call', { name: 'needs_sampling', arguments: {} }));
      expect(status).toBe(400);
      expect(json).toMatchObject({
        id: 1,
        error: { code: -32021, message: 'needs_sampling was refused.', data: { requiredCapabilities: { sampling: {} } } },
      });
    });

    it('is one for addresses that a client of the session era can open', async () => {
      const url = await serve();
      const data = { elicitations: [{ mode: 'url', elicitationId: 'e-1', url: 'https://example.com/', message: 'Sign in' }] };
      expect(await call(await connect(url, 'legacy'), 'needs_visit')).toMatchObject({ code: -32042, data });
      const forms = await connect(url, 'legacy', { elicitation: { form: {} } } as unknown as typeof everything);
      expect(await call(forms, 'needs_visit')).toMatchObject({ isError: true, content: [{ text: 'needs_visit was refused.' }] });
    });

    it.each([
      ['auto', 'needs_luck'],
      ['auto', 'needs_visit'],
      ['legacy', 'needs_luck'],
      ['legacy', 'needs_sampling'],
    ] as const)('is an answer that the model reads otherwise: era "%s", %s', async (mode, name) => {
      expect(await call(await connect(await serve(), mode), name)).toMatchObject({
        isError: true,
        content: [{ text: `${name} was refused.` }],
      });
    });
  });

  describe('in the stateless era', () => {
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': everything };
    const ask = async (url: string, name: string, more: Record<string, unknown> = {}, token?: string) => {
      const message = modernMessage('tools/call', { name, arguments: {}, ...more });
      Object.assign((message.body as { params: { _meta: object } }).params._meta, capabilities);
      const headers = { ...message.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      return (await rawHttp(url, { body: message.body, headers })).json;
    };
    const accept = { action: 'accept', content: { name: 'Raw' } };

    it('answers "input required", and ends the one call when the client comes back with the answers', async () => {
      const url = await serve();
      const { result } = await ask(url, 'greet');
      expect(result.resultType).toBe('input_required');
      const [[key, question]] = Object.entries(result.inputRequests) as [[string, { method: string; params: object }]];
      expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'What is your name?' } });
      const retry = { requestState: result.requestState, inputResponses: { [key]: accept } };
      expect((await ask(url, 'greet', retry)).result.content[0].text).toBe('Hello Raw.');
      // The same retry again neither repeats the call nor finds it.
      expect((await ask(url, 'greet', retry)).error).toMatchObject({ code: -32602 });
      expect(runtime.calls).toHaveLength(1);
    });

    it('asks again for what is missing or malformed, under a new state', async () => {
      const url = await serve();
      const first = (await ask(url, 'all_at_once')).result;
      expect(Object.keys(first.inputRequests)).toHaveLength(3);
      const keys = Object.keys(first.inputRequests);
      const answers = { [keys[0] as string]: accept, [keys[1] as string]: { wrong: true }, stranger: accept };
      const second = (await ask(url, 'all_at_once', { requestState: first.requestState, inputResponses: answers })).result;
      expect(Object.keys(second.inputRequests)).toEqual(keys.slice(1));
      expect(second.requestState).not.toBe(first.requestState);
      const rest = { [keys[1] as string]: sampled, [keys[2] as string]: { roots: [{ uri: 'file:///raw' }] } };
      const last = (await ask(url, 'all_at_once', { requestState: second.requestState, inputResponses: rest })).result;
      expect(last.content[0].text).toBe('Raw, a rhyme, file:///raw');
      expect(runtime.calls).toHaveLength(1);
    });

    it('lets nobody else, and no other call, go on with a waiting call', async () => {
      const tokens = ['one', 'two'].map((token) => ({ token, scope: {} }));
      const url = await serve({ tokens });
      const { result } = await ask(url, 'greet', {}, 'one');
      const [key] = Object.keys(result.inputRequests) as [string];
      const retry = { requestState: result.requestState, inputResponses: { [key]: accept } };
      expect((await ask(url, 'greet', retry, 'two')).error.code).toBe(-32602);
      expect((await ask(url, 'greet', { ...retry, arguments: { other: 1 } }, 'one')).error.code).toBe(-32602);
      expect((await ask(url, 'rhyme', retry, 'one')).error.code).toBe(-32602);
      expect((await ask(url, 'greet', { ...retry, requestState: `${result.requestState}x` }, 'one')).error.code).toBe(-32602);
      expect((await ask(url, 'greet', retry, 'one')).result.content[0].text).toBe('Hello Raw.');
    });

    it('ends a call that its client has left waiting too long', async () => {
      const url = await serve({ questionTimeoutMs: 60 });
      const { result } = await ask(url, 'greet');
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(runtime.running.size).toBe(0);
      expect((await ask(url, 'greet', { requestState: result.requestState, inputResponses: {} })).error.code).toBe(-32602);
    });

    it('bounds the waiting calls of one client; the call over the bound goes on without an answer', async () => {
      const url = await serve();
      for (let count = 0; count < 64; count += 1) expect((await ask(url, 'greet')).result.resultType).toBe('input_required');
      const over = (await ask(url, 'greet')).result;
      expect(over.content[0].text).toContain('Too many calls wait');
    });

    it('ends waiting calls when it closes, and does not wait for them', async () => {
      const url = await serve({ drainTimeoutMs: 5_000 });
      await ask(url, 'greet');
      const started = Date.now();
      await handle?.close();
      expect(Date.now() - started).toBeLessThan(3_000);
      expect(runtime.running.size).toBe(0);
    });

    it('takes answers that come with the first request, by the name that the server gave its question', async () => {
      const url = await serve();
      const named = (await ask(url, 'named')).result;
      expect(Object.keys(named.inputRequests)).toEqual(['user_name']);
      const answered = (await ask(url, 'named', { inputResponses: { user_name: accept } })).result;
      expect(answered.content[0].text).toBe('Hello Raw.');
    });
  });
});
