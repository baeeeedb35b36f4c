import { jest } from '@jest/globals';
import {
  isPlugin,
  ToolrackError,
  type ClientBinding,
  type ClientCall,
  type ClientTool,
  type DiscoverySession,
  type PluginHost,
  type RunContext,
  type ToolDescriptor,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';

import clientSource, { createClientToolSource } from './index.js';

/** A schema that throws as soon as anybody looks into it. */
function untouchable(): never {
  const refuse = (): never => {
    throw new Error('the schema was read');
  };
  return new Proxy(
    {},
    {
      get: refuse,
      has: refuse,
      ownKeys: refuse,
      getOwnPropertyDescriptor: refuse,
      getPrototypeOf: refuse,
      isExtensible: refuse,
    },
  ) as never;
}

const run = (client?: ClientBinding): RunContext =>
  Object.freeze({
    runId: 'run-1',
    scope: {},
    directNames: [],
    host: { deferredDispatch: true, nativeToolSearch: false, codeMode: false },
    signal: new AbortController().signal,
    ...(client === undefined ? {} : { client }),
  });

/** Applies the plugin to the least host that it needs and returns what its `discover` tap adds for the run. */
async function discover(context: RunContext): Promise<ToolSource[]> {
  const added: ToolSource[] = [];
  const taps: ((session: DiscoverySession) => void | Promise<void>)[] = [];
  const host = { hooks: { discover: { tap: (tap: (typeof taps)[number]) => taps.push(tap) } } };
  await clientSource().apply(host as unknown as PluginHost);
  for (const tap of taps) await tap({ run: context, add: (source) => added.push(source), skip: () => undefined });
  return added;
}

function binding(tools: readonly unknown[], call: ClientBinding['call'] = async () => ({ content: [] })): ClientBinding {
  return { tools: tools as readonly ClientTool[], call };
}

const list = (tools: readonly unknown[]) => createClientToolSource(binding(tools)).list({ signal: new AbortController().signal });

function callOf(context: RunContext, signal = new AbortController().signal): ToolSourceCall {
  const tool = { id: 'client:client:pick', name: 'pick' } as ToolDescriptor;
  return {
    tool,
    name: 'pick',
    arguments: { a: 1 },
    callId: 'call-1',
    run: context,
    signal,
    onProgress: () => undefined,
  };
}

async function rejection(promise: Promise<unknown>): Promise<ToolrackError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ToolrackError.is(error)) throw new Error('expected a ToolrackError');
  return error;
}

describe('the plugin', () => {
  it('has the name of its package and a default export', () => {
    expect(isPlugin(clientSource())).toBe(true);
    expect(clientSource().name).toBe('@toolrack/source-client');
  });

  it('adds one untrusted source to a run whose caller brings tools [openclaw:1.3]', async () => {
    const sources = await discover(run(binding([{ name: 'pick' }])));
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({ kind: 'client', owner: 'client', trust: 'untrusted' });
  });

  it('adds nothing to a run without a client', async () => {
    expect(await discover(run())).toEqual([]);
  });
});

describe('listing client tools', () => {
  it('hands schemas through by reference without reading them', async () => {
    const schema = untouchable();
    const listing = await list([{ name: 'pick', description: 'Pick', inputSchema: schema, outputSchema: schema }]);
    expect(listing.problems).toEqual([]);
    expect(listing.tools).toHaveLength(1);
    expect(Object.is(listing.tools[0]?.inputSchema, schema)).toBe(true);
    expect(Object.is(listing.tools[0]?.outputSchema, schema)).toBe(true);
  });

  it('loses a bad tool alone and says why', async () => {
    const trap = Object.defineProperty({}, 'name', {
      get: () => {
        throw new Error('boom');
      },
    });
    const listing = await list([
      { description: 'nameless' },
      { name: '  ' },
      { name: 'a', inputSchema: 'string' },
      { name: 'b', outputSchema: [1] },
      { name: 'c', inputSchema: null },
      { name: 'd', description: 4 },
      undefined,
      trap,
      { name: 'good' },
    ]);
    expect(listing.tools.map((tool) => tool.name)).toEqual(['good']);
    expect(listing.problems).toEqual([
      { tool: 'tool 1 of the client', reason: 'it has no name' },
      { tool: 'tool 2 of the client', reason: 'it has no name' },
      { tool: 'a', reason: 'its inputSchema is not a JSON Schema object' },
      { tool: 'b', reason: 'its outputSchema is not a JSON Schema object' },
      { tool: 'c', reason: 'its inputSchema is not a JSON Schema object' },
      { tool: 'd', reason: 'its description is not a text' },
      { tool: 'tool 7 of the client', reason: 'it is not an object' },
      { tool: 'tool 8 of the client', reason: 'reading its definition throws' },
    ]);
  });

  it('keeps the first of several tools with one name', async () => {
    const listing = await list([
      { name: 'pick', description: 'first' },
      { name: 'pick', description: 'second' },
    ]);
    expect(listing.tools).toEqual([{ name: 'pick', description: 'first' }]);
    expect(listing.problems).toEqual([{ tool: 'pick', reason: 'the client brings several tools of this name; the first is kept' }]);
  });

  it('rejects when the tools are not an array', async () => {
    const source = createClientToolSource({ tools: 'many', call: async () => ({ content: [] }) } as never);
    expect((await rejection(source.list({ signal: new AbortController().signal }))).code).toBe('ERR_SOURCE_FAILED');
  });
});

describe('calling a client tool', () => {
  const respond = async (answer: unknown): Promise<ToolResult> => {
    const client = binding([{ name: 'pick' }], async () => answer as ToolResult);
    return createClientToolSource(client).call(callOf(run(client)));
  };

  it('hands the call back exactly once with its id, tool, arguments and signal', async () => {
    const answer: ToolResult = { content: [{ type: 'text', text: 'ok' }], details: { b: 2 }, isError: true };
    const hand = jest.fn(async (_call: ClientCall) => answer);
    const client = binding([{ name: 'pick' }], hand);
    const controller = new AbortController();
    expect(await createClientToolSource(client).call(callOf(run(client), controller.signal))).toEqual(answer);
    expect(hand).toHaveBeenCalledTimes(1);
    const { signal, ...rest } = hand.mock.calls[0]?.[0] as ClientCall;
    expect(rest).toEqual({ callId: 'call-1', toolId: 'client:client:pick', name: 'pick', arguments: { a: 1 } });
    controller.abort();
    expect(signal.aborted).toBe(true);
  });

  it.each([[undefined], [null], ['text'], [7], [[1]], [{ content: 5 }]])('refuses the answer %j', async (answer) => {
    expect((await rejection(respond(answer))).code).toBe('ERR_CALL_FAILED');
  });

  it('takes a text as content and no content as none', async () => {
    expect(await respond({ content: 'hi' })).toEqual({ content: [{ type: 'text', text: 'hi' }] });
    expect(await respond({ details: 1 })).toEqual({ content: [], details: 1 });
  });

  it.each([
    ['a rejection', async (): Promise<never> => Promise.reject(new Error('disk full'))],
    [
      'a throw',
      (): never => {
        throw new Error('disk full');
      },
    ],
  ])('turns %s of the caller into a failed call with its message', async (_title, call) => {
    const client = binding([{ name: 'pick' }], call);
    const error = await rejection(createClientToolSource(client).call(callOf(run(client))));
    expect(error).toMatchObject({ code: 'ERR_CALL_FAILED', toolId: 'client:client:pick' });
    expect(error.toModelText()).toBe('The client could not carry out the call of "pick": disk full');
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('keeps a ToolrackError of the caller as it is', async () => {
    const own = new ToolrackError('ERR_CALL_TIMEOUT', 'too slow');
    const client = binding([{ name: 'pick' }], async () => Promise.reject(own));
    expect(await rejection(createClientToolSource(client).call(callOf(run(client))))).toBe(own);
  });

  it('is interrupted at once when cancelled, although the caller never answers', async () => {
    const controller = new AbortController();
    const client = binding([{ name: 'pick' }], () => new Promise<never>(() => undefined));
    const promise = createClientToolSource(client).call(callOf(run(client), controller.signal));
    controller.abort(new Error('user gave up'));
    expect((await rejection(promise)).code).toBe('ERR_CALL_INTERRUPTED');
  });

  it('does not hand back the call of a tool that the client did not bring', async () => {
    const hand = jest.fn(async () => ({ content: [] }));
    const client = binding([{ name: 'other' }], hand);
    const error = await rejection(createClientToolSource(client).call(callOf(run(client))));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(hand).not.toHaveBeenCalled();
  });

  it('does not hand a call back that is cancelled already', async () => {
    const hand = jest.fn(async () => ({ content: [] }));
    const client = binding([{ name: 'pick' }], hand);
    const call = createClientToolSource(client).call(callOf(run(client), AbortSignal.abort()));
    expect((await rejection(call)).code).toBe('ERR_CALL_INTERRUPTED');
    expect(hand).not.toHaveBeenCalled();
  });
});
