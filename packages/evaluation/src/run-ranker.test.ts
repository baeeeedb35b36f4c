import { type RankDocument, type Ranker } from '@toolrack/contracts';
import { parseCatalog, runRanker, scoreAnswers, summariseRun } from './index.js';

const documents = parseCatalog('{"id":"alpha"}\n{"id":"beta"}\n{"id":"gamma"}', 'c');
/** Finds ids that contain the text. */
const ranker: Ranker & { searches: number } = {
  name: 'contains',
  searches: 0,
  index(given: readonly RankDocument[]) {
    return {
      size: given.length,
      search: ({ text, limit }) => {
        ranker.searches += 1;
        const hits = given.filter(({ id }) => id.includes(text)).map(({ id }) => ({ id, score: 1 }));
        return { hits: hits.slice(0, limit), confidence: hits.length === 0 ? 0 : 0.5 };
      },
    };
  },
};
const queries = [
  { query: 'alpha', gold: ['alpha'], any: false },
  { query: 'a', gold: ['beta', 'gamma'], any: false },
  { query: 'zzz', gold: ['alpha'], any: false },
  { query: 'qqq', gold: [], any: false },
  { query: 'mm', gold: [], any: false },
];
const texts = queries.map(({ query }) => query);

describe('running a ranker', () => {
  it('gives answers in the order of the queries, with times', async () => {
    const run = await runRanker(ranker, documents, texts, { limit: 10 });
    expect(run.answers.map(({ ids }) => ids)).toEqual([['alpha'], ['alpha', 'beta', 'gamma'], [], [], ['gamma']]);
    expect(run.answers.map(({ weak }) => weak)).toEqual([false, false, true, true, false]);
    expect(run.p95Ms).toBeGreaterThanOrEqual(run.p50Ms);
    expect(run.buildMs).toBeGreaterThan(0);
    expect(ranker.searches).toBe(1 + 2 * queries.length);
  });

  it('sums up answerable and unanswerable queries apart', async () => {
    const run = await runRanker(ranker, documents, texts, { limit: 10 });
    expect(scoreAnswers(queries, run.answers)).toHaveLength(3);
    expect(summariseRun(queries, run)).toMatchObject({
      recallAt1: 1 / 3,
      recallAt3: 2 / 3,
      recallAt10: 2 / 3,
      mrr: (1 + 0.5) / 3,
      emptyAnswers: 1 / 3,
      falseAnswers: 0.5,
      weakAnswerable: 1 / 3,
      weakUnanswerable: 0.5,
      confidenceAuc: (0.75 + 0.75 + 0.25) / 3,
    });
    expect(summariseRun(queries.slice(0, 2), { ...run, answers: run.answers.slice(0, 2) })).not.toHaveProperty('falseAnswers');
  });

  it('measures what an index holds on to', async () => {
    const heavy: Ranker = {
      name: 'heavy',
      index: (given) => Object.assign({ size: given.length, search: () => ({ hits: [] }) }, { held: new Float64Array(4e6) }),
    };
    const { memoryMb } = await runRanker(heavy, documents, ['a'], { limit: 1 });
    expect(memoryMb).toBeGreaterThan(30);
    expect(memoryMb).toBeLessThan(40);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(runRanker(ranker, documents, texts, { limit: 1, signal: stop.signal })).rejects.toThrow('stopped');
  });
});
