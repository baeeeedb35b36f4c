import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

import { ToolSources, type JsonObject, type ToolSource } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, type TestHost } from '@toolrack/testkit';

import openclawSource, { type OpenclawModuleOptions } from './index.js';

interface Received {
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
}
type Answer = { readonly status?: number; readonly body: unknown };

/** A loopback server that stands in for the service behind a plugin. */
class StandIn {
  readonly received: Received[] = [];
  answer: (request: Received) => Answer = () => ({ body: {} });
  private readonly server: Server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { authorization } = request.headers;
      const received = { path: request.url ?? '', body: text === '' ? undefined : (JSON.parse(text) as unknown), authorization };
      this.received.push(received);
      const { status = 200, body } = this.answer(received);
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

async function open(module: OpenclawModuleOptions): Promise<{ source: ToolSource; host: TestHost }> {
  const host = await createTestHost(openclawSource({ baseDirectory: folder, modules: [module] }));
  const [source] = host.contributions(ToolSources);
  if (source === undefined) throw new Error('no source');
  return { source, host };
}

const list = (source: ToolSource) => source.list({ signal: new AbortController().signal });
const run = fixtureRun({ agent: 'ada', session: 'session-1' });
const call = (source: ToolSource, name: string, callArguments: JsonObject) =>
  source.call({
    tool: fixtureTool({ source: { kind: source.kind, owner: source.owner }, name }),
    name,
    arguments: callArguments,
    callId: 'call-1',
    run,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

const service = new StandIn();
let url = '';
beforeAll(async () => {
  url = await service.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

describe('@ollama/openclaw-web-search', () => {
  // The plugin has Ollama's own address in its code. Only that address is redirected, in the realm where jiti runs plugins.
  const realm = runInThisContext('globalThis') as { fetch: typeof fetch };
  const realFetch = realm.fetch;
  beforeAll(() => {
    realm.fetch = (input, init) => realFetch(typeof input === 'string' ? input.replace('http://127.0.0.1:11434', url) : input, init);
  });
  afterAll(() => {
    realm.fetch = realFetch;
  });

  it('lists both tools under the id of its manifest', async () => {
    const { source } = await open({ package: '@ollama/openclaw-web-search' });
    expect(`${source.kind}:${source.owner}`).toBe('openclaw:openclaw-web-search');
    const { tools, problems } = await list(source);
    expect(problems).toEqual([]);
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['ollama_web_search', 'Ollama Web Search'],
      ['ollama_web_fetch', 'Ollama Web Fetch'],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({ required: ['query'] });
  });

  it('searches the web through the stand-in', async () => {
    service.answer = () => ({ body: { results: [{ title: 'Toolrack', url: 'https://t.example', content: 'Tools' }] } });
    const { source } = await open({ package: '@ollama/openclaw-web-search' });
    const result = await call(source, 'ollama_web_search', { query: 'toolrack' });
    expect(result.content).toEqual([{ type: 'text', text: '1. Toolrack\n   https://t.example\n   Tools' }]);
    expect(service.received).toEqual([
      { path: '/api/experimental/web_search', body: { query: 'toolrack', max_results: 5 }, authorization: undefined },
    ]);
  });

  it('fetches a page through the stand-in', async () => {
    service.answer = () => ({ body: { title: 'Home', content: 'Welcome', links: ['https://t.example/a'] } });
    const { source } = await open({ package: '@ollama/openclaw-web-search' });
    const result = await call(source, 'ollama_web_fetch', { url: 'https://t.example' });
    expect(result.content).toMatchObject([{ text: expect.stringMatching(/^# Home\n\nWelcome/) as unknown }]);
  });

  it.each([
    [401, 'ERR_CALL_FAILED', /authentication failed/],
    [500, 'ERR_CALL_FAILED', /Web search failed \(500\)/],
  ])('turns the answer %i into a failed call with the words of the plugin', async (status, code, message) => {
    service.answer = () => ({ status, body: 'no' });
    const { source } = await open({ package: '@ollama/openclaw-web-search' });
    await expect(call(source, 'ollama_web_search', { query: 'x' })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as unknown,
    });
  });
});

describe('@robertogongora/graphiti', () => {
  const config = (): JsonObject => ({ url, apiKey: 'graphiti-key', debug: false, autoIndex: false });

  it('loads TypeScript with TypeBox, a factory, hooks, a command, a service and a context engine', async () => {
    const { source, host } = await open({ package: '@robertogongora/graphiti', config: config() });
    expect((await list(source)).tools.map((tool) => tool.name)).toEqual(['graphiti_search', 'graphiti_ingest']);
    const report = host.logs.find((line) => line.message.includes('ignores'));
    expect(report?.message).toMatch(/registerCli, registerCommand, registerContextEngine, registerService$/);
  });

  it('searches with its configuration and gives the factory the session of the run', async () => {
    const fact = { uuid: 'u', name: 'WORKS_AT', fact: 'Ada works at Acme', valid_at: null };
    service.answer = ({ path }) => ({ body: path === '/search' ? { facts: [fact] } : { success: true, message: 'ok' } });
    const { source } = await open({ package: '@robertogongora/graphiti', config: config() });
    const found = await call(source, 'graphiti_search', { query: 'Ada', limit: 3 });
    expect(found.details).toMatchObject({ count: 1, facts: [{ fact: 'Ada works at Acme' }] });
    expect(service.received[0]).toEqual({
      path: '/search',
      body: { query: 'Ada', group_ids: ['core'], max_facts: 3 },
      authorization: 'Bearer graphiti-key',
    });
    await call(source, 'graphiti_ingest', { content: 'Ada moved' });
    const [message] = (service.received[1]?.body as { messages: { source_description: string }[] }).messages;
    expect(JSON.parse(message?.source_description ?? '{}')).toMatchObject({ session_key: 'session-1', agent: 'ada' });
  });

  it('refuses a configuration that its manifest does not allow, without the value', async () => {
    const { source } = await open({
      package: '@robertogongora/graphiti',
      config: { apiKey: 5, token: 'sk-secret' },
    });
    await expect(list(source)).rejects.toMatchObject({
      code: 'ERR_SOURCE_FAILED',
      message: expect.stringMatching(/config\/apiKey must be string/) as unknown,
    });
    await expect(list(source)).rejects.not.toMatchObject({ message: expect.stringContaining('sk-secret') as unknown });
  });
});

describe('@happycastle/oh-my-openclaw', () => {
  it('offers its optional tools only when they are enabled', async () => {
    const { source } = await open({ package: '@happycastle/oh-my-openclaw' });
    const names = (await list(source)).tools.map((tool) => tool.name);
    expect(names.some((name) => name.includes('todo'))).toBe(false);
  });

  it('keeps the state of its tools between calls', async () => {
    const { source } = await open({ package: '@happycastle/oh-my-openclaw', tools: ['omoc_todo_*'] });
    const { tools } = await list(source);
    expect(tools.map((tool) => tool.name)).toEqual(['omoc_todo_create', 'omoc_todo_list', 'omoc_todo_update']);
    await call(source, 'omoc_todo_create', { content: 'write the report', priority: 'high' });
    const { content } = await call(source, 'omoc_todo_list', {});
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({
      count: 1,
      todos: [{ content: 'write the report', priority: 'high', status: 'pending' }],
    });
  });
});
