import type { OneOrMany } from './rule.js';

/** True when a text matches. */
export type TextMatcher = (text: string) => boolean;

/** True when a tool matches by its id or its name. */
export type ToolMatcher = (tool: { readonly id: string; readonly name: string }) => boolean;

/** The patterns as an array. */
export function asArray(patterns: OneOrMany): readonly string[] {
  return typeof patterns === 'string' ? [patterns] : patterns;
}

/** The literal parts in order, each after the one before, all between `from` and `end`. */
function containsInOrder(text: string, parts: readonly string[], from: number, end: number): boolean {
  let position = from;
  for (const part of parts) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** One pattern with its parts split once; answers exactly as `matchPattern`, which splits them each time. */
function compilePattern(pattern: string): TextMatcher {
  const parts = pattern.split('*');
  const first = parts[0] as string;
  const last = parts[parts.length - 1] as string;
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  const least = parts.reduce((sum, part) => sum + part.length, 0);
  return (text) =>
    text.length >= least &&
    text.startsWith(first) &&
    text.endsWith(last) &&
    (middle.length === 0 || containsInOrder(text, middle, first.length, text.length - last.length));
}

/** Any of the patterns. */
export function compileMatcher(patterns: OneOrMany): TextMatcher {
  const list = asArray(patterns);
  if (list.some((pattern) => /^\*+$/.test(pattern))) return () => true;
  const exact = new Set(list.filter((pattern) => !pattern.includes('*')));
  const matchers = list.filter((pattern) => pattern.includes('*')).map(compilePattern);
  if (matchers.length === 0) return (text) => exact.has(text);
  if (exact.size === 0 && matchers.length === 1) return matchers[0] as TextMatcher;
  return (text) => exact.has(text) || matchers.some((matches) => matches(text));
}

/** Any of the patterns, each over the id and, without a colon, over the name; answers exactly as `matchTool`. */
export function compileToolMatcher(patterns: OneOrMany): ToolMatcher {
  const list = asArray(patterns);
  const matchesId = compileMatcher(list);
  const overNames = list.filter((pattern) => !pattern.includes(':'));
  if (overNames.length === 0) return (tool) => matchesId(tool.id);
  const matchesName = compileMatcher(overNames);
  return (tool) => matchesId(tool.id) || matchesName(tool.name);
}

/** False when no tool of the source with this id prefix (`<kind>:<owner>:`) can match; a quick sieve, true does not promise a match. */
export function compileSourceSieve(patterns: OneOrMany): (idPrefix: string) => boolean {
  const heads = asArray(patterns).map((pattern) => (pattern.includes(':') ? (pattern.split('*')[0] as string) : ''));
  const isExact = asArray(patterns).map((pattern) => pattern.includes(':') && !pattern.includes('*'));
  return (idPrefix) => heads.some((head, index) => head.startsWith(idPrefix) || (isExact[index] !== true && idPrefix.startsWith(head)));
}
