import { compareCodeUnits, everyTool, sourceId, type ToolDescriptor } from '@toolrack/contracts';

import { definitionOf, type LockedDefinition } from './locked-definition.js';
import type { Lock, LockedTool } from './lock-file.js';
import { isSameOrigin, type SourceOrigin } from './source-origin.js';

/**
 * What a lock says of a tool. `new`: not reviewed; `changed`: its definition is another one; `moved`: another program or address stands
 * behind its source; `gone`: reviewed, but no longer listed.
 */
export type LockStatus = 'locked' | 'new' | 'changed' | 'moved' | 'gone';

/** One tool that is not as it was reviewed, or, by `<source>:*`, a source without tools (its resources and prompts). */
export interface LockChange {
  readonly id: string;
  readonly status: Exclude<LockStatus, 'locked'>;
  /** What was reviewed; absent for a new tool. */
  readonly before?: LockedDefinition;
  /** What is listed now; absent for one that is gone. */
  readonly after?: LockedDefinition;
  /** Of a moved tool, and of a source without tools: what stood and stands behind the source. */
  readonly origins?: { readonly before?: SourceOrigin; readonly after?: SourceOrigin };
}

/** Programs and addresses as they are now, by source id; `undefined` when nobody knows them, so that they are not compared. */
export type Origins = Readonly<Record<string, SourceOrigin>> | undefined;

/** The status of one listed tool: a map look-up and a comparison of digests. */
export function statusOf(
  lock: Lock,
  tool: Pick<ToolDescriptor, 'id' | 'digest' | 'source'>,
  origins: Origins,
): Exclude<LockStatus, 'gone'> {
  const locked = lock.tools.get(tool.id);
  if (locked === undefined) return 'new';
  if (locked.digest !== tool.digest) return 'changed';
  return isMoved(lock, sourceId(tool.source), origins) ? 'moved' : 'locked';
}

/** True when another program or address stands behind a source than when it was reviewed. */
export function isMoved(lock: Lock, source: string, origins: Origins): boolean {
  return origins !== undefined && !isSameOrigin(lock.sources.get(source), ownOf(origins, source));
}

function ownOf(origins: Readonly<Record<string, SourceOrigin>>, source: string): SourceOrigin | undefined {
  return Object.hasOwn(origins, source) ? origins[source] : undefined;
}

/** What a catalog is compared by. */
export interface ComparedCatalog {
  readonly tools: readonly ToolDescriptor[];
  readonly origins: Origins;
  /** Ids of sources whose tools are known now; tools of others are not called gone. */
  readonly listed: ReadonlySet<string>;
}

/** Every difference between a lock and a catalog, sorted by id. */
export function compareLock(lock: Lock, catalog: ComparedCatalog): readonly LockChange[] {
  const changes: LockChange[] = [];
  const seen = new Set<string>();
  for (const tool of catalog.tools) {
    seen.add(tool.id);
    const status = statusOf(lock, tool, catalog.origins);
    if (status !== 'locked') changes.push(changeOf(lock, tool, status, catalog.origins));
  }
  for (const [id, locked] of lock.tools) {
    if (seen.has(id) || ![...catalog.listed].some((source) => id.startsWith(`${source}:`))) continue;
    changes.push({ id, status: 'gone', before: locked.definition });
  }
  const withTools = new Set(catalog.tools.map((tool) => sourceId(tool.source)));
  for (const source of catalog.listed) {
    const change = withTools.has(source) ? undefined : changeOfSource(lock, source, catalog.origins);
    if (change !== undefined) changes.push(change);
  }
  return changes.sort((left, right) => compareCodeUnits(left.id, right.id));
}

/** The change of one tool that is not locked as it is. */
export function changeOf(lock: Lock, tool: ToolDescriptor, status: 'new' | 'changed' | 'moved', origins: Origins): LockChange {
  const source = sourceId(tool.source);
  const before = lock.tools.get(tool.id)?.definition;
  const moved = status === 'moved' ? { origins: originsOf(lock, source, origins) } : {};
  return { id: tool.id, status, ...(before === undefined ? {} : { before }), after: definitionOf(tool), ...moved };
}

function originsOf(lock: Lock, source: string, origins: Origins): NonNullable<LockChange['origins']> {
  const [was, is] = [lock.sources.get(source), origins === undefined ? undefined : ownOf(origins, source)];
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
}

/**
 * How a source without tools differs from what was reviewed: it has no definitions, but its resources and prompts come from a program or an
 * address. `undefined` when it does not.
 */
export function changeOfSource(lock: Lock, source: string, origins: Origins): LockChange | undefined {
  if (!isMoved(lock, source, origins)) return undefined;
  const status = lock.sources.has(source) ? 'moved' : 'new';
  return { id: `${source}:${everyTool}`, status, origins: originsOf(lock, source, origins) };
}

/** `<kind>:<owner>` of the id of a tool. */
const sourceOf = (id: string): string => id.split(':', 2).join(':');

/**
 * The lock after a review: the tools of the changes are taken as they are now, those that are gone are taken out. A source's program or
 * address is taken over with its tools.
 */
export function acceptChanges(lock: Lock, catalog: ComparedCatalog, changes: readonly LockChange[]): Lock {
  const tools = new Map<string, LockedTool>(lock.tools);
  const byId = new Map(catalog.tools.map((tool) => [tool.id, tool]));
  const touched = new Set<string>();
  for (const change of changes) {
    const tool = byId.get(change.id);
    if (change.before === undefined && change.after === undefined) touched.add(sourceOf(change.id));
    else if (tool === undefined) tools.delete(change.id);
    else {
      tools.set(tool.id, { digest: tool.digest, definition: definitionOf(tool) });
      touched.add(sourceId(tool.source));
    }
  }
  const sources = new Map(lock.sources);
  for (const source of touched) {
    const origin = catalog.origins === undefined ? undefined : ownOf(catalog.origins, source);
    if (origin !== undefined) sources.set(source, origin);
    else if (catalog.origins !== undefined) sources.delete(source);
  }
  // A source that is configured may have resources and prompts alone.
  const isConfigured = (source: string): boolean => catalog.origins !== undefined && ownOf(catalog.origins, source) !== undefined;
  const withTools = new Set([...tools.keys()].map(sourceOf));
  for (const source of sources.keys()) if (!withTools.has(source) && !isConfigured(source)) sources.delete(source);
  return { sources, tools };
}
