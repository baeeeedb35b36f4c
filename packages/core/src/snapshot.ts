import { matchTool, sourceId } from '@toolrack/contracts';
import type { CatalogEntry, CatalogSummary, SourceSummary, ToolDescriptor, ToolSourceIdentity } from '@toolrack/contracts';
import { createHash } from 'node:crypto';

/** One immutable catalog: what a run may see. Runs with the same visible definitions share the object. All but `entries` is made when it is first asked for. */
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
  return Object.freeze(new Snapshot(Object.freeze(entries)));
}

class Snapshot implements CatalogSnapshot {
  readonly #made: { -readonly [Key in keyof CatalogSnapshot]?: CatalogSnapshot[Key] } = {};

  constructor(readonly entries: readonly CatalogEntry[]) {}

  get digest(): string {
    return (this.#made.digest ??= this.digestOf(({ tool }) => `${tool.id}\u0000${tool.digest}\u0000${tool.trust}\n`));
  }

  get key(): string {
    return (this.#made.key ??=
      this.digest + this.digestOf(({ callName, direct, searchable }) => `${callName}\u0000${direct ? 1 : 0}${searchable ? 1 : 0}\n`));
  }

  get byId(): ReadonlyMap<string, CatalogEntry> {
    return (this.#made.byId ??= new Map(this.entries.map((entry) => [entry.tool.id, entry])));
  }

  get byName(): ReadonlyMap<string, readonly CatalogEntry[]> {
    return (this.#made.byName ??= this.groupByName());
  }

  get byCallName(): ReadonlyMap<string, CatalogEntry> {
    return (this.#made.byCallName ??= new Map(this.entries.map((entry) => [entry.callName, entry])));
  }

  get bySource(): ReadonlyMap<string, number> {
    return (this.#made.bySource ??= countBySource(this.entries));
  }

  private digestOf(line: (entry: CatalogEntry) => string): string {
    const hash = createHash('sha256');
    for (const entry of this.entries) hash.update(line(entry));
    return hash.digest('hex');
  }

  private groupByName(): ReadonlyMap<string, readonly CatalogEntry[]> {
    const byName = new Map<string, CatalogEntry[]>();
    for (const entry of this.entries) {
      const named = byName.get(entry.tool.name);
      if (named === undefined) byName.set(entry.tool.name, [entry]);
      else named.push(entry);
    }
    return byName;
  }
}

/** True for snapshots that can stand for each other: the same definitions, shown in the same way. Digests are read only where objects differ. */
export function isSameSnapshot(left: CatalogSnapshot, right: CatalogSnapshot): boolean {
  return (
    left.entries.length === right.entries.length &&
    left.entries.every((entry, place) => {
      const other = right.entries[place] as CatalogEntry;
      return (
        entry.callName === other.callName &&
        entry.direct === other.direct &&
        entry.searchable === other.searchable &&
        isSameTool(entry.tool, other.tool)
      );
    })
  );
}

/** True for tools with one id whose definitions and trust are equal. */
export function isSameTool(left: ToolDescriptor, right: ToolDescriptor): boolean {
  return left === right || (left.id === right.id && left.trust === right.trust && left.digest === right.digest);
}

/** The part of a snapshot whose tools match a pattern; call names stay. */
export function narrowSnapshot(snapshot: CatalogSnapshot, allow: readonly string[]): CatalogSnapshot {
  return createSnapshot(snapshot.entries.filter((entry) => allow.some((pattern) => matchTool(pattern, entry.tool))));
}

/** The part of a snapshot that a test keeps; the same snapshot when that is all of it. Call names stay. */
export function filterSnapshot(snapshot: CatalogSnapshot, keeps: (tool: ToolDescriptor) => boolean): CatalogSnapshot {
  const entries = snapshot.entries.filter((entry) => keeps(entry.tool));
  return entries.length === snapshot.entries.length ? snapshot : createSnapshot(entries);
}

/** Counts of a snapshot with the states of its sources. */
export function summarise(snapshot: CatalogSnapshot, sources: readonly SourceSummary[]): CatalogSummary {
  return Object.freeze({ total: snapshot.entries.length, digest: snapshot.digest, sources });
}

/** Number of visible tools by source id. */
export function countBySource(entries: readonly CatalogEntry[]): ReadonlyMap<string, number> {
  const counter = new SourceCounter();
  entries.forEach(({ tool }) => counter.add(tool.source));
  return counter.counts();
}

/** Counts tools by source id. Quick where tools come source by source, as in a catalog: those of one listing share the object of their source. */
export class SourceCounter {
  private readonly byId = new Map<string, number>();
  private source: ToolSourceIdentity | undefined;
  private run = 0;

  add(source: ToolSourceIdentity): void {
    if (source !== this.source) this.close(source);
    this.run += 1;
  }

  counts(): ReadonlyMap<string, number> {
    this.close(undefined);
    return this.byId;
  }

  private close(next: ToolSourceIdentity | undefined): void {
    if (this.source !== undefined) {
      const id = sourceId(this.source);
      this.byId.set(id, (this.byId.get(id) ?? 0) + this.run);
    }
    this.source = next;
    this.run = 0;
  }
}

/** How many tools have a name. */
export function countNames(tools: readonly ToolDescriptor[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
