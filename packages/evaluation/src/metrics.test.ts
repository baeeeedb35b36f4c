import fc from 'fast-check';
import { areaUnderCurve, mean, ndcgAt, percentile, recallAt, reciprocalRank } from './metrics.js';

const all = { query: 'q', gold: ['a', 'b'], any: false };
const any = { ...all, any: true };

describe('measures of one answer', () => {
  it('counts the share of the gold tools, or one of them when they are equivalent', () => {
    expect(recallAt(1, all, ['a', 'x', 'b'])).toBe(0.5);
    expect(recallAt(3, all, ['a', 'x', 'b'])).toBe(1);
    expect(recallAt(3, any, ['x', 'b', 'a'])).toBe(1);
    expect(recallAt(1, any, ['x', 'b'])).toBe(0);
    expect(recallAt(5, all, [])).toBe(0);
  });

  it('gives the reciprocal of the first right place', () => {
    expect(reciprocalRank(all, ['x', 'b', 'a'])).toBe(0.5);
    expect(reciprocalRank(all, ['x'])).toBe(0);
  });

  it('discounts by the logarithm of the place', () => {
    expect(ndcgAt(10, all, ['a', 'b'])).toBe(1);
    expect(ndcgAt(10, all, ['x', 'a'])).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
    expect(ndcgAt(10, any, ['x', 'b', 'a'])).toBeCloseTo(1 / Math.log2(3), 12);
    expect(ndcgAt(1, all, ['x', 'a'])).toBe(0);
  });

  it('is best for an answer that starts with the gold tools', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 }), fc.nat(11), (ids, count) => {
        const gold = ids.slice(0, 1 + (count % ids.length));
        expect(ndcgAt(10, { query: 'q', gold, any: false }, ids)).toBeCloseTo(1, 12);
        expect(ndcgAt(10, { query: 'q', gold, any: false }, [...ids].reverse())).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('measures of many values', () => {
  it('gives the area under the curve that counting all pairs gives', () => {
    const values = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, values, (positives, negatives) => {
        const won = positives.flatMap((one) => negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
        expect(areaUnderCurve(positives, negatives)).toBeCloseTo(mean(won), 10);
      }),
    );
    expect(areaUnderCurve([], [1])).toBeUndefined();
  });

  it('takes percentiles by nearest rank', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(percentile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(percentile([], 0.5)).toBe(0);
  });
});
