import { isJsonObject } from '@toolrack/contracts';
import { curatedDefer } from './deferral-lists.js';

/** `auto` is the same as `on` today. */
export type Switch = 'auto' | 'on' | 'off';

/** What a `tools.tool_search` block of Hermes comes to. */
export interface ResolvedToolSearch {
  readonly enabled: Switch;
  /** Percent of the context window that the listing may take, 0..100. */
  readonly thresholdPct: number;
  /** Hits for each query that names no limit, 1..`maxSearchLimit`. */
  readonly searchDefaultLimit: number;
  /** Most hits for a query, 1..50. */
  readonly maxSearchLimit: number;
  readonly listing: Switch;
  /** Most tokens of the listing, 200..60,000. */
  readonly listingMaxTokens: number;
  /** Names that are deferred whatever else they are. */
  readonly defer: readonly string[];
  /** What an operator should read. */
  readonly warnings: readonly string[];
}

const switchWords: Readonly<Record<string, Switch>> = {
  ...{ auto: 'auto', on: 'on', off: 'off' },
  ...{ true: 'on', '1': 'on', yes: 'on', false: 'off', '0': 'off', no: 'off' },
};

function wordOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
}

/** True for what `enabled` and `listing` understand. */
export function isSwitchWord(value: unknown): boolean {
  return Object.hasOwn(switchWords, wordOf(value));
}

function switchOf(value: unknown): Switch {
  const word = wordOf(value);
  return (Object.hasOwn(switchWords, word) ? switchWords[word] : undefined) ?? 'auto';
}

/**
 * A whole number: numbers are cut, `true` is 1, a string must be a whole number itself; anything else is the fallback. The result
 * is clamped.
 */
export function wholeNumber(value: unknown, fallback: number, least: number, most: number): number {
  const isText = typeof value === 'string';
  const number = isText ? (/^\s*[+-]?\d+\s*$/u.test(value) ? Number(value) : NaN) : typeof value === 'boolean' ? Number(value) : value;
  const read = typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : fallback;
  return Math.max(least, Math.min(most, read));
}

function percent(value: unknown, fallback: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'boolean' ? Number(value) : value;
  return typeof number === 'number' && !Number.isNaN(number) ? Math.max(0, Math.min(100, number)) : fallback;
}

function readDefer(value: unknown): { readonly defer: readonly string[]; readonly warnings: readonly string[] } {
  if (value === undefined || value === null) return { defer: curatedDefer, warnings: [] };
  if (Array.isArray(value)) {
    const names = (value as unknown[]).map((name) => (['string', 'number'].includes(typeof name) ? String(name).trim() : ''));
    return { defer: Object.freeze([...new Set(names.filter((name) => name !== ''))]), warnings: [] };
  }
  const warning =
    `tools.tool_search.defer must be a list of tool names, for example ["todo_list", "computer_use"] ([] defers no built-in tool), ` +
    `but is a ${typeof value}; the curated list is used.`;
  return { defer: curatedDefer, warnings: [warning] };
}

/**
 * Resolves Hermes' `tools.tool_search` in all its forms: a block, `true` or `null` (automatic), `false` (off). Never throws: what is
 * not understood falls back to the default and what is out of range is clamped, so that no slip in a configuration breaks an agent.
 */
export function resolveToolSearch(value?: unknown): ResolvedToolSearch {
  const block: Readonly<Record<string, unknown>> = isJsonObject(value) ? value : { enabled: value === false ? 'off' : 'auto' };
  const maxSearchLimit = wholeNumber(block['max_search_limit'], 25, 1, 50);
  return Object.freeze({
    enabled: switchOf(block['enabled'] ?? 'auto'),
    thresholdPct: percent(block['threshold_pct'], 5),
    searchDefaultLimit: wholeNumber(block['search_default_limit'], 5, 1, maxSearchLimit),
    maxSearchLimit,
    listing: switchOf(block['listing'] ?? 'auto'),
    listingMaxTokens: wholeNumber(block['listing_max_tokens'], 4000, 200, 60_000),
    ...readDefer(block['defer']),
  });
}

/** Resolves `tools.connectors`: a boolean or `{ enabled }`; on by default and when it is malformed. */
export function resolveConnectors(value?: unknown): boolean {
  const enabled: unknown = isJsonObject(value) ? value['enabled'] : value;
  if (typeof enabled === 'boolean') return enabled;
  if (typeof enabled === 'string') return !['false', '0', 'no', 'off', ''].includes(enabled.trim().toLowerCase());
  return true;
}

/** Tokens that a listing may take in a context window of so many tokens; 10,000 stand for the percentage while it is unknown. */
export function listingTokens(settings: ResolvedToolSearch, contextWindow: number | undefined): number {
  const isKnown = contextWindow !== undefined && contextWindow > 0;
  const leg = isKnown ? Math.trunc(contextWindow * (settings.thresholdPct / 100)) : 10_000;
  return Math.max(0, Math.min(settings.listingMaxTokens, leg));
}
