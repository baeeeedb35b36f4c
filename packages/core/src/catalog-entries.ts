import type { CatalogEntry, RunContext } from '@toolrack/contracts';
import type { CallNameClaim } from './call-names.js';

/** What a run's catalog is made of, and the direct tools that had to be moved behind the search. */
export interface CatalogEntries {
  readonly entries: readonly CatalogEntry[];
  /** Ids, sorted. */
  readonly moved: readonly string[];
}

/**
 * The entries of tools with their call names. Of more than `mostDirect` direct tools (0: no bound) those that the run requires stay, then
 * the first by id; the others are found by search instead, also when they would be direct only.
 */
export function catalogEntries(
  shown: readonly CallNameClaim[],
  callNames: ReadonlyMap<string, string>,
  run: Pick<RunContext, 'directNames'>,
  mostDirect: number,
): CatalogEntries {
  const direct = shown.filter(({ visibility }) => visibility === 'direct' || visibility === 'direct-only').map(({ tool }) => tool);
  const isRequired = ({ name }: { readonly name: string }): boolean => run.directNames.includes(name);
  const isBounded = mostDirect > 0 && direct.length > mostDirect;
  const kept = isBounded ? [...direct.filter(isRequired), ...direct.filter((tool) => !isRequired(tool))].slice(0, mostDirect) : direct;
  const isDirect = new Set(kept.map(({ id }) => id));
  const moved = isBounded ? direct.map(({ id }) => id).filter((id) => !isDirect.has(id)) : [];
  const isMoved = new Set(moved);
  const entries = shown.map(({ tool, visibility }) =>
    Object.freeze({
      tool,
      callName: callNames.get(tool.id) as string,
      direct: isDirect.has(tool.id),
      searchable: isMoved.has(tool.id) || (tool.exposure !== 'direct-only' && visibility !== 'direct-only'),
    }),
  );
  return { entries, moved };
}
