import fc from 'fast-check';
import { createRequire } from 'node:module';
import { hashOf } from './hash.js';
import type { Postings } from './postings.js';
import { PostingsBuilder } from './postings-builder.js';
import { SearchScope } from './scope.js';
import { inverseDocumentFrequency, scorePlan } from './scoring.js';
import { WordTable } from './word-table.js';

/** Postings of plain lists of terms. */
function postingsOf(documents: readonly (readonly string[])[]): Postings {
  const words = new WordTable(0);
  const builder = new PostingsBuilder(words, documents.length);
  for (const terms of documents) {
    builder.occurEach(terms.map((term) => words.number(term, 0, term.length, hashOf(term))));
    builder.end();
  }
  return builder.build();
}
function scoresOf(documents: readonly (readonly string[])[], literal: readonly string[], expanded: readonly string[] = []): number[] {
  const postings = postingsOf(documents);
  const plan = { literal, expanded, chunks: [], units: [] };
  return [...scorePlan(plan, new SearchScope(postings), postings.lengths).score];
}

describe('scorePlan', () => {
  it('scores two matches beside an empty document by the formula, with an average length of 1 [openclaw:case-55] [openclaw:8.1]', () => {
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    const expected = (idf * 2 * 2.2) / (2 + 1.2 * (1 - 0.75 + (0.75 * 2) / 1));
    expect(scoresOf([['x', 'x'], []], ['x'])[0]).toBeCloseTo(expected, 12);
    expect(scoresOf([['x', 'x'], []], ['x'])[1]).toBe(0);
  });
  it('weighs expanded terms 0.35 [openclaw:7.2] [openclaw:8.3]', () => {
    const documents = [['a', 'b'], ['b', 'c', 'c'], ['d']];
    expect(scoresOf(documents, [], ['c'])[1]).toBeCloseTo(0.35 * (scoresOf(documents, ['c'])[1] as number), 12);
  });
  it('works without documents, with one and with two [openclaw:8.1]', () => {
    expect(scoresOf([], ['x'])).toEqual([]);
    expect(scoresOf([['x']], ['x'])[0]).toBeCloseTo(inverseDocumentFrequency(1, 1), 12);
    expect(scoresOf([['x'], ['y']], ['x'])[0]).toBeGreaterThan(0);
  });
  it('finds words that are names of object properties', () => {
    const words = ['constructor', '__proto__', 'tostring', 'hasownproperty', 'length'];
    expect(scoresOf([words, ['other']], ['constructor', '__proto__'])[0]).toBeGreaterThan(0);
    expect(scoresOf([['other'], ['more']], words)).toEqual([0, 0]);
  });
  it('equals what wink computes when it builds its own index', () => {
    interface OwnWink {
      defineConfig(config: object): void;
      definePrepTasks(tasks: readonly ((input: string | string[]) => string[])[]): void;
      addDoc(document: object, id: number): void;
      consolidate(precision: number): void;
      search(text: string, limit: number): [string, number][];
    }
    const create = createRequire(import.meta.url)('wink-bm25-text-search') as () => OwnWink;
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const documents = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(documents, fc.uniqueArray(word, { minLength: 1 }), (texts, query) => {
        const wink = create();
        wink.defineConfig({ fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 } });
        wink.definePrepTasks([(input) => (typeof input === 'string' ? input.split(' ') : input)]);
        texts.forEach((terms, ordinal) => wink.addDoc({ text: terms }, ordinal));
        wink.consolidate(9);
        const theirs = new Map(wink.search(query.join(' '), texts.length).map(([id, score]) => [Number(id), score]));
        scoresOf(texts, query).forEach((score, ordinal) => {
          expect(score).toBeCloseTo(theirs.get(ordinal) ?? 0, 6);
        });
      }),
      { numRuns: 50 },
    );
  });
});
