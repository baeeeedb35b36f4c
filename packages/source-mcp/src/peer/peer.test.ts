import { jest } from '@jest/globals';
import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { ToolrackError, type CallPeer, type JsonObject, type PeerRequestOptions, type ToolResult } from '@toolrack/contracts';
import { serveHttp, type TestHttpServer } from '../../test/http-server.js';
import type { McpServerOptions } from '../server-options.js';
import { closedAfterEach } from '../../test/after-each.js';
import { faultyServer, makeCall, never, rejection, type FullSource } from '../../test/harness.js';
import { program, startEverything, type RunningServer } from '../../test/real-server.js';
import { answerFetch } from '../../test/web-handler.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
function open(server: McpServerOptions): FullSource {
  const sources = closing.open({ servers: { s: server } });
  return sources.get('s');
}
/** A client whose model and person answer with a name, and what they were asked. */
function makePeer(name: string, delayMs = 0): CallPeer & { readonly asked: JsonObject[] } {
  const asked: JsonObject[] = [];
  const answer = async (request: JsonObject, result: JsonObject): Promise<JsonObject> => {
    asked.push(request);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return result;
  };
  return {
    asked,
    elicit: async (request) => answer(request, { action: 'accept', content: { name } }),
    sample: async (request) => answer(request, { role: 'assistant', model: name, content: { type: 'text', text: `I am ${name}` } }),
    listRoots: async () => answer({}, { roots: [{ uri: `file:///${name}`, name }] }),
  };
}
const textOf = (result: ToolResult): string => result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
const ask = (method: string, params: JsonObject, peer?: CallPeer, ms = 0): ReturnType<typeof makeCall> =>
  makeCall('ask', { method, params, ms }, undefined, peer === undefined ? {} : { peer });
const elicitation = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }], maxTokens: 10 };

describe.each(['stdio', 'streamableHttp', 'sse'])('the everything server over %s', (mode) => {
  let running: RunningServer | undefined;
  let source: FullSource;
  beforeAll(async () => {
    if (mode !== 'stdio') running = await startEverything(mode);
  });
  beforeEach(() => {
    if (running === undefined) source = open({ command: process.execPath, args: [program('everything')] });
    else source = open({ url: `http://127.0.0.1:${running.port}/${mode === 'sse' ? 'sse' : 'mcp'}` });
  });
  afterAll(() => running?.stop());

  it("gets answers of the caller's model and person", async () => {
    const peer = makePeer('Ada');
    const sampled = await source.call(makeCall('trigger-sampling-request', { prompt: 'hi' }, undefined, { peer }));
    expect(textOf(sampled)).toMatch(/I am Ada/);
    const elicited = await source.call(makeCall('trigger-elicitation-request', {}, undefined, { peer }));
    expect(textOf(elicited)).toMatch(/Ada/);
    // The server may ask for the folders too while a call runs.
    const asked = peer.asked.filter((request) => Object.keys(request).length > 0);
    expect(asked[0]).toMatchObject({ maxTokens: 100, systemPrompt: 'You are a helpful test server.' });
    expect(asked[1]).toMatchObject({ message: expect.stringMatching(/provide inputs/) });
  });

  it('gets the folders of the caller', async () => {
    await source.list({ signal: never });
    const result = await source.call(makeCall('get-roots-list', {}, undefined, { peer: makePeer('ada') }));
    expect(textOf(result)).toMatch(/file:\/\/\/ada/);
  });

  it('is told when the caller cannot be asked', async () => {
    const result = await source.call(makeCall('trigger-sampling-request', { prompt: 'hi' }));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/"sampling\/createMessage" is not answered: the client behind this call cannot answer it/);
    expect((await source.call(makeCall('echo', { message: 'on' }))).isError).toBeUndefined();
  });
});

describe('two calls with different clients at a time', () => {
  it('each get their own answers over Streamable HTTP', async () => {
    const running = await startEverything('streamableHttp');
    try {
      const source = open({ url: `http://127.0.0.1:${running.port}/mcp` });
      const peers = ['Ada', 'Bob', 'Cem', 'Dana'].map((name) => makePeer(name, 100));
      const results = await Promise.all(
        peers.map(async (peer) => source.call(makeCall('trigger-sampling-request', { prompt: 'hi' }, undefined, { peer }))),
      );
      expect(results.map(textOf)).toEqual(['Ada', 'Bob', 'Cem', 'Dana'].map((name) => expect.stringContaining(`I am ${name}"`)));
      expect(peers.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1]);
    } finally {
      running.stop();
    }
  });

  it('are refused over stdio, where nothing says which of them the server asks for; neither client sees a question', async () => {
    const source = open(faultyServer({}));
    const first = makePeer('Ada');
    const second = makePeer('Bob');
    const peers = [first, second];
    await source.call(makeCall('echo', { text: 'started' }));
    const other = source.call(makeCall('wait', { ms: 1_500 }, undefined, { peer: second }));
    const result = await source.call(ask('elicitation/create', elicitation, first));
    expect(textOf(result)).toMatch(/several calls are running on this connection/);
    await other;
    expect(peers.map(({ asked }) => asked.length)).toEqual([0, 0]);
    // One after the other they are answered.
    for (const peer of peers) await source.call(ask('elicitation/create', elicitation, peer));
    expect(peers.map(({ asked }) => asked.length)).toEqual([1, 1]);
  });

  it('do not inherit the questions of a call that was given up', async () => {
    const source = open(faultyServer({}));
    const peers = [makePeer('Ada'), makePeer('Bob')];
    await source.call(makeCall('echo', { text: 'started' }));
    const controller = new AbortController();
    const first = source.call({ ...ask('elicitation/create', elicitation, peers[0], 300), signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await rejection(first);
    const [, second] = peers;
    await source.call(makeCall('late', { ms: 600 }, undefined, second === undefined ? {} : { peer: second }));
    expect(peers.map(({ asked }) => asked.length)).toEqual([0, 0]);
  });
});

describe('a question over stdio', () => {
  it('is answered with an error that says what the client lacks', async () => {
    const source = open(faultyServer({}));
    const answer = async (method: string, params: JsonObject, peer?: CallPeer): Promise<string> =>
      textOf(await source.call(ask(method, params, peer)));
    expect(await answer('elicitation/create', elicitation)).toMatch(/-32601.*the client behind this call cannot answer it/);
    expect(await answer('roots/list', {}, { sample: makePeer('x').sample! })).toMatch(/cannot answer it/);
    expect(await answer('sampling/createMessage', sampling, makePeer('Ada'))).toMatch(/I am Ada/);
  });

  it("passes a client's refusal on with its code, and hides a client's fault", async () => {
    const source = open(faultyServer({}));
    const refuse: CallPeer = {
      sample: async () => Promise.reject(new ToolrackError('ERR_CALL_FAILED', 'The person refused', { fields: { rpcCode: -1 } })),
      elicit: async () => Promise.reject(new Error('token TESTSECRET')),
    };
    expect(textOf(await source.call(ask('sampling/createMessage', sampling, refuse)))).toBe('{"code":-1,"message":"The person refused"}');
    const hidden = textOf(await source.call(ask('elicitation/create', elicitation, refuse)));
    expect(hidden).toMatch(/the client failed to answer/);
    expect(hidden).not.toMatch(/TESTSECRET/);
  });

  it('stops the time limit of the call while a person thinks', async () => {
    const source = open(faultyServer({}, { timeoutMs: 400 }));
    expect(textOf(await source.call(ask('elicitation/create', elicitation, makePeer('Ada', 1_200))))).toMatch(/Ada/);
  });

  it('ends when its call is cancelled, and tells the client', async () => {
    const source = open(faultyServer({}));
    const controller = new AbortController();
    let told = false;
    const peer: CallPeer = {
      elicit: async (_request, { signal }) =>
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            told = true;
            reject(new Error('aborted'));
          });
          controller.abort();
        }),
    };
    const error = await rejection(source.call({ ...ask('elicitation/create', elicitation, peer), signal: controller.signal }));
    expect(error.code).toBe('ERR_CALL_INTERRUPTED');
    expect(told).toBe(true);
  });
});

it('a task that wants input is given it', async () => {
  const source = open({ command: process.execPath, args: [program('everything')] });
  await source.list({ signal: never });
  const peer = makePeer('Ada');
  const call = makeCall('simulate-research-query', { topic: 'python', ambiguous: true }, undefined, {
    peer: { ...peer, elicit: async () => Promise.resolve({ action: 'accept', content: { interpretation: 'technical' } }) },
  });
  expect(textOf(await source.call(call))).toMatch(/\*\*Clarification\*\*: technical/);
});

describe('a server of 2026-07-28 that wants input', () => {
  let server: TestHttpServer;
  let rounds: number;
  beforeAll(async () => {
    const handler = createMcpHandler(() => {
      const mcp = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: {} } });
      const inputSchema = fromJsonSchema<{ rounds?: number }>({ type: 'object', properties: { rounds: { type: 'number' } } });
      mcp.registerTool('greet', { description: 'Greets.', inputSchema }, async (_input, context) => {
        rounds += 1;
        const answers = context.mcpReq.inputResponses as Readonly<Record<string, JsonObject>> | undefined;
        if (answers === undefined) {
          return inputRequired({
            inputRequests: {
              who: inputRequired.elicit(elicitation as never),
              model: inputRequired.createMessage(sampling as never),
              where: inputRequired.listRoots(),
            },
            requestState: 'opaque "state" ü',
          });
        }
        return { content: [{ type: 'text', text: JSON.stringify({ answers, state: context.mcpReq.requestState() }) }] };
      });
      mcp.registerTool('endless', { description: 'Asks.', inputSchema }, async () => {
        rounds += 1;
        return inputRequired({ inputRequests: { who: inputRequired.elicit(elicitation as never) } });
      });
      mcp.registerTool('busy', { description: 'Puts off.', inputSchema }, async (_input, context) => {
        rounds += 1;
        const state = context.mcpReq.requestState<string>();
        if (state === undefined) return inputRequired({ requestState: 'later' });
        return { content: [{ type: 'text', text: state }] };
      });
      return mcp;
    });
    server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
  });
  beforeEach(() => {
    rounds = 0;
  });
  afterAll(async () => server.close());

  it('gets every answer of the caller and its own state back, in one call of the model', async () => {
    const peer = makePeer('Ada');
    const result = await open({ url: server.url }).call(makeCall('greet', {}, undefined, { peer }));
    expect(JSON.parse(textOf(result))).toEqual({
      answers: {
        who: { action: 'accept', content: { name: 'Ada' } },
        model: { role: 'assistant', model: 'Ada', content: { type: 'text', text: 'I am Ada' } },
        where: { roots: [{ uri: 'file:///Ada', name: 'Ada' }] },
      },
      state: 'opaque "state" ü',
    });
    expect(rounds).toBe(2);
    expect(peer.asked).toHaveLength(3);
  });

  it("hands its own names of the questions on to the caller's client", async () => {
    const keys: unknown[] = [];
    const noted = async (options: PeerRequestOptions, answer: JsonObject): Promise<JsonObject> => {
      keys.push(options.key);
      return Promise.resolve(answer);
    };
    const peer: CallPeer = {
      elicit: async (_request, options) => noted(options, { action: 'decline' }),
      sample: async (_request, options) => noted(options, { role: 'assistant', model: 'm', content: { type: 'text', text: '' } }),
      listRoots: async (options) => noted(options, { roots: [] }),
    };
    await open({ url: server.url }).call(makeCall('greet', {}, undefined, { peer }));
    expect(keys).toEqual(['who', 'model', 'where']);
  });

  it('is told with each request what this client can do, and a question that it cannot answer ends the call', async () => {
    const { sample } = makePeer('Ada');
    const source = open({ url: server.url });
    const error = await rejection(source.call(makeCall('greet', {}, undefined, sample === undefined ? {} : { peer: { sample } })));
    expect(error.code).toBe('ERR_CALL_FAILED');
    const sent = server.seen.findLast(({ body }) => body['method'] === 'tools/call');
    expect(sent?.body['params']).toMatchObject({ _meta: { 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } } });
    expect(JSON.stringify(sent?.body)).not.toMatch(/elicitation/);
    expect(error.toModelText()).toMatch(/elicitation|input from the person/);
  });

  it('that asks without end is given up', async () => {
    const error = await rejection(open({ url: server.url }).call(makeCall('endless', {}, undefined, { peer: makePeer('Ada') })));
    expect(error.toModelText()).toMatch(/asks for input again and again/);
    expect(rounds).toBe(11);
  });

  it('that only puts the call off is asked again', async () => {
    expect(textOf(await open({ url: server.url }).call(makeCall('busy')))).toBe('later');
    expect(rounds).toBe(2);
  });
});
