import type { RankAnswer, RankedHit, RankQuery } from '@toolrack/contracts';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import { hasBit } from '../store/bitmap.js';
import type { IndexStore } from '../store/index-store.js';
import type { BagSettings } from './bag-settings.js';
import { bagTokens } from './bag-tokens.js';

/** What a search of the bag recipe reads. */
export interface BagScope {
  readonly store: IndexStore;
  readonly settings: BagSettings;
  /** Tokens of each ordinal, and the full name of its tool. */
  readonly lengths: readonly number[];
  readonly fullNames: readonly string[];
  readonly statistics: TermStatistics;
  readonly averageLength: number;
  readonly allowed: Uint32Array | undefined;
}

/** Score of an exact name; beyond any other. */
const exactScore = 10_000;

interface QueryTerm {
  readonly term: number | undefined;
  readonly idf: number;
  readonly repeats: number;
}

function readTerms(tokens: readonly string[], { store, statistics }: BagScope): Map<string, QueryTerm> {
  const terms = new Map<string, QueryTerm>();
  for (const token of tokens) {
    const known = terms.get(token);
    const number = store.dictionary.find(token);
    const frequency = number === undefined ? 0 : statistics.frequency(number);
    terms.set(token, {
      term: frequency === 0 ? undefined : number,
      idf: inverseFrequency(statistics.documents, frequency),
      repeats: (known?.repeats ?? 0) + 1,
    });
  }
  return terms;
}

/** Adds what every term earns, and counts the distinct terms each document has. */
function score(terms: Iterable<QueryTerm>, scope: BagScope): Map<number, { score: number; terms: number }> {
  const { saturation, lengthSlope } = scope.settings;
  const { starts, counts, ordinals, impacts } = scope.store.postings;
  const found = new Map<number, { score: number; terms: number }>();
  for (const { term, idf, repeats } of terms) {
    if (term === undefined) continue;
    const start = starts[term] as number;
    for (let at = start; at < start + (counts[term] as number); at += 1) {
      const ordinal = ordinals[at] as number;
      if (scope.allowed !== undefined && !hasBit(scope.allowed, ordinal)) continue;
      const frequency = impacts[at] as number;
      const length = scope.lengths[ordinal] as number;
      const slope = saturation * (1 - lengthSlope + (lengthSlope * length) / Math.max(scope.averageLength, 1));
      const earned = (repeats * idf * frequency * (saturation + 1)) / (frequency + slope);
      const entry = found.get(ordinal);
      if (entry === undefined) found.set(ordinal, { score: earned, terms: 1 });
      else {
        entry.score += earned;
        entry.terms += 1;
      }
    }
  }
  return found;
}

/** Ordinals that have the rarest term of the query, the first of several; `undefined` when the rule is off. */
function gate(terms: Iterable<QueryTerm>, { store, settings }: BagScope): Set<number> | undefined {
  if (!settings.rarestWord) return undefined;
  let rarest: QueryTerm | undefined;
  for (const each of terms) if (rarest === undefined || each.idf > rarest.idf) rarest = each;
  if (rarest?.term === undefined) return new Set();
  const start = store.postings.starts[rarest.term] as number;
  return new Set(store.postings.ordinals.subarray(start, start + (store.postings.counts[rarest.term] as number)));
}

function exactNames(text: string, scope: BagScope): Set<number> {
  const wanted = text.trim().toLowerCase();
  const { catalog } = scope.store;
  const matches = (ordinal: number): boolean => {
    if (scope.allowed !== undefined && !hasBit(scope.allowed, ordinal)) return false;
    if (catalog.ids[ordinal] === text.trim()) return true;
    if ((scope.fullNames[ordinal] as string).toLowerCase() === wanted) return true;
    return scope.settings.leafNames && leafOf(catalog.names[ordinal] as string).toLowerCase() === wanted;
  };
  return new Set(catalog.named(wanted.replace(/[^\p{L}\p{N}]+/gu, '')).filter(matches));
}

/** `create_issue` of `mcp__github__create_issue`. */
function leafOf(name: string): string {
  return name.startsWith('mcp__') ? name.slice(name.lastIndexOf('__') + 2) : name;
}

/**
 * Ranks as Hermes Agent does: BM25 over one bag a tool; admitted is what has the query's rarest word and, of `n` known words from four on, at least half;
 * an exact name comes first whatever its words. Ties by id, which is the order of the catalog.
 */
export function searchBag(scope: BagScope, { text, limit }: RankQuery): RankAnswer {
  const tokens = bagTokens(text);
  if (tokens.length === 0 || limit <= 0 || scope.statistics.documents === 0) return { hits: [], confidence: 0, weak: true };
  const terms = readTerms(tokens, scope);
  const known = [...terms.values()].filter(({ term }) => term !== undefined).length;
  const floor = scope.settings.relevanceFloor && known >= 4 ? Math.ceil(known / 2) : 1;
  const admitted = gate(terms.values(), scope);
  const { ids } = scope.store.catalog;
  const exact = exactNames(text, scope);
  const hits: RankedHit[] = [...exact].map((ordinal) => ({ id: ids[ordinal] as string, score: exactScore }));
  for (const [ordinal, found] of score(terms.values(), scope)) {
    if (exact.has(ordinal) || found.terms < floor || admitted?.has(ordinal) === false) continue;
    hits.push({ id: ids[ordinal] as string, score: found.score });
  }
  hits.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
  const unmatched = [...terms].filter(([, { term }]) => term === undefined).map(([token]) => token);
  const best = hits.slice(0, limit);
  return { hits: best, unmatched, confidence: best.length === 0 ? 0 : known / terms.size, weak: best.length === 0 };
}
