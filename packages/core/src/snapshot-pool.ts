import { isSameSnapshot, type CatalogSnapshot } from './snapshot.js';

/** Snapshots that are the same become one object, so that what is cached for one holds for all. */
export class SnapshotPool {
  /** By what can be told of a snapshot without its digest. */
  private readonly byPrint = new Map<string, CatalogSnapshot[]>();
  private size = 0;

  /** At most `limit` snapshots are remembered; then all are forgotten, which only costs sharing. */
  constructor(private readonly limit: number) {}

  /** The snapshot itself, or an earlier one that is the same. */
  share(snapshot: CatalogSnapshot): CatalogSnapshot {
    const { entries } = snapshot;
    const print = `${entries.length}\u0000${entries[0]?.tool.id}\u0000${entries.at(-1)?.tool.id}`;
    const known = this.byPrint.get(print)?.find((other) => isSameSnapshot(other, snapshot));
    if (known !== undefined) return known;
    if (this.size >= this.limit) {
      this.byPrint.clear();
      this.size = 0;
    }
    this.byPrint.set(print, [...(this.byPrint.get(print) ?? []), snapshot]);
    this.size += 1;
    return snapshot;
  }
}
