import type { RankDocument, RankIndex } from '@toolrack/contracts';
import fc from 'fast-check';
import { NaiveRanking } from '../test/naive-ranking.js';
import { LexicalIndex } from './lexical-index.js';
import { makeLexicon } from './lexicon/lexicon.js';
import { defaultSettings, type LexicalSettings } from './settings.js';

const vocabulary =
  'create delete list get send open find issue issues repo repository file files message mail email user users comment branch error errors latest alert the a of and invoice pay payment refund weather forecast GitHub getUserName s3 oauth2 café 消息 update edit remove new'.split(
    ' ',
  );
const word = fc.constantFrom(...vocabulary);
const phrase = (maximum: number): fc.Arbitrary<string> => fc.array(word, { maxLength: maximum }).map((words) => words.join(' '));
const document: fc.Arbitrary<RankDocument> = fc
  .record({
    number: fc.nat(60),
    name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_')),
    owner: fc.constantFrom('github', 'mail', 'sentry', 'stripe'),
    first: phrase(8),
    rest: phrase(12),
    trust: fc.constantFrom('trusted', 'trusted', 'untrusted'),
    parameters: fc.dictionary(word, phrase(4), { maxKeys: 3 }),
  })
  .map(({ number, name, owner, first, rest, trust, parameters }) => ({
    id: `mcp:${owner}:${name}${number}`,
    name,
    description: `${first}. ${rest}`,
    source: { kind: 'mcp', owner },
    trust: trust,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parameters).map(([key, text]) => [key, { type: 'string', description: text }])),
    },
  }));
const catalog = (maximum: number): fc.Arbitrary<RankDocument[]> =>
  fc.uniqueArray(document, { selector: ({ id }) => id, maxLength: maximum, size: 'max' });
const misspelt = fc.constantFrom('mesage', 'isue', 'repositry', 'forecst', 'notificatoin', 'listissues', 'zebra', '42');
const query = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      misspelt,
      fc.constantFrom('. Then', 'also', ',', '"quoted mail"', 'and get rid of', 'please open a new', 'set up'),
    ),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((words) => words.join(' '));

// Few candidates, so that the first stage prunes in small catalogs too.
const settings: LexicalSettings = { ...defaultSettings, candidates: 6 };
/** Without the parts that move tools by who wrote them and that empty answers. */
const plain: LexicalSettings = { ...settings, trustedShare: 1, establishedShare: 1, emptyBelow: 0 };
const lexicon = makeLexicon(settings);
const build = (documents: readonly RankDocument[], chosen = settings): LexicalIndex => {
  const index = new LexicalIndex(chosen, lexicon);
  index.build(documents);
  return index;
};
const bitmapOf = (index: RankIndex, documents: readonly RankDocument[]): Uint32Array => {
  const bitmap = new Uint32Array(Math.ceil((index.ordinals ?? 0) / 32));
  for (const { id } of documents) {
    const ordinal = index.ordinal?.(id) as number;
    bitmap[ordinal >>> 5]! |= 1 << (ordinal & 31);
  }
  return bitmap;
};

describe('LexicalIndex', () => {
  it('scores as the naive definition does', () => {
    fc.assert(
      fc.property(catalog(80), query, fc.constantFrom(1, 5, 40), (documents, text, limit) => {
        const alike = documents.map((each) => ({ ...each, trust: 'trusted' as const }));
        const expected = new NaiveRanking(alike, plain, lexicon).search(text, limit);
        const { hits } = build(alike, plain).search({ text, limit });
        const named = hits.filter((hit) => hit.score >= 10_000).length;
        if (named === 0) expect(hits).toEqual(expected);
        else expect(hits.slice(named).every((hit) => hit.score < 10_000)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('knows a name that says a word twice asked for, alone and in a word written in one', () => {
    const tool = (name: string): RankDocument => ({
      id: `mcp:a:${name}`,
      name,
      description: '',
      source: { kind: 'mcp', owner: 'a' },
      trust: 'trusted',
    });
    const documents = [tool('list_issues'), tool('send_mail')];
    const { hits } = build(documents, plain).search({ text: 'list listissues', limit: 5 });
    expect(hits).toEqual(new NaiveRanking(documents, plain, lexicon).search('list listissues', 5));
  });

  it('answers the same in whatever order the documents came', () => {
    fc.assert(
      fc.property(catalog(60), query, (documents, text) => {
        const answer = build(documents).search({ text, limit: 10 });
        expect(build([...documents].reverse()).search({ text, limit: 10 })).toEqual(answer);
      }),
      { numRuns: 100 },
    );
  });

  it('ranks a view as an index of the allowed documents alone, to the last bit', () => {
    fc.assert(
      fc.property(catalog(80), fc.infiniteStream(fc.boolean()), query, (documents, coin, text) => {
        const allowed = documents.filter(() => coin.next().value as boolean);
        const index = build(documents);
        const view = index.view(bitmapOf(index, allowed));
        expect(view.search({ text, limit: 10 })).toEqual(build(allowed).search({ text, limit: 10 }));
        expect(view.search({ text, limit: 3 })).toEqual(build(allowed).search({ text, limit: 3 }));
      }),
      { numRuns: 300 },
    );
  });

  it('equals a fresh build after any changes', () => {
    const change = fc.record({ add: catalog(20), remove: fc.array(fc.nat(1000), { maxLength: 15 }) });
    fc.assert(
      fc.property(catalog(50), fc.array(change, { maxLength: 5 }), query, (documents, changes, text) => {
        const index = build(documents);
        const expected = new Map(documents.map((each) => [each.id, each]));
        for (const { add, remove } of changes) {
          const ids = [...expected.keys()];
          const gone = remove.map((place) => ids[place % Math.max(1, ids.length)] ?? 'mcp:none:none');
          index.apply({ remove: gone, add });
          for (const id of gone) expected.delete(id);
          for (const each of add) expected.set(each.id, each);
        }
        const fresh = build([...expected.values()]);
        expect(index.size).toBe(fresh.size);
        expect(index.search({ text, limit: 10 })).toEqual(fresh.search({ text, limit: 10 }));
        const half = [...expected.values()].filter((_, place) => place % 2 === 0);
        const view = index.view(bitmapOf(index, half));
        expect(view.search({ text, limit: 10 })).toEqual(build(half).search({ text, limit: 10 }));
      }),
      { numRuns: 200 },
    );
  });

  it('never shows a view a document that came into the place of a removed one', () => {
    const tool = (name: string): RankDocument => ({
      id: `mcp:a:${name}`,
      name,
      description: 'Sends a message.',
      source: { kind: 'mcp', owner: 'a' },
      trust: 'trusted',
    });
    const index = build([tool('one'), tool('two')]);
    const view = index.view(bitmapOf(index, [tool('one'), tool('two')]));
    index.apply({ remove: ['mcp:a:one'], add: [] });
    expect(view.search({ text: 'message', limit: 5 }).hits.map(({ id }) => id)).toEqual(['mcp:a:two']);
    index.apply({ remove: [], add: [tool('secret')] });
    expect(index.ordinals).toBe(2);
    expect(index.search({ text: 'message', limit: 5 }).hits).toHaveLength(2);
    expect(view.search({ text: 'message secret', limit: 5 }).hits.map(({ id }) => id)).toEqual(['mcp:a:two']);
    expect(view.search({ text: 'secret', limit: 5 })).toMatchObject({ hits: [], unmatched: ['secret'] });
  });

  it('leaves no trace of a search in its working arrays', () => {
    fc.assert(
      fc.property(catalog(60), query, query, (documents, first, second) => {
        const index = build(documents);
        const answer = index.search({ text: second, limit: 10 });
        index.search({ text: first, limit: 10 });
        expect(index.search({ text: second, limit: 10 })).toEqual(answer);
        expect(index.scratch.sums.every((value) => value === 0)).toBe(true);
        expect(index.scratch.best.every((value) => value === 0)).toBe(true);
        expect(index.scratch.slots.every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
