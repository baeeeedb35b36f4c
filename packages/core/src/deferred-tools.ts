import type { CatalogEntry, DirectoryEntry, ToolDescriptor } from '@toolrack/contracts';
import { countNames, SourceCounter } from './snapshot.js';

/** What a directory can speak of: the tools that are found by search alone. */
export interface DeferredTools {
  readonly total: number;
  /** By source id. */
  readonly bySource: ReadonlyMap<string, number>;
  /** Those that may be named in a prompt, in the order of the entries. */
  readonly eligible: readonly DirectoryEntry[];
}

/** The bare name of a server's tool gives way to that of a tool of the host or of the caller; a stranger's is no name at all beside a trusted one. */
function isRowNamed(entries: readonly CatalogEntry[]): (tool: ToolDescriptor) => boolean {
  const tools = entries.map(({ tool }) => tool);
  const isServers = ({ source }: ToolDescriptor): boolean => source.kind === 'mcp';
  const own = countNames(tools.filter((tool) => !isServers(tool) && (tool.trust === 'trusted' || tool.source.kind === 'client')));
  const servers = countNames(tools.filter((tool) => isServers(tool) && tool.trust === 'trusted'));
  return (tool) => (isServers(tool) ? !own.has(tool.name) && servers.get(tool.name) === 1 : own.get(tool.name) === 1);
}

/**
 * The deferred tools among the entries of a catalog. Only trusted ones may be named, and where a model speaks of tools by the names of their
 * sources (`hasOwnNames`) only those whose name no other visible tool has a claim to: a shared name leads nowhere.
 */
export function deferredTools(entries: readonly CatalogEntry[], hasOwnNames: boolean): DeferredTools {
  // Call names are unique: where all tools are called by their own names, no two share one.
  const isCounted = hasOwnNames && entries.some(({ tool, callName }) => callName !== tool.name);
  const isNamed = isCounted ? isRowNamed(entries) : () => true;
  const bySource = new SourceCounter();
  const eligible: DirectoryEntry[] = [];
  let total = 0;
  entries.forEach(({ tool, callName, direct, searchable }) => {
    if (direct || !searchable) return;
    const { id, name, description, source, trust } = tool;
    total += 1;
    bySource.add(source);
    if (trust === 'trusted' && isNamed(tool)) eligible.push({ id, name, callName, description, source });
  });
  return { total, bySource: bySource.counts(), eligible };
}
