import type { CatalogEntry, RunContext } from '@toolrack/contracts';
import type { CallNameClaim } from './call-names.js';

/** What a run's catalog is made of, and the direct tools that had to be moved behind the search. */
export interface CatalogEntries {
  readonly entries: readonly CatalogEntry[];
  /** Ids, sorted. */
  readonly moved: readonly string[];
}

/**
 * The entries of tools with their call names, both in one order. Of more than `mostDirect` direct tools (0: no bound) those that the run requires stay, then
 * the first by id; the others are found by search instead, also when they would be direct only.
 */
export function catalogEntries(
  shown: readonly CallNameClaim[],
  callNames: readonly string[],
  run: Pick<RunContext, 'directNames'>,
  mostDirect: number,
): CatalogEntries {
  const moved = movedTools(shown.filter(isDirect), run, mostDirect);
  const entries = shown.map((claim, place) => {
    const { tool, visibility } = claim;
    const isMoved = moved.size > 0 && moved.has(tool.id);
    return Object.freeze({
      tool,
      callName: callNames[place] as string,
      direct: !isMoved && isDirect(claim),
      searchable: isMoved || (tool.exposure !== 'direct-only' && visibility !== 'direct-only'),
    });
  });
  return { entries, moved: [...moved] };
}

function isDirect({ visibility }: CallNameClaim): boolean {
  return visibility === 'direct' || visibility === 'direct-only';
}

/** The ids of the direct tools that are too many. */
function movedTools(direct: readonly CallNameClaim[], run: Pick<RunContext, 'directNames'>, mostDirect: number): ReadonlySet<string> {
  if (mostDirect <= 0 || direct.length <= mostDirect) return new Set();
  const isRequired = ({ tool }: CallNameClaim): boolean => run.directNames.includes(tool.name);
  const kept = new Set([...direct.filter(isRequired), ...direct.filter((claim) => !isRequired(claim))].slice(0, mostDirect));
  return new Set(direct.filter((claim) => !kept.has(claim)).map(({ tool }) => tool.id));
}
