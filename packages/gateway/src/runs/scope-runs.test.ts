import { ToolrackError } from '@toolrack/contracts';
import { memoryRuntime, type MemoryRuntime } from '../../test/fixtures/memory-runtime.js';
import { RunPool, identityKey } from './run-pool.js';
import { PinnedRuns } from './run-supplier.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const limits = { maxRunAgeMs: 60_000, refreshWaitMs: 500 };

function setUp(overrides: Partial<typeof limits> = {}): { runtime: MemoryRuntime; pool: RunPool } {
  const runtime = memoryRuntime();
  return { runtime, pool: new RunPool(runtime, { ...limits, ...overrides }) };
}

describe('RunPool', () => {
  it('shares one run between equal scopes, also when they ask at once [issue5:4]', async () => {
    const { runtime, pool } = setUp();
    const scopes = [pool.scope({ agent: 'a', tenant: 't' }), pool.scope({ tenant: 't', agent: 'a' })];
    const leases = await Promise.all([...scopes, ...scopes].map((runs) => runs.lease()));
    expect(new Set(leases.map((lease) => lease.run.id)).size).toBe(1);
    expect(runtime.started).toEqual([{ agent: 'a', tenant: 't' }]);
    await pool.close();
  });

  it('gives different scopes and different defaults runs of their own', async () => {
    const { runtime, pool } = setUp();
    const [one, two, three] = await Promise.all([
      pool.scope({ agent: 'a' }).lease(),
      pool.scope({ agent: 'b' }).lease(),
      pool.scope({ agent: 'a' }, { directNames: ['x'] }).lease(),
    ]);
    expect(new Set([one.run.id, two.run.id, three.run.id]).size).toBe(3);
    expect(runtime.started).toContainEqual({ agent: 'a', directNames: ['x'] });
    expect(identityKey({ agent: 'a' })).not.toBe(identityKey({ tenant: 'a' }));
    await pool.close();
  });

  it('starts a new run after a reported change and ends the old one when its last call has ended', async () => {
    const { runtime, pool } = setUp();
    const runs = pool.scope({});
    const first = await runs.lease();
    runtime.emit('source:changed');
    const second = await runs.lease();
    expect(second.run.id).not.toBe(first.run.id);
    expect(runtime.liveRuns).toBe(2);
    first.release();
    first.release();
    await pause(1);
    expect(runtime.liveRuns).toBe(1);
    second.release();
    expect(runtime.liveRuns).toBe(1);
    await pool.close();
    expect(runtime.liveRuns).toBe(0);
    expect(runtime.listeners()).toBe(0);
  });

  it('takes a source that listed late into the next run, but not what the start of a run reports itself', async () => {
    const { runtime, pool } = setUp();
    const runs = pool.scope({});
    runtime.startDelayMs = 20;
    const starting = runs.lease();
    await pause(5);
    runtime.emit('source:listed');
    (await starting).release();
    (await runs.lease()).release();
    expect(runtime.started).toHaveLength(1);
    runtime.emit('source:listed');
    (await runs.lease()).release();
    expect(runtime.started).toHaveLength(2);
    await pool.close();
  });

  it('serves the old run when a new one is slow or cannot be started, and tries again after the next change', async () => {
    const { runtime, pool } = setUp({ refreshWaitMs: 30 });
    const runs = pool.scope({});
    const first = await runs.lease();
    runtime.startDelayMs = 200;
    runtime.emit('source:changed');
    const before = performance.now();
    expect((await runs.lease()).run.id).toBe(first.run.id);
    expect(performance.now() - before).toBeLessThan(150);
    await pause(250);
    expect((await runs.lease()).run.id).not.toBe(first.run.id);
    runtime.startDelayMs = 0;
    runtime.failStart = new ToolrackError('ERR_RUN_ABORTED', 'broken');
    runtime.emit('source:changed');
    const kept = await runs.lease();
    runtime.failStart = undefined;
    expect((await runs.lease()).run.id).toBe(kept.run.id);
    runtime.emit('source:changed');
    expect((await runs.lease()).run.id).not.toBe(kept.run.id);
    await pool.close();
  });

  it('renews an old run in the background without a report, so that silent invalidations are seen', async () => {
    const { runtime, pool } = setUp({ maxRunAgeMs: 20 });
    const runs = pool.scope({});
    const first = await runs.lease();
    await pause(40);
    expect((await runs.lease()).run.id).toBe(first.run.id);
    await pause(20);
    expect((await runs.lease()).run.id).not.toBe(first.run.id);
    expect(runtime.started.length).toBeGreaterThanOrEqual(2);
    await pool.close();
  });

  it('rejects when the first run cannot be started and succeeds once it can', async () => {
    const { runtime, pool } = setUp();
    runtime.failStart = new ToolrackError('ERR_RUN_ABORTED', 'broken');
    await expect(pool.scope({}).lease()).rejects.toMatchObject({ code: 'ERR_RUN_ABORTED' });
    runtime.failStart = undefined;
    expect((await pool.scope({}).lease()).run.id).toBe('run-1');
    await pool.close();
    await expect(pool.scope({}).lease()).rejects.toMatchObject({ code: 'ERR_RUNTIME_DISPOSED' });
  });

  it('tells of a changed list only when the visible list really differs', async () => {
    const { runtime, pool } = setUp();
    const runs = pool.scope({});
    const told: string[] = [];
    runs.onListChanged((fingerprint) => told.push(fingerprint));
    (await runs.lease()).release();
    runtime.emit('source:changed');
    await pause(150);
    expect(runtime.started).toHaveLength(2);
    expect(told).toEqual([]);
    runtime.tools = [...runtime.tools, { name: 'new' }];
    for (let times = 0; times < 5; times += 1) runtime.emit('source:changed');
    await pause(150);
    expect(told).toHaveLength(1);
    await pool.close();
  });

  it('swaps the runtime: new leases are of the new one, and it resolves when the old one is no longer used', async () => {
    const { runtime, pool } = setUp();
    const next = memoryRuntime([{ name: 'other' }]);
    const old = await pool.scope({}).lease();
    let swapped = false;
    const done = pool.swap(next).then(() => (swapped = true));
    const lease = await pool.scope({}).lease();
    expect(lease.run.tools.map((tool) => tool.name)).toEqual(['other']);
    await pause(5);
    expect(swapped).toBe(false);
    old.release();
    await done;
    expect(runtime.liveRuns).toBe(0);
    expect(runtime.listeners()).toBe(0);
    await pool.close();
    expect(next.listeners()).toBe(0);
  });

  it('never leaks a run or a listener over many changes', async () => {
    const { runtime, pool } = setUp();
    const runs = pool.scope({});
    for (let round = 0; round < 200; round += 1) {
      const lease = await runs.lease();
      runtime.emit('source:changed');
      lease.release();
    }
    (await runs.lease()).release();
    expect(runtime.liveRuns).toBe(1);
    expect(runtime.listeners()).toBe(3);
    await pool.close();
  });
});

describe('PinnedRuns', () => {
  it('keeps what was listed callable until the list is asked for again, and finds what came since', async () => {
    const { runtime, pool } = setUp();
    runtime.tools = [{ name: 'old' }, { name: 'both' }];
    const pinned = new PinnedRuns(pool.scope({}));
    const listed = await pinned.forList();
    listed.release();
    const runOf = async (tool?: string): Promise<string> => {
      const lease = await pinned.forCall(tool);
      lease.release();
      return lease.run.id;
    };
    runtime.tools = [{ name: 'both' }, { name: 'new' }];
    runtime.emit('source:changed');
    const newer = await runOf();
    expect(newer).not.toBe(listed.run.id);
    expect([await runOf('old'), await runOf('both'), await runOf('new'), await runOf('neither')]).toEqual([
      listed.run.id,
      newer,
      newer,
      newer,
    ]);
    (await pinned.forList()).release();
    expect(await runOf('old')).toBe(newer);
    pinned.close();
    (await pinned.forCall()).release();
    await pool.close();
    expect(runtime.liveRuns).toBe(0);
  });

  it('stays with a run, which knows what it has shown, as long as the catalog is the same', async () => {
    const { runtime, pool } = setUp({ maxRunAgeMs: 0 });
    const pinned = new PinnedRuns(pool.scope({}));
    const first = await pinned.forCall();
    for (let times = 0; times < 3; times += 1) {
      runtime.emit('source:changed');
      const next = await pinned.forCall();
      expect(next.run.id).toBe(first.run.id);
      next.release();
    }
    first.release();
    pinned.close();
    await pool.close();
    expect(runtime.liveRuns).toBe(0);
  });

  it('goes on with its run when no newer one can be started', async () => {
    const { runtime, pool } = setUp();
    const pinned = new PinnedRuns(pool.scope({}));
    const first = await pinned.forCall();
    runtime.failStart = new Error('broken');
    runtime.emit('source:changed');
    const next = await pinned.forCall();
    expect(next.run.id).toBe(first.run.id);
    first.release();
    next.release();
    pinned.close();
    await pool.close();
  });
});
