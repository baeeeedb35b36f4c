import { intentWeight } from './intents.js';
import type { QueryPlan } from './query-plan.js';
import type { SearchScope } from './scope.js';

/** Saturation of the term count and weight of the document length: the usual values of Okapi BM25, as in OpenClaw's recipe. */
export const bm25 = Object.freeze({ k1: 1.2, b: 0.75 });

/** ln(1 + (N − n + 0.5) / (n + 0.5)): never negative, also for a term of every document. */
export function inverseDocumentFrequency(documents: number, containing: number): number {
  return Math.log(1 + (documents - containing + 0.5) / (containing + 0.5));
}

/** Scores of the documents that contain a term of a query. */
export interface Scores {
  /** Every scored document once, literal matches first. */
  readonly touched: readonly number[];
  /** How many of `touched` contain a word of the query itself; the others have only an expanded capability. */
  readonly literalCount: number;
  readonly score: Float64Array;
  /** In how many documents each literal term occurs. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Bit `i` of `found` tells that the document contains literal term `i`; terms from 32 on are not told. */
  readonly found: Uint32Array;
}

/** Adds up Okapi BM25 over the terms of a plan: weight × idf × tf·(k1 + 1) / (tf + k1·(1 − b + b·length/average)). */
export function scorePlan(plan: QueryPlan, scope: SearchScope, lengths: readonly number[]): Scores {
  const score = new Float64Array(lengths.length);
  const found = new Uint32Array(lengths.length);
  const touched: number[] = [];
  const frequencies = new Map<string, number>();
  const add = (term: string, weight: number, bit: number): void => {
    const { ordinals, counts } = scope.matches(term);
    if (weight === 1) frequencies.set(term, ordinals.length);
    const idf = weight * inverseDocumentFrequency(scope.size, ordinals.length) * (bm25.k1 + 1);
    const base = bm25.k1 * (1 - bm25.b);
    const slope = (bm25.k1 * bm25.b) / scope.averageLength;
    for (let position = 0; position < ordinals.length; position += 1) {
      const ordinal = ordinals[position] as number;
      const count = counts[position] as number;
      const before = score[ordinal] as number;
      if (before === 0) touched.push(ordinal);
      score[ordinal] = before + (idf * count) / (count + base + slope * (lengths[ordinal] as number));
      found[ordinal] = (found[ordinal] as number) | bit;
    }
  };
  plan.literal.forEach((term, number) => {
    add(term, 1, number < 32 ? 1 << number : 0);
  });
  const literalCount = touched.length;
  for (const term of plan.expanded) add(term, intentWeight, 0);
  return { touched, literalCount, score, frequencies, found };
}
