import { measures, type QueryScores } from './figures.js';
import { mean } from './metrics.js';

/** How much better one ranker is than another on the same queries. */
export interface Comparison {
  readonly measure: keyof QueryScores;
  /** Mean of the first minus mean of the second. */
  readonly difference: number;
  /** 95 % of the resamples lie between `low` and `high`. */
  readonly low: number;
  readonly high: number;
  /** True when the interval leaves out 0: the difference is hardly chance. */
  readonly significant: boolean;
}

/** Resamples of the bootstrap and the seed of its random numbers, so that the same answers give the same interval. */
const resamples = 2000;
const seed = 20261130;

/**
 * Paired bootstrap (Efron and Tibshirani, 1993, chapter 13): queries are drawn with replacement, and both rankers are judged on the same
 * draw, so that hard queries do not blur the difference. `first` and `second` hold the scores of the same queries in the same order.
 */
export function compareScores(first: readonly QueryScores[], second: readonly QueryScores[]): readonly Comparison[] {
  if (first.length !== second.length) throw new RangeError('both rankers need scores of the same queries');
  if (first.length === 0) return [];
  const differences = measures.map((measure) => first.map((scores, index) => scores[measure] - (second[index] as QueryScores)[measure]));
  const drawn = measures.map(() => [] as number[]);
  const random = randomNumbers(seed);
  const count = first.length;
  for (let resample = 0; resample < resamples; resample += 1) {
    const sums = measures.map(() => 0);
    for (let draw = 0; draw < count; draw += 1) {
      const query = Math.floor(random() * count);
      for (let measure = 0; measure < sums.length; measure += 1) {
        sums[measure] = (sums[measure] as number) + (differences[measure]?.[query] as number);
      }
    }
    sums.forEach((sum, measure) => drawn[measure]?.push(sum / count));
  }
  return measures.map((measure, index) => {
    const sorted = (drawn[index] as number[]).sort((left, right) => left - right);
    const low = sorted[Math.floor(0.025 * resamples)] as number;
    const high = sorted[Math.ceil(0.975 * resamples) - 1] as number;
    return { measure, difference: mean(differences[index] as number[]), low, high, significant: low > 0 || high < 0 };
  });
}

/** Uniform numbers in [0, 1) of a 32-bit generator (mulberry32 by T. Ettinger, public domain). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
