import { compareScores } from './compare-runs.js';
import { type QueryScores } from './figures.js';

const scores = (value: number): QueryScores => ({
  recallAt1: value,
  recallAt3: value,
  recallAt5: value,
  recallAt10: value,
  ndcgAt10: value,
  mrr: value,
});

describe('comparing two rankers', () => {
  it('sees no difference between equal answers', () => {
    const same = [0, 1, 1, 0, 0.5].map(scores);
    for (const row of compareScores(same, same)) expect(row).toMatchObject({ difference: 0, low: 0, high: 0, significant: false });
  });

  it('is certain of a difference on every query, whatever their level', () => {
    const [better, worse] = [[0.5, 1, 0.7, 0.9].map(scores), [0.3, 0.8, 0.5, 0.7].map(scores)];
    const [row] = compareScores(better, worse);
    expect(row?.difference).toBeCloseTo(0.2, 12);
    expect(row?.low).toBeCloseTo(0.2, 12);
    expect(row?.significant).toBe(true);
    expect(compareScores(worse, better)[0]?.high).toBeCloseTo(-0.2, 12);
  });

  it('gives an interval near the normal approximation', () => {
    const first = Array.from({ length: 400 }, (_, index) => scores(index % 2));
    const second = Array.from({ length: 400 }, () => scores(0));
    const row = compareScores(first, second)[0];
    const halfWidth = 1.96 * Math.sqrt(0.25 / 400);
    expect(row?.low).toBeGreaterThan(0.5 - halfWidth - 0.01);
    expect(row?.low).toBeLessThan(0.5 - halfWidth + 0.01);
    expect(row?.high).toBeGreaterThan(0.5 + halfWidth - 0.01);
  });

  it('gives the same interval again, none without queries, and refuses different queries', () => {
    const [first, second] = [[0, 1, 1].map(scores), [1, 0, 1].map(scores)];
    expect(compareScores(first, second)).toEqual(compareScores(first, second));
    expect(compareScores([], [])).toEqual([]);
    expect(() => compareScores(first, [])).toThrow('same queries');
  });
});
