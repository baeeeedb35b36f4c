import { jest } from '@jest/globals';
import { CLIENT_CAPABILITIES_META_KEY, createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { CallPeer, JsonObject, ToolResult } from '@toolrack/contracts';
import type { McpServerOptions } from '../server-options.js';
import { closedAfterEach } from '../../test/after-each.js';
import { faultyServer, makeCall, rejection, type FullSource } from '../../test/harness.js';
import { serveHttp, type TestHttpServer } from '../../test/http-server.js';
import { answerFetch } from '../../test/web-handler.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions): FullSource {
  const sources = closing.open({ servers: { s: server } });
  return sources.get('s');
}
const textOf = (result: ToolResult): string => result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
const accept = async (): Promise<JsonObject> => Promise.resolve({ action: 'accept', content: {} });
const answer = async (): Promise<JsonObject> => Promise.resolve({ role: 'assistant', model: 'm', content: { type: 'text', text: 'ok' } });
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const visit = { mode: 'url', message: 'Sign in', url: 'https://example.com/', elicitationId: 'e-1' };
const sampling = { messages: [], maxTokens: 1 };
const withTools = { ...sampling, tools: [{ name: 't', inputSchema: { type: 'object' } }] };

describe('a client that has declared only a part of what may be asked', () => {
  const ask = async (method: string, params: JsonObject, peer: CallPeer): Promise<string> =>
    textOf(await open(faultyServer({})).call(makeCall('ask', { method, params }, undefined, { peer })));

  it('is asked in the modes that it knows, and a server is told about the others', async () => {
    expect(await ask('elicitation/create', form, { elicit: accept })).toContain('accept');
    expect(await ask('elicitation/create', visit, { elicit: accept })).toMatch(/-32601.*cannot be asked by url/);
    expect(await ask('elicitation/create', visit, { elicit: accept, elicitationModes: ['url'] })).toContain('accept');
    expect(await ask('elicitation/create', form, { elicit: accept, elicitationModes: ['url'] })).toMatch(/cannot be asked by form/);
  });

  it('gets a question to its model with tools only when it takes them', async () => {
    expect(await ask('sampling/createMessage', sampling, { sample: answer })).toContain('ok');
    expect(await ask('sampling/createMessage', withTools, { sample: answer })).toMatch(/-32601.*no tools/);
    expect(await ask('sampling/createMessage', withTools, { sample: answer, samplingTools: true })).toContain('ok');
  });
});

describe('a server of 2026-07-28', () => {
  let server: TestHttpServer;
  beforeAll(async () => {
    const handler = createMcpHandler(() => {
      const mcp = new Server({ name: 'modern', version: '1' }, { capabilities: { tools: {} } });
      mcp.setRequestHandler('tools/list', () => ({ tools: [{ name: 'declared', inputSchema: { type: 'object' as const } }] }));
      mcp.setRequestHandler('tools/call', (_request, { mcpReq }) => ({
        content: [{ type: 'text' as const, text: JSON.stringify((mcpReq.envelope as JsonObject)[CLIENT_CAPABILITIES_META_KEY]) }],
      }));
      return mcp;
    });
    server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
  });
  afterAll(async () => server.close());

  it.each<[string, CallPeer, JsonObject]>([
    ['nothing', {}, {}],
    ['forms', { elicit: accept }, { elicitation: { form: {} } }],
    ['addresses', { elicit: accept, elicitationModes: ['url'] }, { elicitation: { url: {} } }],
    ['both', { elicit: accept, elicitationModes: ['form', 'url'] }, { elicitation: { form: {}, url: {} } }],
    ['a model', { sample: answer }, { sampling: {} }],
    ['a model with tools', { sample: answer, samplingTools: true }, { sampling: { tools: {} } }],
    ['a model with context', { sample: answer, samplingContext: true }, { sampling: { context: {} } }],
    ['folders', { listRoots: async () => Promise.resolve({ roots: [] }) }, { roots: {} }],
  ])('is told of exactly what the client of a call has declared: %s', async (_name, peer, expected) => {
    const result = await open({ url: server.url }).call(makeCall('declared', {}, undefined, { peer }));
    expect(JSON.parse(textOf(result))).toEqual(expected);
  });
});

describe('an address that a person was asked to open', () => {
  it('is reported done to the client that was asked, once, also after its call, and to no other client', async () => {
    const source = open(faultyServer({}));
    const heard: string[] = [];
    const peer = (name: string): CallPeer => ({
      elicit: accept,
      elicitationModes: ['url'],
      elicitationCompleted: (id) => void heard.push(`${name} ${id}`),
    });
    const ask = async (name: string, elicitationId: string): Promise<ToolResult> =>
      source.call(makeCall('ask', { method: 'elicitation/create', params: { ...visit, elicitationId } }, undefined, { peer: peer(name) }));
    await ask('one', 'e-1');
    await ask('two', 'e-2');
    const done = async (elicitationId: string): Promise<ToolResult> =>
      source.call(makeCall('notify', { method: 'notifications/elicitation/complete', params: { elicitationId } }));
    for (const id of ['e-2', 'unknown', 'e-1', 'e-1']) await done(id);
    expect(heard).toEqual(['two e-2', 'one e-1']);
  });

  it('of a refusal is reported done too', async () => {
    const source = open(faultyServer({}));
    const heard: string[] = [];
    const peer: CallPeer = { elicit: accept, elicitationModes: ['url'], elicitationCompleted: (id) => void heard.push(id) };
    const data = { elicitations: [visit] };
    await rejection(source.call(makeCall('refuse', { code: -32042, message: 'Sign in first', data }, undefined, { peer })));
    const params = { elicitationId: 'e-1' };
    await source.call(makeCall('notify', { method: 'notifications/elicitation/complete', params }));
    expect(heard).toEqual(['e-1']);
  });
});

describe("the data of a server's refusal", () => {
  const secret = 'TESTSECRET-123';
  const refused = async (code: number, data: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const source = open(faultyServer({}, { env: { API_TOKEN: secret } }));
    return (await rejection(source.call(makeCall('refuse', { code, message: 'No', data: data as JsonObject })))).fields;
  };

  it('goes on where MCP gives it a form: the capability that the client lacks, the addresses to open', async () => {
    const requiredCapabilities = { sampling: {}, elicitation: { url: {} } };
    expect(await refused(-32021, { requiredCapabilities, more: 1 })).toMatchObject({ rpcCode: -32021, rpcData: { requiredCapabilities } });
    const fields = await refused(-32042, { elicitations: [{ ...visit, message: `Use ${secret}`, more: 1 }] });
    expect(fields['rpcData']).toEqual({ elicitations: [{ ...visit, message: 'Use [redacted]' }] });
  });

  it.each<[string, number, unknown]>([
    ['another code', -32000, { requiredCapabilities: { sampling: {} } }],
    ['no object', -32021, { requiredCapabilities: ['sampling'] }],
    ['no data', -32021, undefined],
    ['too much', -32021, { requiredCapabilities: { x: 'x'.repeat(10_000) } }],
    ['no elicitations', -32042, { elicitations: [] }],
    ['an address that is none', -32042, { elicitations: [{ ...visit, url: 'javascript:alert(1)' }] }],
    ['one that lacks its name', -32042, { elicitations: [visit, { mode: 'url', url: 'https://example.com/', message: '' }] }],
  ])('stays behind when it is %s', async (_name, code, data) => {
    const fields = await refused(code, data);
    expect(fields['rpcCode']).toBe(code);
    expect(fields).not.toHaveProperty('rpcData');
  });
});
