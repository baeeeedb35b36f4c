import { fileURLToPath } from 'node:url';

import { ToolrackError, ToolSources, type JsonObject, type RunContext, type ToolSource } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, secretTraces, testToolSource, type TestHost } from '@toolrack/testkit';

import openclawSource, { type OpenclawModuleOptions, type OpenclawSourceOptions } from './index.js';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const apply = (modules: readonly OpenclawModuleOptions[], more: Partial<OpenclawSourceOptions> = {}): Promise<TestHost> =>
  createTestHost(openclawSource({ baseDirectory: fixtures, modules, ...more }));
const sourcesOf = (host: TestHost): readonly ToolSource[] => host.contributions(ToolSources);
const list = (source: ToolSource) => source.list({ signal: new AbortController().signal });

async function only(module: OpenclawModuleOptions): Promise<ToolSource> {
  const [source] = sourcesOf(await apply([module]));
  if (source === undefined) throw new Error('no source');
  await list(source);
  return source;
}

interface CallOptions {
  readonly run?: RunContext;
  readonly signal?: AbortSignal;
  readonly onProgress?: Parameters<ToolSource['call']>[0]['onProgress'];
  readonly callId?: string;
}

function callOf(source: ToolSource, name: string, callArguments: JsonObject = {}, options: CallOptions = {}) {
  return {
    tool: fixtureTool({ source: { kind: source.kind, owner: source.owner }, name }),
    name,
    arguments: callArguments,
    callId: options.callId ?? 'call-1',
    run: options.run ?? fixtureRun(),
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => undefined),
  };
}
const call = (source: ToolSource, name: string, callArguments: JsonObject = {}, options: CallOptions = {}) =>
  source.call(callOf(source, name, callArguments, options));

async function rejection(promise: Promise<unknown>): Promise<ToolrackError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ToolrackError.is(error)) throw new Error(`expected a ToolrackError, got ${String(error)}`);
  return error;
}

describe('secrets of a plugin', () => {
  const apiKey = 'Xq7-Lr2-Vm9+Tz4';
  const echo = `${apiKey} ${Buffer.from(`u:${apiKey}`).toString('base64')} ${encodeURIComponent(apiKey)} eu-central`;
  const tool = (name: string, execute: (...given: never[]) => unknown) => ({
    name,
    description: echo,
    parameters: { type: 'object' },
    execute,
  });
  const tools = [
    tool('tell', (_id: never, _given: never, _signal: never, onUpdate: (partial: unknown) => void) => {
      onUpdate(echo);
      return { content: [{ type: 'text', text: echo }], details: { [apiKey]: echo } };
    }),
    tool('fail', () => {
      throw new Error(echo);
    }),
  ];

  it('are hidden in definitions, results, progress and errors, those of its config and those that are named', async () => {
    const host = await apply([{ tools, config: { service: { apiKey }, region: 'eu-central' } }]);
    const [source] = sourcesOf(host) as [ToolSource];
    const steps: unknown[] = [];
    const listing = await list(source);
    const result = await call(source, 'tell', {}, { onProgress: (step) => void steps.push(step) });
    const error = await rejection(call(source, 'fail'));
    const seen = JSON.stringify([listing, result, steps, error.message, error.toModelText(), host.logs]);
    expect(steps).toHaveLength(1);
    expect(secretTraces(seen, [apiKey])).toEqual([]);
    expect(seen).toContain('eu-central');
    const [named] = sourcesOf(await apply([{ tools }], { secrets: [apiKey] })) as [ToolSource];
    expect(secretTraces(JSON.stringify(await call(named, 'tell')), [apiKey])).toEqual([]);
  });
});

testToolSource({
  name: 'a module with an array of tools',
  create: () => only({ path: './core-tools.mjs' }),
  calls: { success: { tool: 'echo', arguments: { text: 'hi' } }, slow: { tool: 'slow', arguments: {} } },
});
testToolSource({
  name: 'a TypeScript plugin',
  create: () => only({ path: './sdk-plugin.ts' }),
  calls: { success: { tool: 'forecast', arguments: { city: 'Rome' } } },
});

describe('a module that exports tools', () => {
  it('lists them with title, schemas, exposure and execution, trusted, owned by core [openclaw:1.3] [openclaw:1.6] [openclaw:2.1]', async () => {
    const source = await only({ path: './core-tools.mjs' });
    expect(source).toMatchObject({ kind: 'openclaw', owner: 'core', trust: 'trusted' });
    const { tools } = await list(source);
    expect(tools.find((tool) => tool.name === 'echo')).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Answer with the given text',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      outputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    });
    expect(tools.find((tool) => tool.name === 'restart')).toMatchObject({
      exposure: 'direct-only',
      execution: 'sequential',
    });
  });

  it('loses a tool without a name or an execute function alone', async () => {
    const { tools, problems } = await list(await only({ path: './core-tools.mjs' }));
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'restart', 'slow', 'fail', 'fail_where', 'mutate']);
    expect(problems).toEqual([
      { tool: 'no_execute', reason: 'it has no execute function' },
      { tool: 'a tool of ./core-tools.mjs', reason: 'it has no name' },
    ]);
  });

  it('loses a tool that cannot be read, or whose schema is not JSON, alone and says so', async () => {
    const { tools, problems } = await list(await only({ path: './more-core-tools.js' }));
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'extra']);
    expect(problems).toEqual([
      { tool: 'cyclic', reason: 'its parameters cannot be written as JSON' },
      { tool: 'unreadable', reason: 'do not look' },
      { tool: 'a tool of ./more-core-tools.js', reason: 'it is not an object' },
      { tool: 'zod', reason: 'its parameters is a Zod schema, not a JSON Schema; convert it with z.toJSONSchema' },
    ]);
  });

  it('takes tools given in code', async () => {
    const tool = { name: 'inline', description: 'In code', execute: async () => 'done' };
    const source = await only({ owner: 'app', tools: [tool] });
    expect(source.owner).toBe('app');
    expect(await call(source, 'inline')).toEqual({ content: [{ type: 'text', text: 'done' }] });
  });
});

describe('owners', () => {
  it('come from the option, else from the plugin id, else are core [openclaw:1.3]', async () => {
    const host = await apply([
      { path: './core-tools.mjs', owner: 'mine' },
      { path: './declarative.mjs' },
      { path: './more-core-tools.js' },
    ]);
    expect(sourcesOf(host).map((source) => source.owner)).toEqual(['mine', 'crm', 'core']);
  });

  it('are merged into one source, where the first tool of a name stays', async () => {
    const host = await apply([{ path: './core-tools.mjs' }, { path: './more-core-tools.js' }]);
    const [source, none] = sourcesOf(host);
    expect(none).toBeUndefined();
    const { tools, problems } = await list(source as ToolSource);
    expect(tools.map((tool) => tool.name)).toEqual([...['echo', 'restart', 'slow', 'fail', 'fail_where', 'mutate'], 'extra']);
    expect(problems?.map((problem) => problem.tool)).toContain('echo');
    expect(await call(source as ToolSource, 'echo', { text: 'first' })).toMatchObject({ details: { text: 'first' } });
  });
});

describe('a module that cannot be loaded', () => {
  it.each([
    ['./missing.mjs', 'module "./missing.mjs" was not loaded: there is no such file'],
    ['./throws.mjs', 'module "./throws.mjs" was not loaded: cannot start without a licence'],
    ['./nothing.mjs', 'module "./nothing.mjs" was not loaded: it exports neither tools nor a plugin'],
  ])('fails its own source with a reason: %s', async (path, reason) => {
    const host = await apply([{ path }, { path: './core-tools.mjs' }]);
    const [broken, healthy] = sourcesOf(host) as [ToolSource, ToolSource];
    const error = await rejection(list(broken));
    expect(error.code).toBe('ERR_SOURCE_FAILED');
    expect(error.message.startsWith(reason)).toBe(true);
    expect(error.message).not.toContain(fixtures);
    expect((await list(healthy)).tools.length).toBeGreaterThan(0);
    expect(host.logs.filter((line) => line.level === 'error')).toHaveLength(1);
  });

  it('names the place of a syntax error without the path of the folder', async () => {
    const [broken] = sourcesOf(await apply([{ path: './broken.ts', owner: 'broken' }])) as [ToolSource];
    const error = await rejection(list(broken));
    expect(error.message).toMatch(/broken\.ts/);
    expect(error.message).not.toContain(fixtures);
  });

  it('leaves the other modules of its owner working', async () => {
    const host = await apply([{ path: './missing.mjs', owner: 'core' }, { path: './core-tools.mjs' }]);
    const { tools, problems } = await list(sourcesOf(host)[0] as ToolSource);
    expect(tools.length).toBeGreaterThan(0);
    expect(problems?.[0]).toEqual({
      tool: './missing.mjs',
      reason: 'module "./missing.mjs" was not loaded: there is no such file',
    });
  });

  it('says how to install a missing package', async () => {
    const [source] = sourcesOf(await apply([{ package: '@nowhere/plugin' }])) as [ToolSource];
    expect(source.owner).toBe('nowhere/plugin');
    expect((await rejection(list(source))).message).toContain('run "npm install @nowhere/plugin"');
  });
});

describe('a declarative plugin', () => {
  it('gets its checked configuration with defaults, in both shapes of tools', async () => {
    const source = await only({ path: './declarative.mjs', config: { apiKey: 'long-enough' } });
    expect((await list(source)).tools.map((tool) => tool.name)).toEqual(['find_contact', 'region_eu']);
    expect(await call(source, 'find_contact', { name: 'Ada' })).toEqual({
      content: [{ type: 'text', text: JSON.stringify({ found: 'Ada', region: 'eu', call: 'call-1' }, undefined, 2) }],
      details: { found: 'Ada', region: 'eu', call: 'call-1' },
    });
  });

  it('fails with the places and never the values of a bad configuration', async () => {
    const config = { apiKey: 's3cret', colour: 'sk-colour' };
    const [source] = sourcesOf(await apply([{ path: './declarative.mjs', owner: 'crm', config }])) as [ToolSource];
    const { message } = await rejection(list(source));
    expect(message).toContain('config/apiKey must NOT have fewer than 8 characters');
    expect(message).toContain('config must NOT have additional properties ("colour")');
    expect(message).not.toMatch(/s3cret|sk-colour/);
  });
});

describe('a plugin made with defineToolPlugin in built JavaScript', () => {
  const config = { apiKey: 'long-enough' };

  it('gets parameters first, then its configuration and the context of the call', async () => {
    const source = await only({ path: './js-plugin.mjs', config });
    expect(source.owner).toBe('stock-quotes');
    const steps: unknown[] = [];
    const result = await call(source, 'stock_quote', { symbol: 'open' }, { onProgress: (step) => void steps.push(step) });
    expect(result.details).toEqual({ symbol: 'OPEN', baseUrl: 'http://quotes', id: 'call-1' });
    expect(steps).toEqual([{ progress: 1, message: 'asking' }]);
  });

  it('shows a text as it is and nothing as null', async () => {
    const source = await only({ path: './js-plugin.mjs', config });
    expect(await call(source, 'quote_text', { symbol: 'A' })).toEqual({
      content: [{ type: 'text', text: 'quote of A' }],
      details: 'quote of A',
    });
    expect(await call(source, 'quote_nothing')).toEqual({ content: [{ type: 'text', text: 'null' }], details: null });
  });

  it('offers an optional tool only when it is asked for, and makes it by its factory', async () => {
    const without = await list(await only({ path: './js-plugin.mjs', config }));
    expect(without.tools.map((tool) => tool.name)).toEqual(['stock_quote', 'quote_text', 'quote_nothing']);
    const source = await only({ path: './js-plugin.mjs', config, tools: ['quote_*'] });
    const run = fixtureRun({ agent: 'trader' });
    expect((await call(source, 'quote_order', { symbol: 'X' }, { run })).details).toEqual({
      symbol: 'X',
      agent: 'trader',
      key: 11,
    });
    expect((await rejection(call(source, 'quote_order', {}))).toModelText()).toBe('symbol required');
  });

  it('needs the configuration that its schema requires', async () => {
    const [source] = sourcesOf(await apply([{ path: './js-plugin.mjs', owner: 'quotes' }])) as [ToolSource];
    expect((await rejection(list(source))).message).toContain("config must have required property 'apiKey'");
  });
});

describe('a plugin with register(api) in TypeScript', () => {
  it('reads TypeBox schemas as plain JSON', async () => {
    const { tools } = await list(await only({ path: './sdk-plugin.ts' }));
    expect(tools.find((tool) => tool.name === 'forecast')?.inputSchema).toEqual({
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, days: { type: 'number' } },
    });
  });

  it('has what is not about tools accepted and reported once as ignored', async () => {
    const host = await apply([{ path: './sdk-plugin.ts' }]);
    await list(sourcesOf(host)[0] as ToolSource);
    await list(sourcesOf(host)[0] as ToolSource);
    const reports = host.logs.filter((line) => line.message.includes('ignores'));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ level: 'info' });
    expect(reports[0]?.message).toMatch(/"weather".*on, .*registerCommand, registerHttpRoute$/);
  });

  it('fails a call that needs the host instead of inventing an answer', async () => {
    const source = await only({ path: './sdk-plugin.ts', tools: ['needs_host'] });
    const error = await rejection(call(source, 'needs_host'));
    expect(error.code).toBe('ERR_CALL_FAILED');
    expect(error.message).toContain('of the OpenClaw host, which is not available here');
  });

  it('gets a tool of its own for each run from a factory, and none where the factory declines', async () => {
    const source = await only({ path: './sdk-plugin.ts' });
    const ada = fixtureRun({ agent: 'ada', session: 's-1' });
    expect((await call(source, 'whoami', {}, { run: ada })).details).toEqual({ agent: 'ada', session: 's-1' });
    expect((await call(source, 'whoami')).details).toEqual({ agent: 'main' });
    const error = await rejection(call(source, 'whoami', {}, { run: fixtureRun({ sandbox: 'docker' }) }));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
  });

  it('loads CommonJS that requires the host package', async () => {
    const source = await only({ path: './common.cjs' });
    expect(source.owner).toBe('common');
    expect((await call(source, 'plain')).content).toEqual([{ type: 'text', text: 'common' }]);
  });
});

describe('prepareArguments', () => {
  it('repairs arguments in the args hook, before they are validated, and once a call [openclaw:18.9]', async () => {
    const host = await apply([{ path: './sdk-plugin.ts' }]);
    const source = sourcesOf(host)[0] as ToolSource;
    await list(source);
    const view = { ...callOf(source, 'forecast', { town: 'Rome' }), parentCallId: 'model-1' };
    const [tap] = host.taps('args');
    const prepared = tap?.tap(view.arguments, view) as JsonObject;
    expect(prepared).toEqual({ city: 'Rome' });
    expect(await source.call({ ...view, arguments: prepared })).toMatchObject({ details: { city: 'Rome' } });
  });

  it('runs before execute when no hook ran', async () => {
    const source = await only({ path: './sdk-plugin.ts' });
    expect(await call(source, 'forecast', { town: 'Oslo' })).toMatchObject({ details: { city: 'Oslo' } });
  });

  it('that gives no arguments is told to operators and fails the call', async () => {
    for (const [prepareArguments, why] of [
      [() => 'garbage', 'gave no object'],
      [() => undefined, 'gave no object'],
      [
        () => {
          throw new Error('it cannot');
        },
        'it cannot',
      ],
    ] as const) {
      const host = await apply([{ tools: [{ name: 'odd', prepareArguments, execute: () => 'ran' }] }]);
      const source = sourcesOf(host)[0] as ToolSource;
      await list(source);
      const view = { ...callOf(source, 'odd'), parentCallId: 'm' };
      await host.taps('args')[0]?.tap(view.arguments, view);
      expect(host.logs.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([expect.stringContaining(why)]);
      expect((await rejection(source.call(view))).message).toContain(why);
    }
  });

  it('leaves calls of other sources and tools without it alone', async () => {
    const host = await apply([{ path: './sdk-plugin.ts' }]);
    const source = sourcesOf(host)[0] as ToolSource;
    await list(source);
    const tap = host.taps('args')[0]?.tap;
    const given = { town: 'Rome' };
    for (const tool of [
      fixtureTool({ source: { kind: 'mcp', owner: 'weather' }, name: 'forecast' }),
      fixtureTool({ source: { kind: 'openclaw', owner: 'other' }, name: 'forecast' }),
      fixtureTool({ source: { kind: 'openclaw', owner: 'weather' }, name: 'whoami' }),
    ]) {
      expect(tap?.(given, { ...callOf(source, tool.name, given), tool, parentCallId: 'm' })).toBe(given);
    }
  });
});

describe('a call', () => {
  it('hands execute a copy of the arguments', async () => {
    const source = await only({ path: './core-tools.mjs' });
    const given = Object.freeze({ list: Object.freeze(['a']) as unknown as string[] });
    expect((await call(source, 'mutate', given)).details).toEqual(['a', 'changed']);
    expect(given.list).toEqual(['a']);
  });

  it('turns a thrown error into a failed call with its message and keeps the cause', async () => {
    const error = await rejection(call(await only({ path: './core-tools.mjs' }), 'fail'));
    expect(error).toMatchObject({ code: 'ERR_CALL_FAILED', toolId: 'openclaw:core:fail' });
    expect(error.toModelText()).toBe('disk is full');
    expect((error.cause as Error).message).toBe('disk is full');
  });

  it('keeps the paths that a tool speaks of, but neither its stack nor where it is installed', async () => {
    const error = await rejection(call(await only({ path: './core-tools.mjs' }), 'fail_where'));
    expect(error.toModelText()).toBe('no licence in licence.txt for /data/report.txt');
  });

  it('keeps terminate and takes a text as content', async () => {
    const source = await only({ path: './core-tools.mjs' });
    expect(await call(source, 'restart')).toEqual({ content: [{ type: 'text', text: 'restarted' }], terminate: true });
  });

  it('that is cancelled tells of a tool that goes on until it has ended, and of no other [openclaw:21.3]', async () => {
    let finish: () => void = () => undefined;
    const tools = [{ name: 'deaf', execute: () => new Promise<void>((resolve) => (finish = resolve)) }];
    const source = await only({ tools });
    const controller = new AbortController();
    const held: PromiseLike<unknown>[] = [];
    const waitUntil = (work: PromiseLike<unknown>): void => void held.push(work);
    const cancelled = source.call({ ...callOf(source, 'deaf', {}, { signal: controller.signal }), waitUntil });
    await new Promise(setImmediate);
    controller.abort();
    expect((await rejection(cancelled)).code).toBe('ERR_CALL_INTERRUPTED');
    expect(held).toHaveLength(1);
    let hasEnded = false;
    void held[0]?.then(() => (hasEnded = true));
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    finish();
    await held[0];
    const whole = source.call({ ...callOf(source, 'deaf'), waitUntil });
    await new Promise(setImmediate);
    finish();
    await whole;
    expect(held).toHaveLength(1);
  });

  it('is interrupted at once, although the tool goes on, and late progress is dropped [openclaw:18.9]', async () => {
    const controller = new AbortController();
    const steps: unknown[] = [];
    const source = await only({ path: './core-tools.mjs' });
    const pending = call(source, 'slow', {}, { signal: controller.signal, onProgress: (step) => void steps.push(step) });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await rejection(pending)).code).toBe('ERR_CALL_INTERRUPTED');
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps[0]).toEqual({ progress: 1, message: 'half way' });
  });

  it('lists first when it has not been listed', async () => {
    const [source] = sourcesOf(await apply([{ path: './core-tools.mjs' }])) as [ToolSource];
    expect((await call(source, 'echo', { text: 'x' })).content).toEqual([{ type: 'text', text: 'x' }]);
  });
});
