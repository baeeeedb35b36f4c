import {
  definePlugin,
  DirectoryService,
  extensionPoint,
  RankerService,
  serviceToken,
  ToolrackError,
  ToolSources,
  type Plugin,
} from '@toolrack/contracts';
import { createRuntime } from '../index.js';
import { baseParts, boot, plugin, substringRanker, testSource } from '../../test/support.js';

async function failure(plugins: unknown): Promise<{ code: string; message: string; plugin?: string }> {
  try {
    const runtime = await createRuntime({ plugins: plugins as Plugin[], limits: { applyTimeoutMs: 50 } });
    await runtime.dispose();
  } catch (error) {
    if (ToolrackError.is(error))
      return {
        code: error.code,
        message: `${error.message} ${error.hint ?? ''}`,
        ...(error.plugin === undefined ? {} : { plugin: error.plugin }),
      };
    throw error;
  }
  throw new Error('booted');
}

const spec = { name: 'p', version: '1.0.0', api: '^1', apply: () => undefined };

describe('boot', () => {
  it.each([
    ['a function instead of a plugin', [definePlugin(spec)], 'ERR_PLUGIN_SHAPE', 'call the factory'],
    ['something else', [{}], 'ERR_PLUGIN_SHAPE', 'plugins[0]'],
    ['no array', 'x', 'ERR_PLUGIN_SHAPE', 'array'],
    ['no name', [definePlugin({ ...spec, name: '' })()], 'ERR_PLUGIN_NAME', 'no name'],
    ['a bad version', [definePlugin({ ...spec, version: 'one' })()], 'ERR_PLUGIN_NAME', '1.2.3'],
    ['one plugin twice', [definePlugin(spec)(), definePlugin(spec)()], 'ERR_PLUGIN_NAME', 'twice'],
    ['another contract', [definePlugin({ ...spec, api: '^2' })()], 'ERR_PLUGIN_API', '^2'],
    ['an unreadable range', [definePlugin({ ...spec, api: '>=1' })()], 'ERR_PLUGIN_API', '^1 or ^1.2'],
    ['a later minor of the contract', [definePlugin({ ...spec, api: '^1.9' })()], 'ERR_PLUGIN_API', '^1.9'],
    ['a missing requirement', [definePlugin({ ...spec, requires: ['q'] })()], 'ERR_PLUGIN_REQUIRES', 'Add q'],
    [
      'a circle',
      [definePlugin({ ...spec, requires: ['q'] })(), definePlugin({ ...spec, name: 'q', requires: ['p'] })()],
      'ERR_PLUGIN_REQUIRES',
      'p → q → p',
    ],
    [
      'wrong options',
      [definePlugin({ ...spec, optionsSchema: { type: 'object', additionalProperties: false } })({ nope: 1 } as never)],
      'ERR_PLUGIN_OPTIONS',
      '/nope',
    ],
    [
      'an apply that throws',
      [
        plugin('p', () => {
          throw new Error('boom');
        }),
      ],
      'ERR_PLUGIN_APPLY',
      'boom',
    ],
    ['an apply that rejects', [plugin('p', () => Promise.reject(new Error('boom')))], 'ERR_PLUGIN_APPLY', 'boom'],
    ['an apply that hangs', [plugin('p', () => new Promise<void>(() => undefined))], 'ERR_PLUGIN_APPLY', 'did not finish within 50 ms'],
    ['no policy', [plugin('p', (host) => host.provide(RankerService, () => substringRanker))], 'ERR_POLICY_MISSING', 'policyOpen()'],
    ['no ranker', [plugin('p', (host) => host.hooks.policy.tap(() => undefined))], 'ERR_SERVICE_MISSING', 'kernel.ranker'],
    [
      'two rankers',
      [baseParts(), plugin('other', (host) => host.provide(RankerService, () => substringRanker))],
      'ERR_SERVICE_CONFLICT',
      'base and other',
    ],
    [
      'two sources with one id',
      [baseParts([testSource([])]), plugin('other', (host) => host.contribute(ToolSources, testSource([])))],
      'ERR_SOURCE_CONFLICT',
      'test:main',
    ],
    ['a source whose owner holds a colon', [baseParts([testSource([], { owner: 'a:b' })])], 'ERR_SOURCE_CONFLICT', 'no colon'],
    [
      'a factory that throws',
      [
        baseParts(),
        plugin('other', (host) =>
          host.provide(serviceToken('acme.x'), () => {
            throw new Error('boom');
          }),
        ),
      ],
      'ERR_SERVICE_FAILED',
      'boom',
    ],
    [
      'a factory of a promise',
      [baseParts(), plugin('other', (host) => host.provide(serviceToken('acme.x'), () => Promise.resolve(1)))],
      'ERR_SERVICE_FAILED',
      'at once',
    ],
    ['a tap that is no function', [plugin('p', (host) => host.hooks.query.tap(1 as never))], 'ERR_PLUGIN_APPLY', 'query'],
  ])('refuses %s with one clear error', async (_what, plugins, code, text) => {
    const error = await failure(plugins);
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
  });

  it('refuses unknown and negative limits', async () => {
    await expect(createRuntime({ plugins: [baseParts()], limits: { nope: 1 } as never })).rejects.toMatchObject({
      code: 'ERR_CONFIG_VALUE',
    });
    await expect(createRuntime({ plugins: [baseParts()], limits: { hookTimeoutMs: -1 } })).rejects.toMatchObject({
      code: 'ERR_CONFIG_VALUE',
    });
  });

  it('applies requirements first, and lets a failed plugin that is not critical go', async () => {
    const order: string[] = [];
    const note = (name: string, more: object = {}) => definePlugin({ ...spec, name, ...more, apply: () => void order.push(name) })();
    const weak = definePlugin({
      ...spec,
      name: 'weak',
      critical: false,
      apply: (host) => {
        host.hooks.policy.tap(() => null as never);
        host.provide(serviceToken('acme.y'), () => 1);
        host.contribute(ToolSources, testSource([{ name: 'gone' }]));
        throw new Error('weak');
      },
    })();
    const { runtime } = await boot(
      [testSource([{ name: 'alpha' }], { owner: 'other' })],
      [note('late', { requires: ['needed'] }), note('needed'), weak],
    );
    expect(order).toEqual(['needed', 'late']);
    const { plugins, taps, services } = runtime.inspect();
    expect(plugins.find(({ name }) => name === 'weak')).toMatchObject({ state: 'failed', reason: expect.stringContaining('weak') });
    expect(taps.some((tap) => tap.plugin === 'weak')).toBe(false);
    expect(services.some((service) => service.provider === 'weak')).toBe(false);
    expect((await runtime.startRun()).entries.map((entry) => entry.tool.name)).toEqual(['alpha']);
    await runtime.dispose();
  });

  it('freezes a plugin host after boot', async () => {
    let late: (() => void)[] = [];
    const { runtime } = await boot(
      [],
      [
        plugin('p', (host) => {
          late = [
            () => host.hooks.query.tap((query) => query),
            () => host.provide(serviceToken('acme.z'), () => 1),
            () => host.contribute(extensionPoint('acme.points'), 1),
          ];
        }),
      ],
    );
    for (const register of late) expect(register).toThrow(expect.objectContaining({ code: 'ERR_PLUGIN_FROZEN' }));
    await runtime.dispose();
  });

  it('hands out services and contributions of other plugins after boot, not before', async () => {
    const clock = serviceToken<{ now: number }>('acme.clock');
    const points = extensionPoint<string>('acme.points');
    const seen: unknown[] = [];
    const { runtime } = await boot(
      [],
      [
        plugin('user', (host) => {
          expect(() => host.service(clock)).toThrow(expect.objectContaining({ code: 'ERR_SERVICE_MISSING' }));
          host.hooks.runStart.tap(
            () => void seen.push(host.service(clock), host.service(DirectoryService).name, host.contributions(points)),
          );
        }),
        plugin('one', (host) => {
          host.provide(clock, () => ({ now: 1 }));
          host.contribute(points, 'a');
        }),
        plugin('two', (host) => host.contribute(points, 'b')),
      ],
    );
    await runtime.startRun();
    expect(seen).toEqual([{ now: 1 }, 'names', ['a', 'b']]);
    expect(runtime.inspect().extensions).toContainEqual({ id: 'acme.points', plugin: 'two' });
    expect(runtime.contributions(points)).toEqual(['a', 'b']);
    expect(runtime.contributions(extensionPoint('acme.other'))).toEqual([]);
    await runtime.dispose();
  });

  it('disposes in reverse order, aggregates errors and refuses new runs', async () => {
    const order: string[] = [];
    const dispose = (name: string) => plugin(name, (host) => host.onDispose(() => void order.push(name)));
    const failing = plugin('failing', (host) => host.onDispose(() => Promise.reject(new Error('no'))));
    const source = testSource([], { dispose: () => void order.push('source') });
    const { runtime, events } = await boot([source], [dispose('a'), failing, dispose('b')]);
    await expect(runtime.dispose()).rejects.toBeInstanceOf(AggregateError);
    expect(order).toEqual(['source', 'b', 'a']);
    expect(events.at(-1)?.name).toBe('runtime:disposed');
    await expect(runtime.startRun()).rejects.toMatchObject({ code: 'ERR_RUNTIME_DISPOSED' });
    await expect(runtime.dispose()).rejects.toBeInstanceOf(AggregateError);
  });

  it('undoes what had been applied when the boot fails', async () => {
    const order: string[] = [];
    await failure([
      plugin('a', (host) => host.onDispose(() => void order.push('a'))),
      plugin('b', () => {
        throw new Error('boom');
      }),
    ]);
    expect(order).toEqual(['a']);
  });

  it('isolates listeners that throw or reject', async () => {
    const { runtime, events } = await boot([testSource([{ name: 'alpha' }])]);
    runtime.events.on('run:started', () => {
      throw new Error('listener');
    });
    const off = runtime.events.on('run:started', () => Promise.reject(new Error('listener')));
    await runtime.startRun();
    off();
    await runtime.startRun();
    expect(events.filter((event) => event.name === 'run:started')).toHaveLength(2);
    expect(events.every((event) => Object.isFrozen(event) && JSON.stringify(event).length > 0)).toBe(true);
    await runtime.dispose();
  });
});
