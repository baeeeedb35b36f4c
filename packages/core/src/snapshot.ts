import { matchTool } from '@toolrack/contracts';
import type { CatalogEntry, CatalogSummary, SourceSummary } from '@toolrack/contracts';
import { createHash } from 'node:crypto';

/** One immutable catalog: what a run may see. Runs with the same visible definitions share the object. */
export interface CatalogSnapshot {
  /** Digest over the visible definitions. */
  readonly digest: string;
  /** Digest that also covers how each tool is shown; equal keys mean interchangeable snapshots. */
  readonly key: string;
  /** Sorted by id. */
  readonly entries: readonly CatalogEntry[];
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  readonly byName: ReadonlyMap<string, readonly CatalogEntry[]>;
  readonly byCallName: ReadonlyMap<string, CatalogEntry>;
  /** Number of visible tools by source id. */
  readonly bySource: ReadonlyMap<string, number>;
}

/** Makes a snapshot of entries that are sorted by id. */
export function createSnapshot(entries: readonly CatalogEntry[]): CatalogSnapshot {
  const byName = new Map<string, CatalogEntry[]>();
  const definitions = createHash('sha256');
  const shown = createHash('sha256');
  for (const entry of entries) {
    const { tool } = entry;
    const named = byName.get(tool.name);
    if (named === undefined) byName.set(tool.name, [entry]);
    else named.push(entry);
    definitions.update(`${tool.id}\u0000${tool.digest}\u0000${tool.trust}\n`);
    shown.update(`${entry.callName}\u0000${entry.direct ? 1 : 0}${entry.searchable ? 1 : 0}\n`);
  }
  const digest = definitions.digest('hex');
  return Object.freeze({
    digest,
    key: `${digest}${shown.digest('hex')}`,
    entries: Object.freeze(entries),
    byId: new Map(entries.map((entry) => [entry.tool.id, entry])),
    byName,
    byCallName: new Map(entries.map((entry) => [entry.callName, entry])),
    bySource: countBySource(entries),
  });
}

/** The part of a snapshot whose tools match a pattern; call names stay. */
export function narrowSnapshot(snapshot: CatalogSnapshot, allow: readonly string[]): CatalogSnapshot {
  return createSnapshot(snapshot.entries.filter((entry) => allow.some((pattern) => matchTool(pattern, entry.tool))));
}

/** Counts of a snapshot with the states of its sources. */
export function summarise(snapshot: CatalogSnapshot, sources: readonly SourceSummary[]): CatalogSummary {
  return Object.freeze({ total: snapshot.entries.length, digest: snapshot.digest, sources });
}

/** Number of visible tools by source id. */
export function countBySource(entries: readonly CatalogEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tool } of entries) {
    const id = `${tool.source.kind}:${tool.source.owner}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
