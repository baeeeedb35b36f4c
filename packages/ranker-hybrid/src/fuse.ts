import { compareCodeUnits, type RankedHit } from '@toolrack/contracts';
import { type Fusion } from './options.js';

/** A tool with its similarity to the query, a cosine. */
export interface SimilarTool {
  readonly id: string;
  readonly similarity: number;
}

/** What is joined. */
export interface FusionInput {
  /** Best first. */
  readonly lexical: readonly RankedHit[];
  /** The most similar tools, best first. */
  readonly similar: readonly SimilarTool[];
  /** Similarity of any tool; `undefined` when it has no vector. */
  readonly similarityOf: (id: string) => number | undefined;
  /** Share of meaning, 0..1. */
  readonly weight: number;
  readonly fusion: Fusion;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const rankConstant = 60;

/** Joins both rankings; equal scores go by id. */
export function fuse(input: FusionInput): readonly RankedHit[] {
  const scores = input.fusion === 'rank' ? byRank(input) : byScore(input);
  const hits = [...scores].map(([id, score]) => ({ id, score }));
  return hits.sort((left, right) => right.score - left.score || compareCodeUnits(left.id, right.id));
}

/**
 * Convex combination of normalised scores (Bruch, Gai and Ingber, 2023): words by their best score, similarities between the least similar
 * candidate and the most similar one, as models differ in the range that they use.
 */
function byScore({ lexical, similar, similarityOf, weight }: FusionInput): Map<string, number> {
  const best = lexical[0]?.score ?? 0;
  const most = similar[0]?.similarity ?? 0;
  const least = similar.at(-1)?.similarity ?? 0;
  const meaning = (similarity: number | undefined): number =>
    similarity === undefined ? 0 : most === least ? (similarity >= most ? 1 : 0) : Math.max(0, (similarity - least) / (most - least));
  const scores = new Map(
    lexical.map(({ id, score }) => [id, (1 - weight) * (best > 0 ? Math.max(0, score) / best : 1) + weight * meaning(similarityOf(id))]),
  );
  for (const { id, similarity } of similar) if (!scores.has(id)) scores.set(id, weight * meaning(similarity));
  return scores;
}

function byRank({ lexical, similar, weight }: FusionInput): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (id: string, place: number, share: number): void => {
    scores.set(id, (scores.get(id) ?? 0) + share / (rankConstant + place + 1));
  };
  lexical.forEach(({ id }, place) => add(id, place, 1 - weight));
  similar.forEach(({ id }, place) => add(id, place, weight));
  return scores;
}
