import { matchTool, sourceId, type ToolSourceIdentity } from '@toolrack/contracts';
import type { CompiledRule } from './compiled-rule.js';
import { compileSourceSieve } from './matcher.js';

/** Some tools of one source: those whose id fits a pattern, or the one of that id. */
interface Part {
  readonly id: string;
  readonly name: string;
}

/** Rules that are laid over each other to see whether an exception of one is denied by another; real policies need two. */
const mostLayers = 3;

/** What a pattern leaves of a source; too much rather than too little, and `undefined` when no tool of the source can match. */
function partOf(pattern: string, prefix: string): Part | undefined {
  // A pattern without a colon is one over names, and over ids too where it can begin like one.
  const isOverIds = pattern.includes(':') || (pattern.includes('*') && prefix.startsWith(pattern.split('*')[0] as string));
  if (!isOverIds) return { id: `${prefix}${pattern}`, name: pattern };
  if (pattern.startsWith(prefix)) return { id: pattern, name: pattern.slice(prefix.length) };
  return compileSourceSieve(pattern)(prefix) ? { id: `${prefix}*`, name: '*' } : undefined;
}

/** Whether every tool of the part matches one of the patterns: a star in a pattern takes a star of the part as any other letter. */
function covers(patterns: readonly string[], part: Part): boolean {
  return patterns.some((pattern) => matchTool(pattern, part));
}

/** What of a part an exception takes out; too much rather than too little. */
function overlap(part: Part, pattern: string, prefix: string): Part | undefined {
  if (matchTool(pattern, part)) return part;
  const excepted = part.id.includes('*') ? partOf(pattern, prefix) : undefined;
  if (excepted === undefined || excepted.id.includes('*')) return excepted;
  return matchTool(part.id, excepted) ? excepted : undefined;
}

function isDenied(part: Part, denying: readonly CompiledRule[], prefix: string, layers: number): boolean {
  if (layers === 0) return false;
  return denying.some((rule) => {
    if (rule.isConditional || !covers(rule.patterns, part)) return false;
    const excepted = rule.exceptions.map((pattern) => overlap(part, pattern, prefix)).filter((each) => each !== undefined);
    if (excepted.length === 0) return true;
    const others = denying.filter((other) => other !== rule);
    return excepted.every((each) => isDenied(each, others, prefix, layers - 1));
  });
}

/**
 * True when no tool that this source could ever list is allowed: the question about a source of which no tool is known. `denying` and `allowing` are
 * the rules that concern it; without `allowing` everything is allowed that is not denied. Says false where it cannot tell, as with rules about the
 * trust, the annotations or the arguments of a tool.
 */
export function isSourceHidden(
  source: ToolSourceIdentity,
  denying: readonly CompiledRule[],
  allowing: readonly CompiledRule[] | undefined,
): boolean {
  const prefix = `${sourceId(source)}:`;
  const allowed = allowing?.flatMap(({ patterns, exceptions }) =>
    patterns.map((pattern) => partOf(pattern, prefix)).filter((part) => part !== undefined && !covers(exceptions, part)),
  );
  return (allowed ?? [partOf('*', prefix)]).every((part) => part === undefined || isDenied(part, denying, prefix, mostLayers));
}
