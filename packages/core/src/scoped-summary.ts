import { everyTool, matchTool } from '@toolrack/contracts';
import type { Denial, SourceSummary, ToolDescriptor } from '@toolrack/contracts';

/** A tool that is only asked about: it has no definition, and so an empty digest. */
function probe({ id, kind, owner }: SourceSummary, name: string): ToolDescriptor {
  return Object.freeze({
    id: `${id}:${name}`,
    name,
    description: '',
    source: { kind, owner },
    trust: 'untrusted',
    exposure: 'catalog',
    execution: 'parallel',
    inputSchema: {},
    digest: '',
  });
}

/** True when a pattern could match some tool of a source; a pattern without a colon matches names, which any source may have. */
function couldMatch(pattern: string, id: string): boolean {
  if (!pattern.includes(':')) return true;
  const fixed = pattern.split('*')[0] as string;
  return fixed.startsWith(`${id}:`) || (pattern.includes('*') && `${id}:`.startsWith(fixed));
}

const lateReason = 'it listed its tools after this run began; a new run has them';

/**
 * What a run may know of a source that has listed these tools, `isLate` when it had listed none as the run began: nothing of one of which nothing is allowed (its very name could tell too
 * much), also when it has never listed anything, and no problem of a tool that is denied.
 */
export function scopedSummary(
  summary: SourceSummary,
  listed: readonly ToolDescriptor[],
  isLate: boolean,
  allow: readonly string[] | undefined,
  ask: (tool: ToolDescriptor) => Denial | undefined | object,
): readonly SourceSummary[] {
  const isAllowed = (name: string): boolean => {
    const tool = probe(summary, name);
    const matches = (pattern: string): boolean => (name === everyTool ? couldMatch(pattern, summary.id) : matchTool(pattern, tool));
    return (allow?.some(matches) ?? true) && ask(tool) === undefined;
  };
  if (summary.tools === 0 && listed.length > 0) {
    const isForRun = (tool: ToolDescriptor): boolean =>
      (allow?.some((pattern) => matchTool(pattern, tool)) ?? true) && ask(tool) === undefined;
    return isLate && listed.some(isForRun) ? [Object.freeze({ ...summary, state: 'starting', reason: lateReason })] : [];
  }
  if (summary.tools === 0 && !isAllowed(everyTool)) return [];
  const problems = summary.problems?.filter(({ tool }) => isAllowed(tool));
  if (problems === undefined || problems.length === summary.problems?.length) return [summary];
  const { problems: _all, ...rest } = summary;
  return [Object.freeze({ ...rest, ...(problems.length === 0 ? {} : { problems: Object.freeze(problems) }) })];
}
