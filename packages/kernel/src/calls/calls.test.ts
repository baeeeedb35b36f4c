import { approval, deny, ToolrackError, type ToolDefinition, type ToolResult, type ToolSource } from '@toolrack/contracts';
import { boot, plugin, tapping, testSource } from '../../test/support.js';

const numberTool: ToolDefinition = {
  name: 'alpha',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
};
const call = { name: 'tool_call', arguments: { id: 'test:main:alpha', args: { a: 1 } } };
const code = (answer: { details?: unknown }): string | undefined =>
  (answer.details as { error?: { code: string } } | undefined)?.error?.code;
const ask = tapping('approvalNeeded', (_call, dossier) => dossier.require('money moves'), undefined, 'asker');
const pause = (milliseconds = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('arguments', () => {
  it.each([
    [{ a: 'x' }, '/a: must be number'],
    [{}, '/a: must have required property'],
    [{ a: 1, b: 2 }, '/b: must NOT have additional properties'],
    ['text', 'must be object'],
    [[1], 'must be object'],
  ])('are refused before anything runs: %j', async (args, text) => {
    const source = testSource([numberTool]);
    const { runtime } = await boot([source]);
    const answer = await (await runtime.startRun()).call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args } });
    expect(answer).toMatchObject({
      isError: true,
      details: { error: { code: 'ERR_CALL_ARGUMENTS', kind: 'correctable', toolId: 'test:main:alpha' } },
    });
    expect(JSON.stringify(answer.content)).toContain(text);
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });

  it('with more values than a call may have are refused before anything reads them', async () => {
    const source = testSource([numberTool]);
    const { runtime } = await boot([source]);
    const args = { rows: Array.from({ length: 200_000 }, () => ({ password: 'x' })) };
    const run = await runtime.startRun();
    const started = process.cpuUsage();
    const answer = await run.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args } });
    const { user, system } = process.cpuUsage(started);
    expect([code(answer), source.calls]).toEqual(['ERR_TOOL_INPUT', []]);
    expect(JSON.stringify(answer.content)).toMatch(/more than 50000 values.*limits\.maxArgumentValues/u);
    expect((user + system) / 1000).toBeLessThan(250);
    await runtime.dispose();
  });

  it('of untrusted tools pass untouched unless the deployment opts in, and then a hostile pattern cannot block', async () => {
    const hostile: ToolDefinition = {
      name: 'alpha',
      inputSchema: { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' }, n: { type: 'number' } } },
    };
    const arguments_ = { name: 'tool_call', arguments: { id: 'test:main:alpha', args: { s: `${'a'.repeat(40)}!`, n: 'x' } } };
    const lenient = await boot([testSource([hostile], { trust: 'untrusted' })]);
    const strict = await boot([testSource([hostile], { trust: 'untrusted' })], [], { validateUntrusted: true });
    expect((await (await lenient.runtime.startRun()).call(arguments_)).isError).toBe(false);
    const run = await strict.runtime.startRun();
    // The first wrong arguments load the schema compiler; what is measured is the hostile pattern.
    expect(code(await run.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: { n: 'x' } } }))).toBe('ERR_CALL_ARGUMENTS');
    const started = performance.now();
    expect(code(await run.call(arguments_))).toBe('ERR_CALL_ARGUMENTS');
    expect(performance.now() - started).toBeLessThan(500);
    await Promise.all([lenient.runtime.dispose(), strict.runtime.dispose()]);
  });

  it('are frozen copies: a key __proto__ changes nothing and a changed original is not seen', async () => {
    const source = testSource([{ name: 'alpha' }]);
    const { runtime } = await boot([source]);
    const args = JSON.parse('{"__proto__":{"admin":true},"list":[1]}') as { list: number[] };
    const calling = (await runtime.startRun()).call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args } });
    args.list.push(2);
    await calling;
    const seen = source.calls[0]?.arguments as { list: number[]; admin?: boolean };
    expect(seen.admin).toBeUndefined();
    expect(seen.list).toEqual([1]);
    expect(Object.isFrozen(seen) && Object.isFrozen(seen.list)).toBe(true);
    await runtime.dispose();
  });

  it('changed by an args tap are validated again [openclaw:23.4] [openclaw:case-133]', async () => {
    const source = testSource([numberTool]);
    const repair = await boot([source], [tapping('args', (args) => ({ ...args, a: Number(args['a']) }))]);
    expect(
      (await (await repair.runtime.startRun()).call({ ...call, arguments: { id: 'test:main:alpha', args: { a: '7' } } })).details,
    ).toEqual({ a: 7 });
    const spoil = await boot([source], [tapping('args', () => ({ a: 'x' }))]);
    expect(code(await (await spoil.runtime.startRun()).call(call))).toBe('ERR_CALL_ARGUMENTS');
    await Promise.all([repair.runtime.dispose(), spoil.runtime.dispose()]);
  });

  it('are mended by args taps that wait, in order with those that do not, before they are judged or shown to anybody [openclaw:23.4]', async () => {
    const source = testSource([numberTool]);
    const seen: unknown[] = [];
    const { runtime } = await boot(
      [source],
      [
        tapping('args', async (args) => (await pause(), { ...args, b: 1 }), -1, 'first'),
        tapping('args', ({ b, ...args }) => ({ ...args, a: Number(b) + 1 }), 0, 'second'),
        tapping('args', async (args) => ({ ...args, a: Number(args['a']) * 10 }), 1, 'third'),
        ask,
        tapping('approve', (request) => (seen.push(request.arguments), approval('allow')), 0, 'approver'),
      ],
    );
    const answer = await (await runtime.startRun()).call({ ...call, arguments: { id: 'test:main:alpha', args: {} } });
    expect([answer.details, seen]).toEqual([{ a: 20 }, [{ a: 20 }]]);
    await runtime.dispose();
  });

  it('are not waited for any longer when the call is cancelled, and nobody is asked about it then', async () => {
    const source = testSource([numberTool]);
    for (const hook of ['args', 'authorize'] as const) {
      let go: () => void = () => undefined;
      const wait = async (value: unknown): Promise<never> => {
        await new Promise<void>((resolve) => (go = resolve));
        return (hook === 'args' ? value : undefined) as never;
      };
      const { runtime, events } = await boot([source], [tapping(hook, wait as never), ask]);
      const controller = new AbortController();
      const calling = (await runtime.startRun()).call({ ...call, signal: controller.signal });
      await pause();
      controller.abort();
      expect(code(await calling)).toBe('ERR_CALL_INTERRUPTED');
      go();
      await pause();
      expect(events.filter(({ name }) => name.startsWith('approval:'))).toEqual([]);
      await runtime.dispose();
    }
    expect(source.calls).toEqual([]);
  });

  it('a schema that does not compile fails the calls of its tool alone [openclaw:18.8] [openclaw:19.3] [openclaw:26c.5] [openclaw:case-148]', async () => {
    const { runtime } = await boot([
      testSource([
        { name: 'alpha', inputSchema: { type: 'nonsense' } },
        { name: 'beta' },
        { name: 'gamma', outputSchema: { $ref: 'https://example.invalid/x.json' } },
      ]),
    ]);
    const run = await runtime.startRun();
    expect(code(await run.call(call))).toBe('ERR_CALL_SCHEMA');
    expect((await run.call({ name: 'tool_call', arguments: { id: 'test:main:beta', args: {} } })).isError).toBe(false);
    expect(code(await run.call({ name: 'tool_call', arguments: { id: 'test:main:gamma', args: {} } }))).toBe('ERR_CALL_SCHEMA');
    await runtime.dispose();
  });
});

describe('approval', () => {
  it('is asked after validation, about exactly the final arguments', async () => {
    const source = testSource([numberTool]);
    const seen: unknown[] = [];
    const { runtime, events } = await boot(
      [source],
      [
        ask,
        tapping('approve', (request) => {
          seen.push([request.tool.id, request.arguments, request.reasons, request.argumentsDigest.length, request.deadline > Date.now()]);
          return approval('allow', { by: 'me' });
        }),
      ],
    );
    const run = await runtime.startRun();
    expect(code(await run.call({ ...call, arguments: { id: 'test:main:alpha', args: { a: 'bad' } } }))).toBe('ERR_CALL_ARGUMENTS');
    expect(seen).toEqual([]);
    expect((await run.call(call)).isError).toBe(false);
    expect(seen).toEqual([['test:main:alpha', { a: 1 }, ['money moves'], 64, true]]);
    expect(events.filter((event) => event.name.startsWith('approval:')).map((event) => event.name)).toEqual([
      'approval:requested',
      'approval:decided',
    ]);
    await runtime.dispose();
  });

  it('with edited arguments validates and authorizes them again', async () => {
    const source = testSource([numberTool]);
    const decide = async (args: object): Promise<string | undefined> => {
      const { runtime } = await boot(
        [source],
        [
          ask,
          tapping('approve', () => approval('allow', { arguments: args as never }), undefined, 'approver'),
          tapping('authorize', ({ arguments: { a } }) => (a === 13 ? deny('unlucky', { isPublic: true }) : undefined)),
        ],
      );
      const answer = await (await runtime.startRun()).call(call);
      await runtime.dispose();
      return code(answer) ?? JSON.stringify(answer.details);
    };
    expect(await decide({ a: 2 })).toBe('{"a":2}');
    expect(await decide({ a: 'x' })).toBe('ERR_CALL_ARGUMENTS');
    expect(await decide({ a: 13 })).toBe('ERR_CALL_DENIED');
  });

  it('does not outlast a denial that came while it was waited for', async () => {
    const source = testSource([numberTool]);
    let denied = false;
    const { runtime } = await boot(
      [source],
      [
        ask,
        tapping(
          'approve',
          () => {
            denied = true;
            return approval('allow');
          },
          undefined,
          'approver',
        ),
        tapping('authorize', () => (denied ? deny('revoked') : undefined)),
      ],
    );
    expect(code(await (await runtime.startRun()).call(call))).toBe('ERR_CALL_DENIED');
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });

  it('missing, denied or too late means not called', async () => {
    const source = testSource([numberTool]);
    for (const [plugins, text] of [
      [[ask], 'nobody is there'],
      [[ask, tapping('approve', () => approval('deny', { reason: 'too risky' }))], 'too risky'],
      [[ask, tapping('approve', () => new Promise(() => undefined))], 'nobody decided in time'],
    ] as const) {
      const { runtime } = await boot([source], plugins, { limits: { approvalTimeoutMs: 30 } });
      const answer = await (await runtime.startRun()).call(call);
      expect(code(answer)).toBe('ERR_CALL_APPROVAL');
      expect(JSON.stringify(answer.content)).toContain(text);
      await runtime.dispose();
    }
    expect(source.calls).toEqual([]);
  });

  it('can be cancelled while it is waited for', async () => {
    const { runtime } = await boot([testSource([numberTool])], [ask, tapping('approve', () => new Promise(() => undefined))]);
    const controller = new AbortController();
    const calling = (await runtime.startRun()).call({ ...call, signal: controller.signal });
    await pause();
    controller.abort();
    expect(code(await calling)).toBe('ERR_CALL_INTERRUPTED');
    await runtime.dispose();
  });
});

describe('execution', () => {
  it('names the real tool and both call ids in events, and never arguments or results [hermes:9.4] [hermes:case-49]', async () => {
    const { runtime, events } = await boot([testSource([numberTool])]);
    await (await runtime.startRun()).call({ ...call, callId: 'outer', arguments: { id: 'test:main:alpha', args: { a: 4242 } } });
    const about = events.filter((event) => event.name.startsWith('call:'));
    expect(about.map((event) => event.name)).toEqual(['call:started', 'call:completed']);
    expect(about[0]).toMatchObject({ toolId: 'test:main:alpha', parentCallId: 'outer', callId: 'outer/1', sourceKind: 'test' });
    expect(JSON.stringify(events)).not.toContain('4242');
    await runtime.dispose();
  });

  it('stops waiting at once when cancelled or too late, tells the source, and never calls twice [openclaw:26c.8]', async () => {
    const signals: AbortSignal[] = [];
    let count = 0;
    const source = testSource([numberTool], {
      call: ({ signal }) => {
        count++;
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const { runtime } = await boot([source], [], { limits: { callTimeoutMs: 40 } });
    const run = await runtime.startRun();
    expect(code(await run.call(call))).toBe('ERR_CALL_TIMEOUT');
    const controller = new AbortController();
    const calling = run.call({ ...call, signal: controller.signal });
    await pause();
    controller.abort();
    expect(code(await calling)).toBe('ERR_CALL_INTERRUPTED');
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(count).toBe(2);
    await runtime.dispose();
  });

  it('warns of no leak however many calls run at once', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', onWarning);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { runtime } = await boot([
      testSource([numberTool], {
        call: async () => {
          await gate;
          return { content: [] };
        },
      }),
    ]);
    const run = await runtime.startRun();
    const calls = Array.from({ length: 50 }, () => run.call(call));
    await pause(20);
    open();
    expect((await Promise.all(calls)).every((answer) => !answer.isError)).toBe(true);
    await pause(20);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    await runtime.dispose();
  });

  it('keeps a tool error, a thrown ToolrackError and a thrown stranger apart', async () => {
    const answers: Record<string, () => Promise<ToolResult>> = {
      alpha: async () => ({ content: [{ type: 'text', text: 'no such file' }], isError: true }),
      beta: () => Promise.reject(new ToolrackError('ERR_TOOL_UNAVAILABLE', 'connection lost')),
      gamma: () => Promise.reject(new Error('kaput')),
      delta: async () => undefined as never,
    };
    const source = testSource(
      Object.keys(answers).map((name) => ({ name })),
      { call: ({ name }) => (answers[name] as () => Promise<ToolResult>)() },
    );
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    const ask = (name: string) => run.call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} } });
    const own = { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: 'no such file' };
    expect(await ask('alpha')).toMatchObject({ isError: true, content: [{ text: 'no such file' }], details: { error: own } });
    expect([code(await ask('beta')), code(await ask('gamma')), code(await ask('delta'))]).toEqual([
      'ERR_TOOL_UNAVAILABLE',
      'ERR_CALL_FAILED',
      'ERR_CALL_FAILED',
    ]);
    await runtime.dispose();
  });

  it('checks the result of a trusted tool after the result taps, and says that it has run [openclaw:18.10]', async () => {
    const tool: ToolDefinition = {
      ...numberTool,
      outputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    };
    const source = testSource([tool]);
    const fine = await boot([source]);
    expect((await (await fine.runtime.startRun()).call(call)).isError).toBe(false);
    const spoilt = await boot([source], [tapping('result', (result) => ({ ...result, details: { a: 'x' } }))]);
    const answer = await (await spoilt.runtime.startRun()).call(call);
    expect(code(answer)).toBe('ERR_CALL_OUTPUT');
    expect(JSON.stringify(answer.content)).toContain('has run');
    await Promise.all([fine.runtime.dispose(), spoilt.runtime.dispose()]);
  });

  it('says what JSON cannot hold in what a result tap answers, as for the result of a tool', async () => {
    const tap = tapping('result', (result) => ({ ...result, details: { count: 10n ** 30n } }));
    const { runtime } = await boot([testSource([numberTool])], [tap]);
    const answer = await (await runtime.startRun()).call(call);
    expect(answer.details).toEqual({ count: String(10n ** 30n) });
    expect(JSON.stringify(answer.content)).toContain('details.count is a big integer');
    await runtime.dispose();
  });

  it('lets an execute tap answer in place of the source', async () => {
    const source = testSource([numberTool]);
    const { runtime } = await boot(
      [source],
      [tapping('execute', ({ arguments: args }) => ({ content: [], details: { cached: args['a'] } }))],
    );
    expect((await (await runtime.startRun()).call(call)).details).toEqual({ cached: 1 });
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });

  it('refuses a tool that is gone or whose definition has changed since the run began [openclaw:26c.3]', async () => {
    const source = testSource([numberTool]);
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    source.tools = [{ ...numberTool, description: 'changed' }];
    source.change();
    await runtime.startRun();
    expect(code(await run.call(call))).toBe('ERR_TOOL_UNAVAILABLE');
    source.tools = [];
    source.change();
    await runtime.startRun();
    expect(code(await run.call(call))).toBe('ERR_TOOL_UNAVAILABLE');
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });

  it('asks a source that has told of a change for its list before one of its tools runs [openclaw:18.5] [openclaw:21.5] [openclaw:26c.3]', async () => {
    let finish: () => void = () => undefined;
    const source = testSource([{ name: 'slow', execution: 'sequential' }, numberTool], {
      call: async (request) => {
        source.calls.push(request);
        if (request.name === 'slow') await new Promise<void>((resolve) => (finish = resolve));
        return { content: [] };
      },
    });
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    for (const tools of [[], [{ ...numberTool, description: 'changed' }]]) {
      source.tools = [{ name: 'slow', execution: 'sequential' }, numberTool];
      source.change();
      const running = run.call({ name: 'tool_call', arguments: { id: 'test:main:slow', args: {} } });
      const queued = run.call(call);
      await pause();
      source.tools = [{ name: 'slow', execution: 'sequential' }, ...tools];
      source.change();
      finish();
      expect((await running).isError).toBe(false);
      expect(code(await queued)).toBe('ERR_TOOL_UNAVAILABLE');
    }
    source.tools = [{ name: 'slow', execution: 'sequential' }, numberTool, { name: 'appended' }];
    source.change();
    expect((await run.call(call)).isError).toBe(false);
    expect(source.calls.map(({ name }) => name)).toEqual(['slow', 'slow', 'alpha']);
    const lists = source.lists;
    await run.call(call);
    expect(source.lists).toBe(lists);
    await runtime.dispose();
  });

  it('fails closed when a source that has changed does not list in time', async () => {
    const source = testSource([numberTool]);
    const { runtime } = await boot([source], [], { limits: { discoveryTimeoutMs: 40 } });
    const run = await runtime.startRun();
    source.list = () => new Promise(() => undefined);
    source.change();
    const answer = await run.call(call);
    expect(code(answer)).toBe('ERR_TOOL_UNAVAILABLE');
    expect(JSON.stringify(answer.content)).toContain('has not listed its tools again');
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });

  it('answers as unknown what the policy is against as it is listed now, at call and look-up, and lets the rest run on [issue7:3]', async () => {
    const source = testSource([numberTool, { ...numberTool, name: 'beta' }]);
    const keeper = plugin('keeper', (host) => {
      host.hooks.policy.tap((tool) => (tool.description === 'changed' ? deny('nobody has reviewed it') : undefined));
      host.events.on('source:changed', () => host.invalidateCatalog());
      // As a lock does: a call waits for the list that a change was told of.
      host.hooks.authorize.tap(() => pause() as Promise<undefined>);
    });
    const { runtime } = await boot([source], [keeper]);
    const run = await runtime.startRun();
    const unknown = await run.call({ ...call, arguments: { id: 'test:main:gamma', args: { a: 1 } } });
    source.tools = [
      { ...numberTool, description: 'changed' },
      { ...numberTool, name: 'beta' },
    ];
    source.change();
    for (const args of [{ a: 1 }, { a: 'wrong' }]) {
      const answer = await run.call({ ...call, arguments: { id: 'test:main:alpha', args } });
      expect(JSON.stringify(answer).replaceAll('alpha', 'gamma')).toBe(JSON.stringify(unknown));
    }
    expect(run.describe('test:main:alpha')).toBeUndefined();
    expect((await run.search({ text: 'alpha', limit: 5 })).hits).toEqual([]);
    expect(source.calls).toEqual([]);
    expect((await run.call({ ...call, arguments: { id: 'test:main:beta', args: { a: 1 } } })).isError).toBe(false);
    expect(source.lists).toBe(2);
    source.tools = [numberTool, { ...numberTool, name: 'beta' }];
    source.change();
    await pause();
    expect((await run.call(call)).isError).toBe(false);
    await runtime.dispose();
  });

  it('answers for a tool that was shown as for any unknown name once the policy is against it, and names it no more', async () => {
    const source = testSource(['alpha', 'beta'].map((name) => ({ ...numberTool, name, exposure: 'direct-only' as const })));
    let denied = '';
    const { runtime, events } = await boot(
      [source],
      [tapping('policy', (tool) => (tool.name === denied ? deny('revoked', { rule: 'r' }) : undefined))],
    );
    const run = await runtime.startRun();
    expect((await run.call({ name: 'alpha', arguments: { a: 1 } })).isError).toBe(false);
    denied = 'alpha';
    source.change();
    const answers = await Promise.all(['alpha', 'gamma'].map((name) => run.call({ name, arguments: { a: 1 } })));
    expect(JSON.stringify(answers[0]).replaceAll('alpha', 'gamma')).toBe(JSON.stringify(answers[1]));
    expect(JSON.stringify(answers[0])).toContain('The tools you can call are: beta, tool_call.');
    expect(events).toContainEqual(expect.objectContaining({ name: 'call:denied', toolId: 'test:main:alpha', rule: 'r' }));
    await runtime.dispose();
  });

  it('lists a source again when a plugin asks for it after a change, also one that came while a list was under way, and no other', async () => {
    const waiting: (() => void)[] = [];
    const slow = testSource([numberTool], { owner: 'slow' });
    const list = slow.list.bind(slow);
    Object.assign(slow, {
      list: (context: never) => (slow.lists === 0 ? list(context) : new Promise<void>((go) => waiting.push(go)).then(() => list(context))),
    });
    const still = testSource([numberTool]);
    let invalidate = (): void => undefined;
    const { runtime } = await boot([slow, still], [plugin('asker', (host) => void (invalidate = () => host.invalidateCatalog()))]);
    invalidate();
    expect([slow.lists, still.lists]).toEqual([0, 0]);
    await runtime.startRun();
    slow.change();
    invalidate();
    slow.change();
    invalidate();
    expect(waiting).toHaveLength(1);
    waiting.splice(0).forEach((go) => go());
    await pause();
    expect(waiting).toHaveLength(1);
    waiting.splice(0).forEach((go) => go());
    await pause();
    expect([slow.lists, still.lists, waiting.length]).toEqual([3, 1, 0]);
    await runtime.dispose();
  });

  it('passes progress to the caller and to observers', async () => {
    const source = testSource([numberTool], {
      call: async ({ onProgress }) => {
        onProgress({ progress: 1, total: 2 });
        return { content: [] };
      },
    });
    const { runtime, events } = await boot([source]);
    const seen: unknown[] = [];
    await (await runtime.startRun()).call({ ...call, onProgress: (progress) => void seen.push(progress) });
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
    expect(events).toContainEqual(expect.objectContaining({ name: 'call:progressed', progress: 1, toolId: 'test:main:alpha' }));
    await runtime.dispose();
  });
});

describe('the order of a call', () => {
  it('is policy, args, authorize, approval, execute, result, with the policy again after each wait, all with the real tool [openclaw:23.1] [openclaw:23.6]', async () => {
    const seen: string[] = [];
    const note = (hook: string, tool: { id: string }): void => void seen.push(`${hook} ${tool.id.split(':')[2]}`);
    const { runtime } = await boot(
      [testSource([numberTool])],
      [
        plugin('observer', (host) => {
          host.hooks.policy.tap((tool, { phase }) => (phase === 'call' ? note('policy', tool) : undefined) as undefined);
          host.hooks.args.tap((args, { tool }) => (note('args', tool), args));
          host.hooks.authorize.tap(({ tool }) => note('authorize', tool) as undefined);
          host.hooks.approvalNeeded.tap(({ tool }, dossier) => (note('approvalNeeded', tool), dossier.require('always')));
          host.hooks.approve.tap(({ tool }) => (note('approve', tool), approval('allow')));
          host.hooks.execute.tap(({ tool }) => note('execute', tool) as undefined);
          host.hooks.result.tap((result, { tool }) => (note('result', tool), result));
        }),
      ],
    );
    await (await runtime.startRun()).call(call);
    expect(seen).toEqual(
      ['policy', 'args', 'authorize', 'policy', 'approvalNeeded', 'approve', 'authorize', 'policy', 'policy', 'execute', 'result'].map(
        (hook) => `${hook} alpha`,
      ),
    );
    await runtime.dispose();
  });

  it('lets a denial win over wrong arguments and names why when the rule is public [openclaw:23.4] [openclaw:case-134] [hermes:9.5]', async () => {
    const { runtime } = await boot([testSource([numberTool])], [tapping('authorize', () => deny('not on Sundays', { isPublic: true }))]);
    const answer = await (await runtime.startRun()).call({ ...call, arguments: { id: 'test:main:alpha', args: { a: 'wrong' } } });
    expect(code(answer)).toBe('ERR_CALL_DENIED');
    expect(JSON.stringify(answer.content)).toContain('not on Sundays');
    await runtime.dispose();
  });

  it('freezes what was accepted: a tool that changes its value later changes nothing [openclaw:18.10] [openclaw:case-145]', async () => {
    const details = { a: 1 };
    const { runtime } = await boot([testSource([numberTool], { call: async () => ({ content: [], details }) })]);
    const answer = await (await runtime.startRun()).call(call);
    details.a = 2;
    expect(answer.details).toEqual({ a: 1 });
    expect(Object.isFrozen(answer.details)).toBe(true);
    await runtime.dispose();
  });

  it('reports a tool that was revoked while its call waited as denied', async () => {
    let revoked = false;
    const { runtime, events } = await boot(
      [testSource([numberTool])],
      [
        ask,
        tapping('approve', () => ((revoked = true), approval('allow')), undefined, 'approver'),
        tapping('policy', () => (revoked ? deny('revoked', { rule: 'r1' }) : undefined)),
      ],
    );
    expect(code(await (await runtime.startRun()).call(call))).toBe('ERR_TOOL_UNKNOWN');
    expect(events).toContainEqual(expect.objectContaining({ name: 'call:denied', plugin: 'tapper', reason: 'revoked', rule: 'r1' }));
    await runtime.dispose();
  });
});

describe('a run that has ended', () => {
  it('runs nothing, searches nothing, describes nothing, and its counts are told [openclaw:18.1] [openclaw:18.6] [openclaw:18.7] [openclaw:26c.1]', async () => {
    const source = testSource([numberTool]);
    const { runtime, events } = await boot([source]);
    const run = await runtime.startRun();
    await run.call(call);
    await run.search({ text: 'alpha', limit: 1 });
    run.describe('test:main:alpha');
    await run.end();
    expect(code(await run.call(call))).toBe('ERR_RUNTIME_DISPOSED');
    await expect(run.search({ text: 'alpha', limit: 1 })).rejects.toMatchObject({ code: 'ERR_RUNTIME_DISPOSED' });
    expect(() => run.describe('test:main:alpha')).toThrow(expect.objectContaining({ code: 'ERR_RUNTIME_DISPOSED' }));
    expect(source.calls).toHaveLength(1);
    expect(events).toContainEqual(expect.objectContaining({ name: 'run:ended', calls: 1, searches: 1, describes: 1 }));
    await runtime.dispose();
  });

  it('aborts its queued calls and does not block those of another run [openclaw:21.5] [openclaw:25.4] [openclaw:case-164]', async () => {
    const open: (() => void)[] = [];
    const source = testSource([{ name: 'alpha', execution: 'sequential' }], {
      call: () => new Promise((resolve) => open.push(() => resolve({ content: [] }))),
    });
    const { runtime } = await boot([source]);
    const [ending, staying] = [await runtime.startRun(), await runtime.startRun()];
    const first = staying.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} } });
    const queued = ending.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} } });
    const last = staying.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} } });
    await pause();
    await ending.end();
    expect(code(await queued)).toBe('ERR_CALL_INTERRUPTED');
    open.shift()?.();
    expect((await first).isError).toBe(false);
    await pause();
    open.shift()?.();
    expect((await last).isError).toBe(false);
    await runtime.dispose();
  });
});

describe('exclusive execution', () => {
  /** Records when calls run; each ends when its name is released. */
  function stepSource(): { source: ToolSource; log: string[]; release(name: string): void } {
    const log: string[] = [];
    const open = new Map<string, () => void>();
    const source = testSource(
      ['a', 'b', 'd']
        .map((name): ToolDefinition => ({ name }))
        .concat(['c', 'e'].map((name) => ({ name, execution: 'sequential' as const }))),
      {
        call: ({ name }) =>
          new Promise((resolve) => {
            log.push(`+${name}`);
            open.set(name, () => {
              log.push(`-${name}`);
              resolve({ content: [] });
            });
          }),
      },
    );
    return { source, log, release: (name) => open.get(name)?.() };
  }

  it('runs in order without overtaking, over all runs of a catalog: a b | c | d | e [openclaw:21.1] [openclaw:21.2]', async () => {
    const { source, log, release } = stepSource();
    const { runtime } = await boot([source]);
    const runs = [await runtime.startRun({ agent: 'x' }), await runtime.startRun({ agent: 'y' })];
    const calls = ['a', 'b', 'c', 'd', 'e'].map((name, position) =>
      (runs[position % 2] as (typeof runs)[0]).call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} } }),
    );
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await pause();
      release(name);
    }
    await Promise.all(calls);
    expect(log).toEqual(['+a', '+b', '-a', '-b', '+c', '-c', '+d', '-d', '+e', '-e']);
    await runtime.dispose();
  });

  it('drops a cancelled waiter without disturbing the others, and holds a slot until the implementation ends [openclaw:21.3] [openclaw:21.5] [openclaw:case-163] [openclaw:case-166]', async () => {
    const { source, log, release } = stepSource();
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const start = (name: string, signal?: AbortSignal) =>
      run.call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} }, ...(signal === undefined ? {} : { signal }) });
    const first = start('c', running.signal);
    const second = start('e', waiting.signal);
    const third = start('a');
    await pause();
    waiting.abort();
    running.abort();
    expect([code(await first), code(await second)]).toEqual(['ERR_CALL_INTERRUPTED', 'ERR_CALL_INTERRUPTED']);
    await pause();
    expect(log).toEqual(['+c']);
    release('c');
    await pause();
    release('a');
    expect((await third).isError).toBe(false);
    expect(log).toEqual(['+c', '-c', '+a', '-a']);
    await runtime.dispose();
  });

  it('holds a slot for an implementation that goes on after its call has ended, cancelled or late, and no longer than the limit [openclaw:21.3]', async () => {
    const log: string[] = [];
    let finish: () => void = () => undefined;
    const source = testSource(
      ['c', 'e'].map((name) => ({ name, execution: 'sequential' as const })),
      {
        call: ({ name, signal, waitUntil }) => {
          log.push(`+${name}`);
          if (name === 'e') return Promise.resolve({ content: [] });
          waitUntil?.(new Promise<void>((resolve) => (finish = resolve)).then(() => void log.push(`-${name}`)));
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        },
      },
    );
    const { runtime, events } = await boot([source], [], { limits: { callTimeoutMs: 60, settleTimeoutMs: 200 } });
    const run = await runtime.startRun();
    const start = (name: string, signal?: AbortSignal) =>
      run.call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} }, ...(signal === undefined ? {} : { signal }) });
    for (const [signal, expected] of [
      [AbortSignal.timeout(15), 'ERR_CALL_INTERRUPTED'],
      [undefined, 'ERR_CALL_TIMEOUT'],
    ] as const) {
      log.length = 0;
      const first = start('c', signal);
      expect(code(await first)).toBe(expected);
      const second = start('e');
      await pause(20);
      expect(log).toEqual(['+c']);
      finish();
      expect((await second).isError).toBe(false);
      expect(log).toEqual(['+c', '-c', '+e']);
    }
    expect(events.filter(({ name }) => name === 'call:abandoned')).toEqual([]);
    await start('c');
    expect((await start('e')).isError).toBe(false);
    expect(events.filter(({ name }) => name === 'call:abandoned')).toMatchObject([{ toolId: 'test:main:c', waitedMs: 200 }]);
    await runtime.dispose();
  });

  it('holds the slot of a source that never settles, and no longer than the limit', async () => {
    const source = testSource(
      ['c', 'e'].map((name) => ({ name, execution: 'sequential' as const })),
      { call: ({ name }) => (name === 'e' ? Promise.resolve({ content: [] }) : new Promise(() => undefined)) },
    );
    const { runtime, events } = await boot([source], [], { limits: { settleTimeoutMs: 100 } });
    const run = await runtime.startRun();
    const start = (name: string, signal?: AbortSignal) =>
      run.call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} }, ...(signal === undefined ? {} : { signal }) });
    await start('c', AbortSignal.timeout(10));
    const started = performance.now();
    expect((await start('e')).isError).toBe(false);
    expect(performance.now() - started).toBeGreaterThan(60);
    expect(events.some(({ name }) => name === 'call:abandoned')).toBe(true);
    await runtime.dispose();
  });

  it('is one lane for a catalog also after it has been narrowed [openclaw:21.1]', async () => {
    const { source, log, release } = stepSource();
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    const first = run.call({ name: 'tool_call', arguments: { id: 'test:main:c', args: {} } });
    await pause();
    run.narrow(['test:main:e']);
    const second = run.call({ name: 'tool_call', arguments: { id: 'test:main:e', args: {} } });
    await pause();
    expect(log).toEqual(['+c']);
    release('c');
    await pause();
    release('e');
    expect([(await first).isError, (await second).isError]).toEqual([false, false]);
    await runtime.dispose();
  });

  it('fails a call from inside a tool that could never start [openclaw:21.4]', async () => {
    const again: { call?: () => Promise<unknown> } = {};
    const source = testSource([{ name: 'outer', execution: 'sequential' }, { name: 'inner' }], {
      call: async ({ name }) => (name === 'outer' ? { content: [], details: await again.call?.() } : { content: [] }),
    });
    const { runtime } = await boot([source]);
    const run = await runtime.startRun();
    again.call = async () => code(await run.call({ name: 'tool_call', arguments: { id: 'test:main:inner', args: {} } }));
    expect((await run.call({ name: 'tool_call', arguments: { id: 'test:main:outer', args: {} } })).details).toBe('ERR_CALL_REENTRANT');
    await runtime.dispose();
  });

  it('looks again after waiting: what was revoked meanwhile does not run [openclaw:18.5] [openclaw:26c.3]', async () => {
    const { source, log, release } = stepSource();
    let revoked = false;
    const { runtime } = await boot(
      [source],
      [plugin('revoker', (host) => host.hooks.policy.tap((tool) => (revoked && tool.name === 'a' ? deny('revoked') : undefined)))],
    );
    const run = await runtime.startRun();
    const first = run.call({ name: 'tool_call', arguments: { id: 'test:main:c', args: {} } });
    const second = run.call({ name: 'tool_call', arguments: { id: 'test:main:a', args: {} } });
    await pause();
    revoked = true;
    release('c');
    await first;
    expect(code(await second)).toBe('ERR_TOOL_UNKNOWN');
    expect(log).toEqual(['+c', '-c']);
    await runtime.dispose();
  });
});

describe('a run that is narrowed', () => {
  it('while a call waits for its slot, for an approval or for a tap no longer runs it [openclaw:18.5] [openclaw:21.5] [openclaw:26c.2]', async () => {
    let open: () => void = () => undefined;
    const gate = () => new Promise<void>((resolve) => (open = resolve));
    const source = testSource([{ name: 'seq', execution: 'sequential' }, { name: 'alpha' }, { name: 'asked' }, { name: 'checked' }], {
      call: async (request) => {
        source.calls.push(request);
        if (request.name === 'seq') await gate();
        return { content: [] };
      },
      resolve: async (name) => (name === 'far' ? { name } : undefined),
    });
    const waiting = plugin('waiting', (host) => {
      host.hooks.approvalNeeded.tap(({ tool }, dossier) => (tool.name === 'asked' ? dossier.require('always') : undefined));
      host.hooks.approve.tap(() => gate().then(() => approval('allow')));
      host.hooks.authorize.tap(({ tool }) => (tool.name === 'checked' ? (gate() as Promise<never>) : undefined));
    });
    const { runtime } = await boot([source], [waiting]);
    const run = await runtime.startRun();
    const start = (name: string) => run.call({ name: 'tool_call', arguments: { id: `test:main:${name}`, args: {} } });
    const running = start('seq');
    await pause();
    const queued = [start('alpha'), start('far')];
    await pause();
    run.narrow(['test:main:seq']);
    open();
    expect((await running).isError).toBe(false);
    for (const answer of await Promise.all(queued)) expect(code(answer)).toBe('ERR_TOOL_UNKNOWN');
    for (const name of ['asked', 'checked']) {
      run.narrow(undefined);
      const calling = start(name);
      await pause();
      run.narrow(['test:main:seq']);
      open();
      expect(code(await calling)).toBe('ERR_TOOL_UNKNOWN');
    }
    run.narrow(undefined);
    expect((await start('alpha')).isError).toBe(false);
    expect(source.calls.map(({ name }) => name)).toEqual(['seq', 'alpha']);
    await runtime.dispose();
  });

  it('by anything but patterns says so and stays as it was', async () => {
    const { runtime } = await boot([testSource([{ name: 'alpha' }])]);
    const run = await runtime.startRun();
    const patterns = ['alpha'];
    run.narrow(patterns);
    for (const wrong of [null, 'alpha', [5], {}])
      expect(() => run.narrow(wrong as never)).toThrow(expect.objectContaining({ code: 'ERR_RUN_REQUEST' }));
    patterns.pop();
    expect(run.entries).toHaveLength(1);
    expect((await run.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} } })).isError).toBe(false);
    await runtime.dispose();
  });
});

describe('a tool that its source resolves on demand', () => {
  const onDemand = (overrides: Partial<ToolSource> = {}) =>
    testSource([numberTool], {
      resolve: async (name) => (name.startsWith('far_') ? { name, inputSchema: { type: 'object', required: ['a'] } } : undefined),
      ...overrides,
    });
  const far = (id = 'test:main:far_away', args: object = { a: 1 }) => ({ name: 'tool_call', arguments: { id, args } });

  it('is called through the whole pipeline under its own id, and is neither listed nor found', async () => {
    const source = onDemand();
    const seen: string[] = [];
    const { runtime, events } = await boot([source], [tapping('authorize', (view) => void seen.push(view.tool.id))]);
    const run = await runtime.startRun();
    expect(await run.call(far())).toMatchObject({ isError: false, details: { a: 1 } });
    expect(code(await run.call(far('test:main:far_away', {})))).toBe('ERR_CALL_ARGUMENTS');
    expect(new Set(seen)).toEqual(new Set(['test:main:far_away']));
    expect(source.calls.map(({ name }) => name)).toEqual(['far_away']);
    expect(events.filter(({ name }) => name === 'call:completed')).toMatchObject([{ toolId: 'test:main:far_away' }]);
    expect(run.entries.map(({ tool }) => tool.name)).toEqual(['alpha']);
    await runtime.dispose();
  });

  it('does not exist where a policy denies it, the run does not allow it or the source has none', async () => {
    const source = onDemand();
    const policy = tapping('policy', (tool) => (tool.name === 'far_off' ? deny('too far') : undefined), undefined, 'rules');
    const { runtime } = await boot([source], [policy]);
    const run = await runtime.startRun({ allow: ['far_*', 'alpha'] });
    const missing = async (id: string) => code(await run.call(far(id)));
    expect(await missing('test:main:far_off')).toBe('ERR_TOOL_UNKNOWN');
    expect(await missing('test:main:near')).toBe('ERR_TOOL_UNKNOWN');
    expect(await missing('test:other:far_away')).toBe('ERR_TOOL_UNKNOWN');
    expect(await missing('test:main:far_away')).toBeUndefined();
    run.narrow(['alpha']);
    expect(await missing('test:main:far_away')).toBe('ERR_TOOL_UNKNOWN');
    const other = await runtime.startRun({ allow: ['alpha'] });
    expect(code(await other.call(far()))).toBe('ERR_TOOL_UNKNOWN');
    expect(source.calls).toHaveLength(1);
    await runtime.dispose();
  });

  it('does not exist while its source fails to resolve it', async () => {
    const failing: ToolSource['resolve'][] = [
      () => Promise.reject(new Error('down')),
      () => {
        throw new Error('broken');
      },
      async () => ({ name: '' }),
      async () => ({ name: 'another' }),
    ];
    for (const resolve of failing) {
      const { runtime } = await boot([onDemand({ resolve: resolve as NonNullable<typeof resolve> })]);
      expect(code(await (await runtime.startRun()).call(far()))).toBe('ERR_TOOL_UNKNOWN');
      await runtime.dispose();
    }
  });

  it('does not bring back a listed tool that is hidden', async () => {
    const source = onDemand({ resolve: async (name) => ({ name }) });
    const { runtime } = await boot([source], [tapping('visibility', (tool) => (tool.name === 'alpha' ? 'hidden' : undefined))]);
    const run = await runtime.startRun();
    expect(code(await run.call(call))).toBe('ERR_TOOL_UNKNOWN');
    expect(source.calls).toEqual([]);
    await runtime.dispose();
  });
});

describe('the party that made a call', () => {
  it('reaches hooks and source with that call alone, through a control and directly', async () => {
    const source = testSource([{ name: 'alpha' }]);
    const seen: unknown[] = [];
    const watch = tapping('authorize', (view) => void seen.push(view.peer));
    const { runtime } = await boot([source], [watch]);
    const run = await runtime.startRun();
    const peer = { elicit: () => Promise.resolve({ action: 'accept' }) };
    await run.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} }, peer });
    await run.callTool('test:main:alpha', { arguments: {}, peer });
    await run.callTool('test:main:alpha', { arguments: {} });
    expect(source.calls.map((made) => made.peer)).toEqual([peer, peer, undefined]);
    expect(seen).toEqual([peer, peer, undefined]);
    await runtime.dispose();
  });
});

describe('what events tell of a call', () => {
  it('never holds secrets of its arguments, even where the tool repeats them', async () => {
    const source = testSource([{ name: 'alpha' }], { call: () => Promise.reject(new Error('login with hunter2hunter2 failed')) });
    const { runtime, events } = await boot([source]);
    await (
      await runtime.startRun()
    ).call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: { password: 'hunter2hunter2' } } });
    expect(events.find(({ name }) => name === 'call:failed')).toMatchObject({
      reason: expect.stringContaining('login with [redacted] failed'),
    });
    expect(JSON.stringify(events)).not.toContain('hunter2');
    await runtime.dispose();
  });

  it('says what was asked for when there is no such tool, whether it is unknown or not allowed', async () => {
    const { runtime, events } = await boot([testSource([{ name: 'alpha' }])], [tapping('policy', () => deny('no'))]);
    const run = await runtime.startRun();
    await run.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: {} }, callId: 'c1' });
    await run.call({ name: 'nothing', arguments: {}, callId: 'c2' });
    await expect(run.callTool('test:main:alpha', { arguments: {}, callId: 'c3' })).rejects.toMatchObject({ code: 'ERR_TOOL_UNKNOWN' });
    expect(events.filter(({ name }) => name === 'call:unknown')).toMatchObject([
      { callId: 'c1', calledName: 'tool_call', reason: expect.stringContaining('test:main:alpha') },
      { callId: 'c2', calledName: 'nothing', reason: expect.stringContaining('nothing') },
      { callId: 'c3', calledName: 'test:main:alpha', reason: expect.stringContaining('test:main:alpha') },
    ]);
    await runtime.dispose();
  });
});

describe('a tool that is revoked during a run', () => {
  it('is gone from searches, look-ups and descriptions at once, and back when it is allowed again, while the prompt stays', async () => {
    let denied: string | undefined;
    let invalidate = (): void => undefined;
    const rules = plugin('rules', (host) => {
      invalidate = () => host.invalidateCatalog();
      host.hooks.policy.tap((tool) => (tool.name === denied ? deny('revoked') : undefined));
    });
    const { runtime } = await boot([testSource([{ name: 'alpha' }, { name: 'alphabet' }])], [rules]);
    const run = await runtime.startRun();
    const found = async () => (await run.search({ text: 'alpha', limit: 5 })).hits.map(({ tool }) => tool.name);
    const { prompt } = run;
    expect(await found()).toEqual(['alpha', 'alphabet']);
    denied = 'alpha';
    invalidate();
    expect(await found()).toEqual(['alphabet']);
    expect(run.describe('test:main:alpha')).toBeUndefined();
    expect(run.prompt).toBe(prompt);
    denied = undefined;
    invalidate();
    expect(await found()).toEqual(['alpha', 'alphabet']);
    run.narrow(['alphabet']);
    denied = 'alphabet';
    invalidate();
    expect(await found()).toEqual([]);
    run.narrow(undefined);
    expect(await found()).toEqual(['alpha']);
    await runtime.dispose();
  });
});
