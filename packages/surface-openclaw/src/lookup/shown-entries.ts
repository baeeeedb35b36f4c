import { type CatalogEntry, shownName, type SurfaceView } from '@toolrack/contracts';

/** The tools whose ids or names are shown otherwise than they are, by what is shown. */
export interface ShownEntries {
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  /** Several tools may have one name. */
  readonly byName: ReadonlyMap<string, readonly CatalogEntry[]>;
}

const found = new WeakMap<readonly CatalogEntry[], ShownEntries>();

function find(entries: readonly CatalogEntry[]): ShownEntries {
  const byId = new Map<string, CatalogEntry>();
  const byName = new Map<string, CatalogEntry[]>();
  for (const entry of entries) {
    const { id, name } = entry.tool;
    const [shownId, shown] = [shownName(id), shownName(name)];
    if (shownId !== id && !byId.has(shownId)) byId.set(shownId, entry);
    if (shown !== name) byName.set(shown, [...(byName.get(shown) ?? []), entry]);
  }
  return Object.freeze({ byId, byName });
}

/** Looked for once for one (frozen) list of entries, and only when a reference has the form of such a name. */
export function shownEntries({ entries }: SurfaceView): ShownEntries {
  let shown = found.get(entries);
  if (shown === undefined) found.set(entries, (shown = find(entries)));
  return shown;
}
