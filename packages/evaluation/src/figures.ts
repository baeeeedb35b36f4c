import { areaUnderCurve, mean, ndcgAt, recallAt, reciprocalRank } from './metrics.js';
import { type EvaluationQuery } from './query-file.js';
import { type RankedQuery, type RankerRun } from './run-ranker.js';

/** Quality of one answer to an answerable query, each 0..1. */
export interface QueryScores {
  readonly recallAt1: number;
  readonly recallAt3: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly ndcgAt10: number;
  readonly mrr: number;
}

/** Names of the measures, in the order in which they are shown. */
export const measures = Object.freeze(['recallAt1', 'recallAt3', 'recallAt5', 'recallAt10', 'ndcgAt10', 'mrr'] as const);

/** All figures of a ranker. Shares are 0..1; those of an empty set are `undefined`. */
export interface RankerFigures extends QueryScores {
  /** Share of the answerable queries without any hit. */
  readonly emptyAnswers: number;
  /** Share of the unanswerable queries that got hits which are not marked as weak. */
  readonly falseAnswers?: number;
  /** Share of the answerable queries whose answer is marked as weak. */
  readonly weakAnswerable: number;
  readonly weakUnanswerable?: number;
  /** Area under the curve of `confidence`, answerable against unanswerable queries. */
  readonly confidenceAuc?: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly buildMs: number;
  readonly memoryMb: number;
}

/** The scores of one answer. */
export function scoreAnswer(query: EvaluationQuery, { ids }: RankedQuery): QueryScores {
  return {
    recallAt1: recallAt(1, query, ids),
    recallAt3: recallAt(3, query, ids),
    recallAt5: recallAt(5, query, ids),
    recallAt10: recallAt(10, query, ids),
    ndcgAt10: ndcgAt(10, query, ids),
    mrr: reciprocalRank(query, ids),
  };
}

/** The scores of the answerable queries, in order. */
export function scoreAnswers(queries: readonly EvaluationQuery[], answers: readonly RankedQuery[]): readonly QueryScores[] {
  return queries.flatMap((query, index) => (query.gold.length === 0 ? [] : [scoreAnswer(query, answers[index] as RankedQuery)]));
}

/** Sums a run up. `queries` are those of the run, in its order; those without gold tools count as unanswerable. */
export function summariseRun(queries: readonly EvaluationQuery[], run: RankerRun): RankerFigures {
  const scores = scoreAnswers(queries, run.answers);
  const answerable = run.answers.filter((_, index) => queries[index]?.gold.length !== 0);
  const unanswerable = run.answers.filter((_, index) => queries[index]?.gold.length === 0);
  const share = (answers: readonly RankedQuery[], holds: (answer: RankedQuery) => boolean): number =>
    mean(answers.map((answer) => (holds(answer) ? 1 : 0)));
  const confidence = (answers: readonly RankedQuery[]): readonly number[] => answers.map((answer) => answer.confidence);
  const area = areaUnderCurve(confidence(answerable), confidence(unanswerable));
  const means = Object.fromEntries(measures.map((measure) => [measure, mean(scores.map((score) => score[measure]))]));
  return {
    ...(means as unknown as QueryScores),
    emptyAnswers: share(answerable, ({ ids }) => ids.length === 0),
    weakAnswerable: share(answerable, ({ weak }) => weak),
    ...(unanswerable.length === 0
      ? {}
      : {
          falseAnswers: share(unanswerable, ({ ids, weak }) => ids.length > 0 && !weak),
          weakUnanswerable: share(unanswerable, ({ weak }) => weak),
        }),
    ...(area === undefined ? {} : { confidenceAuc: area }),
    p50Ms: run.p50Ms,
    p95Ms: run.p95Ms,
    buildMs: run.buildMs,
    memoryMb: run.memoryMb,
  };
}
