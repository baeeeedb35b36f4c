import { type CatalogEntry, compareCodeUnits, type SurfaceView } from '@toolrack/contracts';
import { foldName, sourceLabel } from './tool-name.js';

/** The deferred part of a run's catalog: what the bridge finds, describes and calls. Derived once for one (frozen) list of entries. */
export interface DeferredCatalog {
  readonly entries: readonly CatalogEntry[];
  /** Tools by the label of their source, sorted by label. */
  readonly counts: ReadonlyMap<string, number>;
  /** Direct tools that the ranker knows too; a search must ask for so many hits more. */
  readonly directHits: number;
  /** Deferred and direct tools by folded call name. */
  readonly folded: ReadonlyMap<string, CatalogEntry>;
}

/** True for a tool that the bridge may reach. */
export function isDeferred(entry: CatalogEntry): boolean {
  return !entry.direct && entry.searchable;
}

const derived = new WeakMap<readonly CatalogEntry[], DeferredCatalog>();

function derive(all: readonly CatalogEntry[]): DeferredCatalog {
  const entries = all.filter(isDeferred);
  const counts = new Map<string, number>();
  for (const { tool } of entries) {
    const label = sourceLabel(tool.source);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return Object.freeze({
    entries: Object.freeze(entries),
    counts: new Map([...counts].sort(([left], [right]) => compareCodeUnits(left, right))),
    directHits: all.filter((entry) => entry.direct && entry.searchable).length,
    folded: new Map(all.map((entry) => [foldName(entry.callName), entry])),
  });
}

export function deferredCatalog(view: SurfaceView): DeferredCatalog {
  const { entries } = view;
  let catalog = derived.get(entries);
  if (catalog === undefined) derived.set(entries, (catalog = derive(entries)));
  return catalog;
}

/** The deferred tool that a model means by an exact call name, or by an exact id. */
export function findDeferred(view: SurfaceView, reference: string): CatalogEntry | undefined {
  const entry = view.called(reference) ?? view.find(reference);
  return entry !== undefined && isDeferred(entry) ? entry : undefined;
}
