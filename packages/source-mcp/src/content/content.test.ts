import { jest } from '@jest/globals';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolrack/contracts';
import { closedAfterEach } from '../../test/after-each.js';
import { eventually, faultyServer, makeCall, never, rejection, type TestSources } from '../../test/harness.js';
import { serveHttp } from '../../test/http-server.js';
import { program, startEverything } from '../../test/real-server.js';
import { answerFetch } from '../../test/web-handler.js';
import type { McpServerOptions } from '../server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions): TestSources {
  const sources = closing.open({ servers: { s: server }, backoffMs: 50 });
  return sources;
}
const options = { signal: never };
const everything = { command: process.execPath, args: [program('everything')] };
const capable = { capabilities: { tools: {}, resources: { listChanged: true }, prompts: { listChanged: true } } };
const scripted = (answers: JsonObject, more: Partial<McpServerOptions> = {}): McpServerOptions =>
  faultyServer({ initialize: capable, answers }, more);

describe('the content of the everything server', () => {
  it('is listed, read, completed and prompted with; the server starts when it is asked, not before', async () => {
    const sources = open(everything);
    const content = sources.content('s');
    expect(content.kind).toBe('mcp');
    expect(content.offers()).toEqual({ resources: false, prompts: false, completions: false, subscriptions: false, isKnown: false });
    const told: string[] = [];
    content.onChange?.((what) => told.push(what));
    expect(sources.get('s').state()).toEqual({ state: 'configured' });
    const resources = await content.listResources(options);
    expect(resources.length).toBeGreaterThan(3);
    expect(content.offers()).toEqual({ resources: true, prompts: true, completions: true, subscriptions: true });
    expect(told.slice(0, 2)).toEqual(['resources', 'prompts']);
    const [first] = resources;
    const uri = first?.['uri'] as string;
    const read = await content.readResource(uri, options);
    expect(read['contents']).toEqual([expect.objectContaining({ uri })]);
    const templates = await content.listResourceTemplates(options);
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toContain('demo://resource/dynamic/text/{resourceId}');
    const prompts = await content.listPrompts(options);
    expect(prompts.map(({ name }) => name)).toContain('args-prompt');
    const prompt = await content.getPrompt('args-prompt', { city: 'Oslo' }, options);
    expect(JSON.stringify(prompt['messages'])).toMatch(/Oslo/);
    const completion = await content.complete(
      { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'Eng' } },
      options,
    );
    expect(completion['completion']).toMatchObject({ values: ['Engineering'] });
  });

  it("keeps the server's words and code when it refuses", async () => {
    const error = await rejection(open(everything).content('s').readResource('demo://nothing', options));
    expect(error.code).toBe('ERR_CALL_FAILED');
    expect(error.fields).toMatchObject({ server: 's', method: 'resources/read', rpcCode: expect.any(Number) });
    expect(error.message).toMatch(/refused "resources\/read"/);
  });

  it('comes over Streamable HTTP as well', async () => {
    const running = await startEverything('streamableHttp');
    try {
      const content = open({ url: `http://127.0.0.1:${running.port}/mcp` }).content('s');
      expect((await content.listResources(options)).length).toBeGreaterThan(3);
      expect((await content.listPrompts(options)).length).toBeGreaterThan(2);
    } finally {
      running.stop();
    }
  });
});

describe('lists', () => {
  const page = (names: readonly string[], nextCursor?: string): JsonObject => ({
    prompts: names.map((name) => ({ name })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
  const names = async (answer: JsonObject): Promise<unknown> =>
    (
      await open(scripted({ 'prompts/list': answer }))
        .content('s')
        .listPrompts(options)
    ).map(({ name }) => name);

  it('have all pages', async () => {
    expect(await names({ pages: { '': page(['a', 'b'], '2'), 2: page(['c'], '3'), 3: page([]) } })).toEqual(['a', 'b', 'c']);
  });

  it('end where a cursor comes back, is empty or is no text', async () => {
    expect(await names({ pages: { '': page(['a'], '1'), 1: page(['b'], '2'), 2: page(['c'], '1') } })).toEqual(['a', 'b', 'c']);
    expect(await names({ prompts: [{ name: 'a' }], nextCursor: '' })).toEqual(['a']);
    expect(await names({ prompts: [{ name: 'a' }], nextCursor: 7 })).toEqual(['a']);
  });

  it('leave out broken and doubled entries alone', async () => {
    expect(await names({ prompts: [{ name: 'a' }, 7, {}, { name: null }, { name: 'a', title: 'again' }, { name: 'b' }] })).toEqual([
      'a',
      'b',
    ]);
    expect(await names({ prompts: 'none' })).toEqual([]);
    expect(await names({})).toEqual([]);
  });

  it('are empty when a server declares what it does not have, or declares nothing', async () => {
    expect(await names({ refuse: { code: -32601, message: 'Method not found' } })).toEqual([]);
    const plain = open(faultyServer({})).content('s');
    expect(await plain.listResources(options)).toEqual([]);
    expect(await plain.listResourceTemplates(options)).toEqual([]);
    expect(plain.offers()).toEqual({ resources: false, prompts: false, completions: false, subscriptions: false });
  });

  it('that fail on a later page fail as a whole', async () => {
    const sources = open(scripted({ 'prompts/list': { pages: { '': page(['a'], 'gone') } } }, { timeoutMs: 500 }));
    expect((await rejection(sources.content('s').listPrompts(options))).code).toMatch(/^ERR_CALL_/);
  });
});

describe('a server that misbehaves', () => {
  it('is given up in time when it hangs, and goes on for others', async () => {
    const sources = open(scripted({ 'resources/list': { hang: true } }, { timeoutMs: 300 }));
    const error = await rejection(sources.content('s').listResources(options));
    expect(error.code).toBe('ERR_CALL_TIMEOUT');
    expect(error.message).toMatch(/did not answer "resources\/list" within 0.3 s/);
    expect((await sources.get('s').call(makeCall('echo', { text: 'on' }))).isError).toBeUndefined();
  });

  it('is left when the caller gives up', async () => {
    const sources = open(scripted({ 'resources/read': { hang: true } }));
    const controller = new AbortController();
    const read = sources.content('s').readResource('a://b', { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect((await rejection(read)).code).toBe('ERR_CALL_INTERRUPTED');
  });

  it('is told apart from one that answers rightly', async () => {
    const content = open(scripted({ 'resources/read': { contents: 'text' }, 'prompts/get': {}, 'completion/complete': { completion: 1 } }));
    const asked = [
      content.content('s').readResource('a://b', options),
      content.content('s').getPrompt('p', {}, options),
      content.content('s').complete({}, options),
    ];
    for (const promise of asked) expect((await rejection(promise)).message).toMatch(/gave no usable answer/);
  });

  it('never puts a secret into an error', async () => {
    const env = { API_TOKEN: 'sk-TESTSECRET-1' };
    const refuse = { code: -32603, message: 'token sk-TESTSECRET-1 rejected at http://10.0.0.1/x' };
    const error = await rejection(
      open(scripted({ 'resources/read': { refuse } }, { env }))
        .content('s')
        .readResource('a://b', options),
    );
    expect(JSON.stringify([error.message, error.toModelText(), error.fields])).not.toMatch(/TESTSECRET/);
    expect(error.toModelText()).toBe('token [redacted] rejected at [address]');
  });

  it('that cannot start says why', async () => {
    const error = await rejection(open({ command: 'toolrack-no-such-program' }).content('s').listPrompts(options));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.message).toMatch(/its command "toolrack-no-such-program" is not found/);
    expect(error.toModelText()).not.toMatch(/no-such-program/);
  });
});

describe('changes', () => {
  it('are heard, also when the server had to be started again', async () => {
    const sources = open(faultyServer({ initialize: capable }));
    const heard: string[] = [];
    const stop = sources.content('s').onChange((what) => heard.push(what));
    await sources.get('s').call(makeCall('echo', { text: 'first' }));
    // What a server offers is known from its first start on.
    expect(heard.splice(0)).toEqual(['resources', 'prompts']);
    await sources.get('s').call(makeCall('notify', { method: 'notifications/resources/list_changed' }));
    await sources.get('s').call(makeCall('notify', { method: 'notifications/prompts/list_changed' }));
    await eventually(() => heard.length === 2);
    expect(heard).toEqual(['resources', 'prompts']);
    await rejection(sources.get('s').call(makeCall('crash')));
    await sources.get('s').call(makeCall('echo', { text: 'back' }));
    expect(heard).toEqual(['resources', 'prompts', 'resources', 'prompts']);
    stop();
    await sources.get('s').call(makeCall('notify', { method: 'notifications/prompts/list_changed' }));
    expect(heard).toHaveLength(4);
  });
});

it('a prompt of a 2026-07-28 server may ask the client behind the request', async () => {
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { prompts: {} } });
    mcp.registerPrompt('ask', { description: 'Asks.' }, async (context) => {
      const answers = context.mcpReq.inputResponses as JsonObject | undefined;
      if (answers === undefined) return inputRequired({ inputRequests: { where: inputRequired.listRoots() } });
      return { messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(answers) } }] };
    });
    return mcp;
  });
  const server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
  try {
    const content = open({ url: server.url }).content('s');
    const peer = { listRoots: async () => Promise.resolve({ roots: [{ uri: 'file:///here' }] }) };
    const prompt = await content.getPrompt('ask', {}, { signal: never, peer });
    expect(JSON.stringify(prompt)).toMatch(/file:\/\/\/here/);
    const error = await rejection(content.getPrompt('ask', {}, options));
    expect(error.code).toBe('ERR_CALL_FAILED');
  } finally {
    await server.close();
  }
});
