import { type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';
import { percentile } from './metrics.js';
import { memoryInUse } from './memory-in-use.js';

/** The answer of a ranker to one query. */
export interface RankedQuery {
  readonly ids: readonly string[];
  readonly confidence: number;
  readonly weak: boolean;
}

/** What a ranker did. */
export interface RankerRun {
  /** In the order of the queries. */
  readonly answers: readonly RankedQuery[];
  /** Building the index, with the first search, because some rankers build then. */
  readonly buildMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** What the index holds on to, in megabytes; may be slightly off, as the garbage collector has its own mind. */
  readonly memoryMb: number;
}

/** How a ranker is asked. */
export interface RankerRunOptions {
  /** Most hits of a timed search. Answers hold at least `deepestMeasure` hits, or recall at 10 would be one at fewer. */
  readonly limit: number;
  /** Stops between two queries; then the run rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Hits that the deepest measure looks at. */
export const deepestMeasure = 10;

/** Queries that are timed in the second pass. */
const mostTimed = 1000;

/** Indexes the documents and asks every query twice: once for the answers, which also warms up, and once for the times. */
export async function runRanker(
  ranker: Ranker,
  documents: readonly RankDocument[],
  queries: readonly string[],
  options: RankerRunOptions,
): Promise<RankerRun> {
  const before = memoryInUse();
  const started = performance.now();
  const index = await ranker.index(documents);
  await index.search({ text: queries[0] ?? 'tool', limit: options.limit });
  const buildMs = performance.now() - started;
  const memoryMb = Math.max(0, memoryInUse() - before) / 1e6;
  const answers: RankedQuery[] = [];
  for (const text of queries) answers.push(await ask(index, text, options));
  const times: number[] = [];
  for (const text of queries.slice(0, mostTimed)) {
    options.signal?.throwIfAborted();
    const from = performance.now();
    await index.search({ text, limit: options.limit });
    times.push(performance.now() - from);
  }
  return { answers, buildMs, memoryMb, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}

async function ask(index: RankIndex, text: string, { limit, signal }: RankerRunOptions): Promise<RankedQuery> {
  signal?.throwIfAborted();
  const { hits, confidence, weak } = await index.search({ text, limit: Math.max(limit, deepestMeasure) });
  const isEmpty = hits.length === 0;
  return { ids: hits.map(({ id }) => id), confidence: confidence ?? (isEmpty ? 0 : 1), weak: weak ?? isEmpty };
}
