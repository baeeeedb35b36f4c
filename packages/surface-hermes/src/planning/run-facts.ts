import { type CatalogEntry, matchPattern, sourceId } from '@toolrack/contracts';
import { isDeferred } from '../deferral/deferred-catalog.js';
import { type PlannerFacts } from './plan-calls.js';

/**
 * The facts of a run for `planCalls`. `parallelSources` are patterns over source ids (`mcp:github`, `mcp:*`) of servers that set
 * `supportsParallelToolCalls`; a tool whose own definition asks to run alone is never parallel.
 */
export function plannerFacts(entries: readonly CatalogEntry[], parallelSources: readonly string[] = []): PlannerFacts {
  const byName = new Map(entries.map((entry) => [entry.callName, entry]));
  return {
    isDeferred: (name) => {
      const entry = byName.get(name);
      return entry !== undefined && isDeferred(entry);
    },
    supportsParallel: (name) => {
      const tool = byName.get(name)?.tool;
      if (tool === undefined || tool.execution === 'sequential') return false;
      return parallelSources.some((pattern) => matchPattern(pattern, sourceId(tool.source)));
    },
  };
}
