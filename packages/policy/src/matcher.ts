import { matchPattern } from '@toolrack/contracts';
import type { OneOrMany } from './rule.js';

/** True when a text matches. */
export type TextMatcher = (text: string) => boolean;

/** True when a tool matches by its id or its name. */
export type ToolMatcher = (tool: { readonly id: string; readonly name: string }) => boolean;

/** The patterns as an array. */
export function asArray(patterns: OneOrMany): readonly string[] {
  return typeof patterns === 'string' ? [patterns] : patterns;
}

/** One pattern with its parts split once; answers exactly as `matchPattern`. */
function compilePattern(pattern: string): TextMatcher {
  const parts = pattern.split('*');
  const first = parts[0] as string;
  const last = parts[parts.length - 1] as string;
  if (parts.length === 1) return (text) => text === pattern;
  if (parts.length === 2) {
    const least = first.length + last.length;
    return (text) => text.length >= least && text.startsWith(first) && text.endsWith(last);
  }
  return (text) => text.startsWith(first) && text.endsWith(last) && matchPattern(pattern, text);
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
