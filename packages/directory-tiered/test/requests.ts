import type { DirectoryEntry, DirectoryRequest, SourceSummary } from '@toolrack/contracts';
import { fixtureRun } from '@toolrack/testkit';

/** An entry of a server, or of the source that `kind` names. */
export function entry(owner: string, name: string, description = '', extra: { kind?: string; label?: string } = {}): DirectoryEntry {
  const { kind = 'mcp', label } = extra;
  return {
    id: `${kind}:${owner}:${name}`,
    name,
    callName: kind === 'mcp' ? `mcp__${owner}__${name}` : name,
    description,
    source: { kind, owner, ...(label === undefined ? {} : { label }) },
  };
}

/** `count` entries of one server. */
export function entries(owner: string, count: number, description = ''): DirectoryEntry[] {
  return Array.from({ length: count }, (_, index) => entry(owner, `tool_${String(index).padStart(4, '0')}`, description));
}

export function summary(id: string, tools: number, extra: Partial<SourceSummary> = {}): SourceSummary {
  const [kind, owner] = id.split(':') as [string, string];
  return { id, kind, owner, state: 'started', tools, ...extra };
}

/** The request that a surface with its own framing makes. Sources are counted from the entries. */
export function request(
  list: readonly DirectoryEntry[],
  extra: { contextWindow?: number; sources?: readonly SourceSummary[]; deferred?: number } = {},
): DirectoryRequest {
  const counts = new Map<string, SourceSummary>();
  for (const { source } of list) {
    const id = `${source.kind}:${source.owner}`;
    counts.set(id, summary(id, (counts.get(id)?.tools ?? 0) + 1, source));
  }
  const sources = [...counts.values(), ...(extra.sources ?? [])];
  return {
    run: fixtureRun(extra.contextWindow === undefined ? {} : { contextWindow: extra.contextWindow }),
    entries: list,
    deferred: extra.deferred ?? sources.reduce((sum, source) => sum + source.tools, 0),
    sources,
    guidance: { complete: '', partial: '' },
  };
}
