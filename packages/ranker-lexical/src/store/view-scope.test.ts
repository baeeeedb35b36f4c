import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';
import { IndexStore, type TermReader } from './index-store.js';
import { ViewScope } from './view-scope.js';

const document = (number: number): RankDocument => ({
  id: `mcp:a:${number}`,
  name: `tool${number}`,
  description: '',
  source: { kind: 'mcp', owner: 'a' },
  trust: 'trusted',
});

/** Every document has one term that all have, one that few have and two of its own. */
const storeOf = (documents: number): IndexStore => {
  const store = new IndexStore((dictionary): TermReader => {
    const reader = { terms: new Uint32Array(4), impacts: new Uint8Array(4).fill(9), count: 4, nameCount: 1 };
    let number = 0;
    return {
      ...reader,
      read() {
        const words = ['all', `some${number % 3000}`, `own${number}`, `other${number}`];
        words.forEach((word, place) => (reader.terms[place] = dictionary.intern(word)));
        number += 1;
      },
    };
  });
  store.build(Array.from({ length: documents }, (_, number) => document(number)));
  return store;
};

const bytesOf = (value: object): number =>
  Object.values(value).reduce((sum: number, part: unknown) => sum + (part instanceof Uint32Array ? part.byteLength : 0), 0);

describe('ViewScope', () => {
  it('takes 32 KB at most at 100,000 tools, however many words they have', () => {
    const store = storeOf(100_000);
    expect(store.dictionary.size).toBeGreaterThan(200_000);
    const scope = new ViewScope(store, new Uint32Array(3125).fill(0x55555555));
    scope.refresh();
    expect(scope.frequency(0)).toBe(50_000);
    expect(bytesOf(scope)).toBeGreaterThan(3125 * 4);
    expect(bytesOf(scope)).toBeLessThanOrEqual(32 * 1024);
  });

  it.each([[1], [4], [100]])('knows the terms of the allowed documents and no others, for %i of them', (allowed) => {
    const store = storeOf(200);
    const bitmap = new Uint32Array(7);
    for (let ordinal = 0; ordinal < allowed; ordinal += 1) bitmap[ordinal >>> 5]! |= 1 << (ordinal & 31);
    const scope = new ViewScope(store, bitmap);
    scope.refresh();
    for (const word of ['all', 'some0', 'own0', 'own3', 'own150', 'other99', 'other199']) {
      const number = Number(/\d+/.exec(word)?.[0] ?? 0);
      expect([word, store.dictionary.find(word, scope) !== undefined]).toEqual([word, number < allowed]);
    }
  });

  it('keeps up with terms that become common', () => {
    const common = (number: number): RankDocument => ({ ...document(number), description: 'The weather report.' });
    const index = new LexicalRanker().index([common(0), document(1)]);
    const bitmap = Uint32Array.of(0b11);
    const view = index.view(bitmap);
    expect(view.search({ text: 'weather', limit: 5 }).hits).toHaveLength(1);
    index.apply({ remove: ['mcp:a:0'], add: Array.from({ length: 40 }, (_, number) => common(number + 2)) });
    expect(view.search({ text: 'weather', limit: 5 })).toMatchObject({ hits: [], unmatched: ['weather'] });
    index.apply({ remove: [], add: [common(1)] });
    expect(view.search({ text: 'weather', limit: 5 }).hits.map(({ id }) => id)).toEqual(['mcp:a:1']);
  });
});
