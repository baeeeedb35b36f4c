import { normaliseTool, CatalogLanes, createSnapshot, type CatalogSnapshot } from './index.js';

const source = { kind: 'test', owner: 'main' };
const snapshotOf = (...names: readonly string[]): CatalogSnapshot =>
  createSnapshot(
    names.map((name) => {
      const normalised = normaliseTool({ name }, source, 'trusted');
      if ('reason' in normalised) throw new Error(normalised.reason);
      return { tool: normalised.tool, callName: name, direct: false, searchable: true };
    }),
  );

describe('CatalogLanes', () => {
  it('gives equal catalogs of one tenant one lane, and other tenants and catalogs lanes of their own', () => {
    const lanes = new CatalogLanes();
    const lane = lanes.of('a', snapshotOf('one', 'two'));
    expect(lanes.of('a', snapshotOf('one', 'two'))).toBe(lane);
    for (const other of [
      lanes.of('b', snapshotOf('one', 'two')),
      lanes.of('a', snapshotOf('one', 'six')),
      lanes.of('a', snapshotOf('one')),
    ]) {
      expect(other).not.toBe(lane);
    }
  });

  it('keeps a lane while it is in use and forgets it afterwards', async () => {
    const lanes = new CatalogLanes();
    const snapshot = snapshotOf('one');
    const lane = lanes.of('', snapshot);
    const release = await lane.enter(true, new AbortController().signal);
    lanes.release('', snapshot, lane);
    expect(lanes.of('', snapshotOf('one'))).toBe(lane);
    release();
    lanes.release('', snapshotOf('one'), lane);
    expect(lanes.of('', snapshot)).not.toBe(lane);
  });
});
