import type { DirectoryEntry, DirectoryRequest, SourceSummary } from '@toolrack/contracts';
import { fixtureRun } from '@toolrack/testkit';

export const guidance = {
  complete: 'Use tool_search with a few English words, then tool_call.',
  partial: 'Some tools are not listed; use tool_search with a few English words, then tool_call.',
};

/** An entry from `kind:owner:name`. */
export function entry(id: string, description = 'Does something useful.'): DirectoryEntry {
  const [kind, owner, ...rest] = id.split(':') as [string, string, ...string[]];
  const name = rest.join(':');
  return { id, name, callName: name, description, source: { kind, owner } };
}

/** `count` entries of one owner with names that sort as they are numbered. */
export function entries(count: number, description: string, owner = 'core'): DirectoryEntry[] {
  return Array.from({ length: count }, (_, index) => entry(`openclaw:${owner}:tool_${String(index).padStart(5, '0')}`, description));
}

/** A summary of a source. */
export function summary(id: string, tools: number, extra: Partial<SourceSummary> = {}): SourceSummary {
  const [kind, owner] = id.split(':') as [string, string];
  return { id, kind, owner, state: 'started', tools, ...extra };
}

/** A request; sources are counted from the entries when they are not given. */
export function request(
  list: readonly DirectoryEntry[],
  extra: Partial<Omit<DirectoryRequest, 'run'>> & { readonly contextWindow?: number } = {},
): DirectoryRequest {
  const { contextWindow, ...rest } = extra;
  const counts = new Map<string, number>();
  for (const { source } of list) {
    const id = `${source.kind}:${source.owner}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return {
    run: fixtureRun(contextWindow === undefined ? {} : { contextWindow }),
    entries: list,
    deferred: list.length,
    sources: [...counts].map(([id, tools]) => summary(id, tools)),
    guidance,
    ...rest,
  };
}
