import { type EvaluationQuery } from './query-file.js';

/** Share of the gold tools among the first `depth` ids, 0..1; with `any`, 1 as soon as one of them is there. */
export function recallAt(depth: number, { gold, any }: EvaluationQuery, ids: readonly string[]): number {
  const wanted = new Set(gold);
  const found = ids.slice(0, depth).filter((id) => wanted.has(id)).length;
  return any ? Math.min(1, found) : found / wanted.size;
}

/** Reciprocal of the place of the first gold tool, 0 when there is none. */
export function reciprocalRank({ gold }: EvaluationQuery, ids: readonly string[]): number {
  const place = ids.findIndex((id) => gold.includes(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/**
 * Normalised discounted cumulative gain with gains of 0 and 1 and the discount log2(place + 1) (Järvelin and Kekäläinen, 2002).
 * With `any` only the best placed gold tool gains, as the others add nothing.
 */
export function ndcgAt(depth: number, { gold, any }: EvaluationQuery, ids: readonly string[]): number {
  const wanted = new Set(gold);
  const gains = ids.slice(0, depth).flatMap((id, index) => (wanted.has(id) ? [1 / Math.log2(index + 2)] : []));
  if (any) return gains[0] ?? 0;
  let ideal = 0;
  for (let place = 1; place <= Math.min(depth, wanted.size); place += 1) ideal += 1 / Math.log2(place + 1);
  return gains.reduce((sum, gain) => sum + gain, 0) / ideal;
}

/**
 * Probability that a value of `positives` is above one of `negatives`, ties counting half: the area under the receiver operating
 * characteristic (Mann and Whitney's U). `undefined` when one of the two is empty.
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | undefined {
  if (positives.length === 0 || negatives.length === 0) return undefined;
  const values = [...positives.map((value) => ({ value, positive: 1 })), ...negatives.map((value) => ({ value, positive: 0 }))];
  values.sort((left, right) => left.value - right.value);
  let rankSum = 0;
  for (let from = 0; from < values.length;) {
    let to = from;
    let inTie = 0;
    while (to < values.length && values[to]?.value === values[from]?.value) inTie += values[to++]?.positive ?? 0;
    rankSum += inTie * ((from + 1 + to) / 2);
    from = to;
  }
  const count = positives.length;
  return (rankSum - (count * (count + 1)) / 2) / (count * negatives.length);
}

/** The value below which the share `quantile` of the values lies (nearest rank); 0 for none. */
export function percentile(values: readonly number[], quantile: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? 0;
}

/** Arithmetic mean; 0 for none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
