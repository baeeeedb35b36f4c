import { deny, type ToolDefinition } from '@toolrack/contracts';
import { boot, plainSurface, plugin, tapping, testSource } from '../../test/support.js';

const names = (run: { entries: readonly { tool: { name: string } }[] }): string[] => run.entries.map((entry) => entry.tool.name);

describe('catalog', () => {
  it('is the same snapshot with the same digest for equal scopes and for any order of sources and keys [openclaw:25.1]', async () => {
    const a: ToolDefinition = {
      name: 'a',
      description: 'x',
      inputSchema: { type: 'object', properties: { p: { type: 'string' }, q: {} } },
    };
    const b: ToolDefinition = { name: 'b', inputSchema: { properties: {}, type: 'object' } };
    const turned: ToolDefinition = {
      inputSchema: { properties: { q: {}, p: { type: 'string' } }, type: 'object' },
      description: 'x',
      name: 'a',
    };
    const first = await boot([testSource([a], { owner: 'one' }), testSource([b], { owner: 'two' })]);
    const second = await boot([testSource([b], { owner: 'two' }), testSource([turned], { owner: 'one' })]);
    const [run, same, other] = [
      await first.runtime.startRun({ agent: 'x' }),
      await first.runtime.startRun({ agent: 'x' }),
      await first.runtime.startRun({ agent: 'y' }),
    ];
    expect(run.entries).toBe(same.entries);
    expect(run.entries).toBe(other.entries);
    expect((await second.runtime.startRun()).catalog.digest).toBe(run.catalog.digest);
    await Promise.all([first.runtime.dispose(), second.runtime.dispose()]);
  });

  it('loses a broken definition alone, with its reason [openclaw:1.5]', async () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    const source = testSource([
      { name: 'good' },
      null as never,
      { name: '' },
      { name: 'x'.repeat(70_000) },
      { name: 'good', description: 'again' },
      { name: 'no_text', description: 5 as never },
      { name: 'odd_schema', inputSchema: 'nope' as never },
      { name: 'proxy_schema', inputSchema: hostile },
      hostile as never,
    ]);
    const { runtime, events } = await boot([source]);
    const run = await runtime.startRun();
    expect(names(run)).toEqual(['good', 'no_text', 'odd_schema', 'proxy_schema']);
    expect(run.catalog.sources[0]?.problems?.length).toBe(8);
    expect(events.filter((event) => event.name === 'tool:dropped')).toHaveLength(5);
    expect(run.entries.every((entry) => Object.isFrozen(entry.tool) && /^[0-9a-f]{64}$/u.test(entry.tool.digest))).toBe(true);
    await runtime.dispose();
  });

  it('reports a failed source and goes on with the others; a slow one is waited for once', async () => {
    let answer: (() => void) | undefined;
    const slow = testSource([{ name: 'late' }], { owner: 'slow' });
    slow.list = () =>
      new Promise((resolve) => {
        answer = () => resolve({ tools: slow.tools });
      });
    const failing = testSource([], { owner: 'failing', list: () => Promise.reject(new Error('exit code 1')) });
    const { runtime, events } = await boot([slow, failing, testSource([{ name: 'here' }])], [], { limits: { discoveryTimeoutMs: 60 } });
    const run = await runtime.startRun();
    expect(names(run)).toEqual(['here']);
    expect(run.catalog.sources.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['test:slow', 'starting', 'its list has not arrived yet'],
      ['test:failing', 'failed', 'exit code 1'],
      ['test:main', 'started', undefined],
    ]);
    const started = performance.now();
    await runtime.startRun();
    expect(performance.now() - started).toBeLessThan(50);
    answer?.();
    await new Promise(setImmediate);
    expect(names(await runtime.startRun())).toEqual(['here', 'late']);
    expect(names(run)).toEqual(['here']);
    const arrived = {
      id: 'test:slow',
      state: 'starting',
      reason: 'it listed its tools after this run began; a new run has them',
      tools: 0,
    };
    expect(run.catalog.sources[0]).toMatchObject(arrived);
    expect((await run.search({ text: 'late', limit: 5 })).sources?.[0]).toMatchObject(arrived);
    expect(events.some((event) => event.name === 'source:failed' && event.sourceId === 'test:failing')).toBe(true);
    await runtime.dispose();
  });

  it('tells nothing of a source that listed too late for a run when all of its tools are denied, now or by the run itself', async () => {
    let answer: (() => void) | undefined;
    const slow = testSource([{ name: 'late' }], { owner: 'slow' });
    slow.list = () => new Promise((resolve) => (answer = () => resolve({ tools: slow.tools })));
    let isDenied = false;
    const rule = plugin('rule', (host) => host.hooks.policy.tap((tool) => (isDenied && tool.name === 'late' ? deny('no') : undefined)));
    const { runtime } = await boot([slow, testSource([{ name: 'here' }])], [rule], { limits: { discoveryTimeoutMs: 20 } });
    const [run, narrow] = [await runtime.startRun(), await runtime.startRun({ allow: ['test:slow:other', 'here'] })];
    answer?.();
    await new Promise(setImmediate);
    const seen = (one: typeof run): string[] => one.catalog.sources.map(({ id }) => id);
    expect([seen(run), seen(narrow)]).toEqual([['test:slow', 'test:main'], ['test:main']]);
    isDenied = true;
    expect(seen(run)).toEqual(['test:main']);
    await runtime.dispose();
  });

  it('pins the catalog of a run and lists only the changed source again [openclaw:25.3] [openclaw:25.4]', async () => {
    const [one, two] = [testSource([{ name: 'a' }], { owner: 'one' }), testSource([{ name: 'b' }], { owner: 'two' })];
    const { runtime } = await boot([one, two]);
    const run = await runtime.startRun();
    one.tools = [{ name: 'a' }, { name: 'c' }];
    one.change();
    expect(names(await runtime.startRun())).toEqual(['a', 'c', 'b']);
    expect(names(run)).toEqual(['a', 'b']);
    expect([one.lists, two.lists]).toEqual([2, 1]);
    await runtime.dispose();
  });

  it('caps trust: the lower of claim and grant wins, and without a grant nobody is trusted', async () => {
    const claims = [testSource([{ name: 'a' }], { owner: 'claims' }), testSource([{ name: 'b' }], { owner: 'modest', trust: 'untrusted' })];
    const open = await boot(claims);
    const closed = await boot(claims, [], { trust: {} });
    const partly = await boot(claims, [], { trust: { 'test:claims': 'untrusted', '*': 'trusted' } });
    const trust = async ({ runtime }: typeof open): Promise<string[]> =>
      (await runtime.startRun()).entries.map((entry) => entry.tool.trust);
    expect(await trust(open)).toEqual(['trusted', 'untrusted']);
    expect(await trust(closed)).toEqual(['untrusted', 'untrusted']);
    expect(await trust(partly)).toEqual(['untrusted', 'untrusted']);
    await Promise.all([open.runtime.dispose(), closed.runtime.dispose(), partly.runtime.dispose()]);
  });

  it('hides denied tools and the sources of which nothing is allowed', async () => {
    const { runtime } = await boot(
      [testSource([{ name: 'a' }, { name: 'delete_a' }]), testSource([{ name: 'b' }], { owner: 'secret' })],
      [
        tapping('policy', (tool, { run }) =>
          run.scope.agent === 'guest' && (tool.source.owner === 'secret' || tool.name.startsWith('delete_')) ? deny('guest') : undefined,
        ),
      ],
    );
    const guest = await runtime.startRun({ agent: 'guest' });
    expect(names(guest)).toEqual(['a']);
    expect(guest.catalog.sources.map((source) => source.id)).toEqual(['test:main']);
    expect(names(await runtime.startRun({ agent: 'owner' }))).toEqual(['a', 'delete_a', 'b']);
    await runtime.dispose();
  });

  it('narrows by pattern at the start and later, and lifts it again', async () => {
    const { runtime } = await boot([testSource([{ name: 'read_a' }, { name: 'read_b' }, { name: 'write_a' }])]);
    const run = await runtime.startRun({ allow: ['read_*'] });
    expect(names(run)).toEqual(['read_a', 'read_b']);
    run.narrow(['test:main:*_a']);
    expect(names(run)).toEqual(['read_a']);
    expect(run.prompt).toBe('read_a');
    expect((await run.search({ text: 'read_b', limit: 2 })).hits).toEqual([]);
    run.narrow([]);
    expect([names(run), run.prompt]).toEqual([[], '']);
    run.narrow(undefined);
    expect(run.prompt).toBe('read_a,read_b');
    await runtime.dispose();
  });

  it('shows direct-only tools and required trusted names directly, without a row, under names that fit every provider [openclaw:case-85]', async () => {
    const { runtime } = await boot([
      testSource([
        { name: 'message' },
        { name: 'panel', exposure: 'direct-only' },
        { name: 'tool_call', exposure: 'direct-only' },
        { name: 'späte Größe/x', exposure: 'direct-only' },
      ]),
      testSource([{ name: 'message' }], { owner: 'foreign', trust: 'untrusted' }),
    ]);
    const run = await runtime.startRun({ directNames: ['message'] });
    const shown = Object.fromEntries(run.entries.filter((entry) => entry.direct).map((entry) => [entry.tool.id, entry.callName]));
    expect(Object.keys(shown).sort()).toEqual(['test:main:message', 'test:main:panel', 'test:main:späte Größe/x', 'test:main:tool_call']);
    expect(shown['test:main:message']).toBe('message');
    expect(shown['test:main:tool_call']).toBe('main__tool_call');
    for (const tool of run.tools) expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/u);
    expect(new Set(run.tools.map((tool) => tool.name)).size).toBe(run.tools.length);
    expect(run.entries.find((entry) => entry.tool.name === 'panel')?.searchable).toBe(false);
    expect(run.prompt).toBe('');
    expect((await run.search({ text: 'message', limit: 5 })).hits.map((hit) => hit.tool.source.owner)).toEqual(['foreign', 'main']);
    await runtime.dispose();
  });

  it('lets a discover tap add sources for one run, attributed and disposed with it, and skip others', async () => {
    let disposed = 0;
    const { runtime } = await boot(
      [testSource([{ name: 'a' }])],
      [
        tapping('discover', (session) => {
          if (session.run.scope.agent !== 'x') return;
          session.add(testSource([{ name: 'mine' }], { owner: 'own', dispose: () => void disposed++ }));
          session.skip('test:main', 'not today');
        }),
      ],
    );
    const run = await runtime.startRun({ agent: 'x' });
    expect(names(run)).toEqual(['mine']);
    expect(run.catalog.sources.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['test:main', 'skipped', 'not today'],
      ['test:own', 'started', undefined],
    ]);
    expect((await run.search({ text: 'mine', limit: 2 })).hits).toHaveLength(1);
    expect(names(await runtime.startRun())).toEqual(['a']);
    await run.end();
    expect(disposed).toBe(1);
    await runtime.dispose();
  });

  it('asks the policy again after invalidateCatalog [openclaw:26c.2]', async () => {
    let denied = false;
    let invalidate: () => void = () => undefined;
    const { runtime, events } = await boot(
      [testSource([{ name: 'a' }])],
      [
        plugin('switch', (host) => {
          invalidate = () => host.invalidateCatalog();
          host.hooks.policy.tap(() => (denied ? deny('off') : undefined));
        }),
      ],
    );
    const run = await runtime.startRun();
    denied = true;
    expect(names(await runtime.startRun())).toEqual(['a']);
    invalidate();
    expect(events).toContainEqual(expect.objectContaining({ name: 'catalog:invalidated', plugin: 'switch' }));
    expect(names(await runtime.startRun())).toEqual([]);
    expect((await run.search({ text: 'a', limit: 1 })).hits).toEqual([]);
    expect(run.describe('test:main:a')).toBeUndefined();
    expect((await run.call({ name: 'tool_call', arguments: { id: 'test:main:a', args: {} } })).details).toMatchObject({
      error: { code: 'ERR_TOOL_UNKNOWN' },
    });
    await runtime.dispose();
  });

  it('classifies a tool by its source, whatever the definition says of itself [openclaw:1.2] [openclaw:1.4]', async () => {
    const liar = { name: 'a', id: 'openclaw:core:a', source: { kind: 'openclaw', owner: 'core' }, trust: 'trusted' } as never;
    const { runtime } = await boot([testSource([liar], { kind: 'mcp', owner: 'x', trust: 'untrusted' })]);
    const [entry] = (await runtime.startRun()).entries;
    expect(entry?.tool).toMatchObject({ id: 'mcp:x:a', source: { kind: 'mcp', owner: 'x' }, trust: 'untrusted' });
    await runtime.dispose();
  });

  it('is built and drawn once for equal runs, and says when it is built [openclaw:25.2] [openclaw:26.4] [openclaw:case-95]', async () => {
    let drawn = 0;
    const { runtime, events } = await boot(
      [testSource([{ name: 'a' }])],
      [
        plugin('counter', (host) =>
          host.hooks.visibility.tap(() => {
            drawn++;
            return undefined;
          }),
        ),
      ],
    );
    for (let count = 0; count < 3; count++) expect((await runtime.startRun()).prompt).toBe('a');
    expect(drawn).toBe(1);
    expect(events.filter((event) => event.name === 'catalog:built')).toHaveLength(1);
    await runtime.dispose();
  });

  it('validates with the definition of its own catalog after a change [openclaw:19.3] [openclaw:case-139]', async () => {
    const schema = (type: string) => ({ type: 'object', properties: { x: { type } } });
    const source = testSource([{ name: 'a', inputSchema: schema('string') }]);
    const { runtime } = await boot([source]);
    const ask = async (x: unknown) =>
      (await (await runtime.startRun()).call({ name: 'tool_call', arguments: { id: 'test:main:a', args: { x } } })).isError;
    expect([await ask('t'), await ask(1)]).toEqual([false, true]);
    source.tools = [{ name: 'a', inputSchema: schema('number') }];
    source.change();
    expect([await ask('t'), await ask(1)]).toEqual([true, false]);
    await runtime.dispose();
  });

  it('stores what a descriptor tap made of a definition, frozen and with a digest of its own [openclaw:1.7]', async () => {
    const source = testSource([{ name: 'a', description: 'draft' }]);
    const plain = await boot([source]);
    const { runtime } = await boot(
      [source],
      [tapping('descriptor', (tool) => ({ ...tool, description: 'final', inputSchema: { type: 'object', required: ['x'] } }))],
    );
    const [before, after] = [(await plain.runtime.startRun()).entries[0]?.tool, (await runtime.startRun()).entries[0]?.tool];
    expect(after).toMatchObject({ description: 'final', inputSchema: { required: ['x'] } });
    expect(after?.digest).not.toBe(before?.digest);
    expect(Object.isFrozen(after?.inputSchema)).toBe(true);
    await Promise.all([plain.runtime.dispose(), runtime.dispose()]);
  });

  it('draws rows for shared names only where the surface has call names of its own', async () => {
    const sources = [testSource([{ name: 'create' }], { owner: 'github' }), testSource([{ name: 'create' }], { owner: 'linear' })];
    const named = {
      ...plainSurface,
      callName: ({ source, name }: { source: { owner: string }; name: string }) => `${source.owner}__${name}`,
    };
    const [plain, own] = [await boot(sources), await boot(sources, [], { surface: named })];
    expect((await plain.runtime.startRun()).prompt).toBe('');
    const run = await own.runtime.startRun();
    expect(run.prompt).toBe('create,create');
    expect(run.entries.map((entry) => entry.callName)).toEqual(['github__create', 'linear__create']);
    await Promise.all([plain.runtime.dispose(), own.runtime.dispose()]);
  });

  it('refuses a run request that names no known field or has a wrong value', async () => {
    const { runtime } = await boot([]);
    for (const [request, text] of [
      [{ agnet: 'x' }, '/agnet'],
      [{ agent: '' }, '/agent'],
      [{ contextWindow: 0 }, '/contextWindow'],
      [{ allow: 'x' }, '/allow'],
      [{ client: {} }, '/client/tools'],
      [{ host: { x: 1 } }, '/host/x'],
    ] as const) {
      await expect(runtime.startRun(request as never)).rejects.toMatchObject({
        code: 'ERR_RUN_REQUEST',
        message: expect.stringContaining(text),
      });
    }
    await runtime.dispose();
  });
});

describe('the order of tools', () => {
  it('is the same under every locale: by code unit [cache-241]', async () => {
    const names = ['Zeta', 'alpha', 'İstanbul', 'istanbul', 'ärger', 'zebra', 'a-b', 'a_b', 'a.b'];
    const original = String.prototype.localeCompare;
    const orders: (readonly string[])[] = [];
    try {
      for (const locale of ['en-US', 'tr-TR', 'sv-SE']) {
        const collator = new Intl.Collator(locale);
        String.prototype.localeCompare = function (this: string, other: string) {
          return collator.compare(String(this), other);
        };
        const { runtime } = await boot([testSource(names.map((name) => ({ name })))]);
        const run = await runtime.startRun();
        orders.push([run.prompt, run.catalog.digest, ...run.entries.map(({ tool, callName }) => `${tool.name}=${callName}`)]);
        await runtime.dispose();
      }
    } finally {
      String.prototype.localeCompare = original;
    }
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
    expect(orders[0]?.slice(2).map((line) => line.split('=')[0])).toEqual([...names].sort((left, right) => (left < right ? -1 : 1)));
  });
});

describe('a source that has listed nothing', () => {
  const dead = (owner: string) => testSource([], { owner, list: () => Promise.reject(new Error('exited with 1')) });
  const withRule = (pattern: string) => tapping('policy', (tool) => (tool.id.startsWith(pattern) ? deny('no') : undefined));
  const ids = async (request: { allow?: string[] }, rule = withRule('none')) => {
    const { runtime } = await boot([testSource([{ name: 'alpha' }]), dead('secret')], [rule]);
    const { sources } = (await runtime.startRun(request)).catalog;
    await runtime.dispose();
    return sources.map(({ id }) => id);
  };

  it('is named with its state only where some tool of it could be allowed', async () => {
    expect(await ids({})).toEqual(['test:main', 'test:secret']);
    expect(await ids({ allow: ['test:*'] })).toEqual(['test:main', 'test:secret']);
    expect(await ids({ allow: ['test:main:*', 'test:secret:read_*'] })).toEqual(['test:main', 'test:secret']);
    expect(await ids({ allow: ['alpha'] })).toEqual(['test:main', 'test:secret']);
    expect(await ids({ allow: ['test:main:*'] })).toEqual(['test:main']);
    expect(await ids({}, withRule('test:secret:'))).toEqual(['test:main']);
  });

  it('names no problem of a tool that is denied', async () => {
    const source = testSource([{ name: 'alpha' }, { name: 'twin' }, { name: 'twin' }, { name: 'secret' }, { name: 'secret' }]);
    const { runtime } = await boot([source], [withRule('test:main:secret')]);
    const [summary] = (await runtime.startRun()).catalog.sources;
    expect(summary?.problems?.map(({ tool }) => tool)).toEqual(['twin']);
    await runtime.dispose();
  });
});
