import { Lane } from './lane.js';
import type { CatalogSnapshot } from './snapshot.js';

interface CatalogLane {
  readonly snapshot: CatalogSnapshot;
  readonly lane: Lane;
}

/** The lanes in use: catalogs with the same definitions of one tenant share theirs, also in different runs. */
export class CatalogLanes {
  /** By what can be told of a catalog without its digest, which takes a while for thousands of tools. */
  private readonly lanes = new Map<string, CatalogLane[]>();

  /** The lane of a catalog, made when it has none. */
  of(tenant: string, snapshot: CatalogSnapshot): Lane {
    const key = keyOf(tenant, snapshot);
    const alike = this.lanes.get(key) ?? [];
    const known = alike.find((other) => other.snapshot === snapshot) ?? alike.find((other) => other.snapshot.digest === snapshot.digest);
    if (known !== undefined) return known.lane;
    const lane = new Lane();
    this.lanes.set(key, [...alike, { snapshot, lane }]);
    return lane;
  }

  /** Forgets a lane that nobody uses any more; `tenant` and `snapshot` as they were given to `of`. */
  release(tenant: string, snapshot: CatalogSnapshot, lane: Lane): void {
    if (!lane.idle) return;
    const key = keyOf(tenant, snapshot);
    const others = this.lanes.get(key)?.filter((other) => other.lane !== lane) ?? [];
    if (others.length === 0) this.lanes.delete(key);
    else this.lanes.set(key, others);
  }
}

function keyOf(tenant: string, { entries }: CatalogSnapshot): string {
  return `${entries.length}\u0000${tenant}`;
}
