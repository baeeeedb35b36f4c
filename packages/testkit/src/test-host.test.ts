import {
  definePlugin,
  extensionPoint,
  hookNames,
  type PluginHost,
  RankerService,
  serviceToken,
  type ToolrackEvent,
} from '@toolrack/contracts';
import { createTestHost, fakeClock, fixtureTools, rankDocument, throwingSchema, fixtureTool } from './index.js';

const Cache = serviceToken<{ readonly size: number }>('@example/kit.cache');
const Words = extensionPoint<string>('@example/kit.words');
const pluginOf = (apply: (host: PluginHost) => void | Promise<void>) =>
  definePlugin({ name: '@example/kit', version: '1.2.3', api: '^1', apply })();

describe('createTestHost', () => {
  it('hands back taps by stage, services and contributions', async () => {
    let built = 0;
    await using host = await createTestHost(
      pluginOf((registering) => {
        registering.hooks.runEnd.tap(() => undefined);
        registering.hooks.policy.tap(() => undefined, { stage: 100 });
        registering.hooks.policy.tap(() => undefined, { stage: -100 });
        registering.provide(Cache, () => ({ size: (built += 1) }));
        registering.contribute(Words, 'one');
        registering.contribute(Words, 'two');
        registering.logger.warn('careful', { code: 7 });
        registering.invalidateCatalog();
      }),
    );
    expect(host.taps('policy').map(({ stage }) => stage)).toEqual([-100, 100]);
    expect(host.allTaps.map(({ hook }) => hook)).toEqual(['policy', 'policy', 'runEnd']);
    expect(host.service(Cache)).toBe(host.service(Cache));
    expect(built).toBe(1);
    expect(host.contributions(Words)).toEqual(['one', 'two']);
    expect(host.provided).toEqual([Cache.id]);
    expect(host.logs).toEqual([{ level: 'warn', message: 'careful', fields: { code: 7 } }]);
    expect(host.invalidations).toBe(1);
  });
  it('has a port for every hook', async () => {
    await using host = await createTestHost(
      pluginOf((registering) => {
        for (const hook of hookNames) (registering.hooks[hook].tap as (tap: unknown) => void)(() => undefined);
      }),
    );
    expect(host.allTaps.map(({ hook }) => hook)).toEqual([...hookNames]);
  });
  it('refuses registration after boot and services before it', async () => {
    let kept: PluginHost | undefined;
    await using host = await createTestHost(
      pluginOf((registering) => {
        kept = registering;
        expect(() => registering.service(RankerService)).toThrow(expect.objectContaining({ code: 'ERR_SERVICE_MISSING' }));
      }),
    );
    expect(host.plugin.name).toBe('@example/kit');
    expect(() => kept?.hooks.policy.tap(() => undefined)).toThrow(expect.objectContaining({ code: 'ERR_PLUGIN_FROZEN' }));
    expect(() => kept?.provide(Cache, () => ({ size: 1 }))).toThrow(expect.objectContaining({ code: 'ERR_PLUGIN_FROZEN' }));
    expect(() => kept?.contribute(Words, 'late')).toThrow(expect.objectContaining({ code: 'ERR_PLUGIN_FROZEN' }));
    expect(() => host.service(Cache)).toThrow(expect.objectContaining({ code: 'ERR_SERVICE_MISSING' }));
  });
  it('gives services of other plugins and refuses a second provider', async () => {
    const given = { size: 9 };
    await expect(
      createTestHost(
        pluginOf((registering) => registering.provide(Cache, () => given)),
        { services: [[Cache, given]] },
      ),
    ).rejects.toMatchObject({ code: 'ERR_SERVICE_CONFLICT' });
    await using host = await createTestHost(
      pluginOf(() => undefined),
      { services: [[Cache, given]] },
    );
    expect(host.service(Cache)).toBe(given);
  });
  it('isolates listeners and sends events to those that are still there', async () => {
    const seen: string[] = [];
    let stop: (() => void) | undefined;
    await using host = await createTestHost(
      pluginOf(({ events }) => {
        events.on('source:changed', () => {
          throw new Error('a listener that throws');
        });
        events.on('source:changed', async () => Promise.reject(new Error('a listener that rejects')));
        stop = events.on('source:changed', ({ sourceId }) => void seen.push(sourceId));
        events.onAny(({ name }) => void seen.push(name));
      }),
    );
    const event: ToolrackEvent = { name: 'source:changed', at: 0, sourceId: 'mcp:a' };
    host.emit(event);
    stop?.();
    host.emit(event);
    expect(seen).toEqual(['mcp:a', 'source:changed', 'source:changed']);
  });
  it('disposes in reverse order, once, and aggregates errors', async () => {
    const order: number[] = [];
    const host = await createTestHost(
      pluginOf((registering) => {
        registering.onDispose(() => void order.push(1));
        registering.onDispose(() => {
          throw new Error('second');
        });
        registering.onDispose(async () => void order.push(3));
      }),
    );
    await expect(host.dispose()).rejects.toThrow(AggregateError);
    await host.dispose();
    expect(order).toEqual([3, 1]);
  });
  it('disposes what was opened when apply fails', async () => {
    let disposed = false;
    const plugin = pluginOf((registering) => {
      registering.onDispose(() => void (disposed = true));
      throw new Error('apply failed');
    });
    await expect(createTestHost(plugin)).rejects.toThrow('apply failed');
    expect(disposed).toBe(true);
  });
  it('refuses unknown options', async () => {
    await expect(
      createTestHost(
        pluginOf(() => undefined),
        { kernel: true } as never,
      ),
    ).rejects.toThrow(/"kernel"/u);
  });
});

describe('fixtures', () => {
  it('makes the same tools for the same seed, and a longer list starts with the shorter one', () => {
    expect(fixtureTools(30, 4)).toEqual(fixtureTools(50, 4).slice(0, 30));
    expect(fixtureTools(30, 5)).not.toEqual(fixtureTools(30, 4));
    const names = fixtureTools(500).map(({ name }) => name);
    expect(new Set(names).size).toBe(500);
  });
  it('makes tools of about 40 words with two to six parameters, trusted by kind', () => {
    for (const tool of fixtureTools(40)) {
      const count = Object.keys((tool.inputSchema as { properties: object }).properties).length;
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(6);
      expect(tool.trust).toBe(tool.source.kind === 'openclaw' ? 'trusted' : 'untrusted');
      expect(Object.isFrozen(tool)).toBe(true);
    }
  });
  it('gives equal definitions equal digests and others different ones', () => {
    const one = fixtureTool({ inputSchema: { type: 'object', properties: { a: {}, b: {} } } });
    expect(fixtureTool({ inputSchema: { properties: { b: {}, a: {} }, type: 'object' } }).digest).toBe(one.digest);
    expect(fixtureTool({ description: 'other' }).digest).not.toBe(one.digest);
  });
  it('hands no untrusted schema to a ranker', () => {
    const { schema, touches } = throwingSchema();
    const document = rankDocument(fixtureTool({ id: 'mcp:a:b', inputSchema: schema }));
    expect('inputSchema' in document).toBe(false);
    expect(touches).toEqual([]);
    expect(() => Object.keys(schema as object)).toThrow(/untrusted tool was read/u);
    expect(() => JSON.stringify(schema)).toThrow();
    expect(touches.length).toBeGreaterThan(1);
  });
  it('moves a fake clock through due timers in order', async () => {
    const clock = fakeClock(1000);
    const seen: string[] = [];
    clock.setTimeout(() => seen.push(`late ${clock.now()}`), 50);
    clock.setTimeout(() => {
      seen.push(`early ${clock.now()}`);
      clock.setTimeout(() => seen.push(`nested ${clock.now()}`), 5);
    }, 10);
    clock.clearTimeout(clock.setTimeout(() => seen.push('never'), 20));
    await clock.advance(40);
    expect(seen).toEqual(['early 1010', 'nested 1015']);
    expect([clock.now(), clock.pending]).toEqual([1040, 1]);
    await clock.advance(10);
    expect(seen[2]).toBe('late 1050');
  });
});
