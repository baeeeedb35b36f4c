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
    const number = store.dictionary.find(token, statistics);
    const frequency = number === undefined ? 0 : statistics.frequency(number);
    terms.set(token, {
      term: number,
      idf: inverseFrequency(statistics.documents, frequency),
      repeats: (known?.repeats ?? 0) + 1,
    });
  }
  return terms;
}

/** What one document earns, and how many distinct terms of the query it has. */
interface Earned {
  score: number;
  terms: number;
}

function earn({ idf, repeats }: QueryTerm, frequency: number, ordinal: number, scope: BagScope): number {
  const { saturation, lengthSlope } = scope.settings;
  const length = scope.lengths[ordinal] as number;
  const slope = saturation * (1 - lengthSlope + (lengthSlope * length) / Math.max(scope.averageLength, 1));
  return (repeats * idf * frequency * (saturation + 1)) / (frequency + slope);
}

const maySee = ({ allowed }: BagScope, ordinal: number): boolean => allowed === undefined || hasBit(allowed, ordinal);

/** Ordinals of the list of a term. */
function listOf(term: number, { store }: BagScope): Uint32Array {
  const start = store.postings.starts[term] as number;
  return store.postings.ordinals.subarray(start, start + (store.postings.counts[term] as number));
}

/** Scores every document that has any of the terms. */
function scoreAll(terms: readonly QueryTerm[], scope: BagScope): Map<number, Earned> {
  const found = new Map<number, Earned>();
  for (const query of terms) {
    if (query.term === undefined) continue;
    const start = scope.store.postings.starts[query.term] as number;
    listOf(query.term, scope).forEach((ordinal, place) => {
      if (!maySee(scope, ordinal)) return;
      const earned = found.get(ordinal) ?? { score: 0, terms: 0 };
      earned.score += earn(query, scope.store.postings.impacts[start + place] as number, ordinal, scope);
      earned.terms += 1;
      found.set(ordinal, earned);
    });
  }
  return found;
}

/** Scores the documents that have the rarest term of the query, the first of several; none when no document has it. */
function scoreGated(terms: readonly QueryTerm[], scope: BagScope): Map<number, Earned> {
  const found = new Map<number, Earned>();
  const rarest = terms.reduce((best, each) => (each.idf > best.idf ? each : best));
  if (rarest.term === undefined) return found;
  const { forward } = scope.store;
  const frequencies = new Map<number, number>();
  for (const { term } of terms) if (term !== undefined) frequencies.set(term, 0);
  for (const ordinal of listOf(rarest.term, scope)) {
    if (!maySee(scope, ordinal)) continue;
    for (const term of frequencies.keys()) frequencies.set(term, 0);
    const start = forward.starts[ordinal] as number;
    for (let at = start; at < start + (forward.counts[ordinal] as number); at += 1) {
      const term = forward.terms[at] as number;
      if (frequencies.has(term)) frequencies.set(term, forward.impacts[at] as number);
    }
    const earned = { score: 0, terms: 0 };
    for (const query of terms) {
      const frequency = query.term === undefined ? 0 : (frequencies.get(query.term) as number);
      if (frequency === 0) continue;
      earned.score += earn(query, frequency, ordinal, scope);
      earned.terms += 1;
    }
    found.set(ordinal, earned);
  }
  return found;
}

function exactNames(text: string, scope: BagScope): Set<number> {
  const wanted = text.trim().toLowerCase();
  const { catalog } = scope.store;
  const matches = (ordinal: number): boolean => {
    if (catalog.ids[ordinal] === text.trim()) return true;
    if ((scope.fullNames[ordinal] as string).toLowerCase() === wanted) return true;
    return scope.settings.leafNames && leafOf(catalog.names[ordinal] as string).toLowerCase() === wanted;
  };
  const named = catalog.named(wanted.replace(/[^\p{L}\p{N}]+/gu, ''), (ordinal) => maySee(scope, ordinal));
  return new Set(named.filter(matches));
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
  const score = scope.settings.rarestWord ? scoreGated : scoreAll;
  const { ids } = scope.store.catalog;
  const exact = exactNames(text, scope);
  const hits: RankedHit[] = [...exact].map((ordinal) => ({ id: ids[ordinal] as string, score: exactScore }));
  for (const [ordinal, found] of score([...terms.values()], scope)) {
    if (exact.has(ordinal) || found.terms < floor) continue;
    hits.push({ id: ids[ordinal] as string, score: found.score });
  }
  hits.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
  const unmatched = [...terms].filter(([, { term }]) => term === undefined).map(([token]) => token);
  const best = hits.slice(0, limit);
  return { hits: best, unmatched, confidence: best.length === 0 ? 0 : known / terms.size, weak: best.length === 0 };
}
