import type { QueryPlan } from './query-plan.js';
import { inverseDocumentFrequency, type Scores } from './scoring.js';

/** How many of the first hits are looked at for `confidence`. */
const looked = 3;

/** Words of the query, lower-cased and as written, of which nothing is indexed. */
export function unmatchedWords(plan: QueryPlan, { frequencies }: Scores): readonly string[] {
  return plan.chunks.filter(({ stems }) => stems.every((stem) => (frequencies.get(stem) ?? 0) === 0)).map(({ text }) => text);
}

/**
 * The share of the query's weight that the best of the first three hits covers, 0..1. A unit of meaning weighs the inverse
 * document frequency of its commonest stem; a word that nothing contains weighs most of all. Only the first 32 terms count.
 */
export function coverage(plan: QueryPlan, scores: Scores, documents: number, hits: readonly number[]): number {
  const numbers = new Map(plan.literal.slice(0, 32).map((term, number) => [term, number]));
  let total = 0;
  const covered = hits.slice(0, looked).map(() => 0);
  for (const stems of plan.units) {
    const known = stems.filter((stem) => numbers.has(stem));
    if (known.length === 0) continue;
    const frequency = Math.max(...known.map((stem) => scores.frequencies.get(stem) ?? 0));
    const mass = inverseDocumentFrequency(documents, frequency);
    const mask = known.reduce((bits, stem) => bits | (1 << (numbers.get(stem) as number)), 0);
    total += mass;
    covered.forEach((sum, position) => {
      const found = scores.found[hits[position] as number] as number;
      if ((found & mask) !== 0) covered[position] = sum + mass;
    });
  }
  return total === 0 ? 0 : Math.min(1, Math.max(0, ...covered) / total);
}
