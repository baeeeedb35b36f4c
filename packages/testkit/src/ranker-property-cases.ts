import fc from 'fast-check';
import type { RankDocument } from '@toolrack/contracts';
import { nouns, verbs } from './fixture-words.js';
import { hostileTexts } from './hostile-texts.js';
import { shuffled } from './random.js';
import { assertSameAnswers, checkedIndex, checkedSearch } from './ranker-checks.js';
import type { RankerCases } from './ranker-suite.js';

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...verbs, ...nouns) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts.filter((text) => text.length < 60)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const words = fc.array(word, { maxLength: 6 }).map((parts) => parts.join(' '));
const body = fc.record({
  owner: fc.constantFrom('alpha', 'beta', 'core'),
  name: fc.array(fc.constantFrom(...verbs, ...nouns), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
  title: fc.option(words, { nil: undefined }),
  description: words,
  trusted: fc.boolean(),
  parameter: fc.option(word, { nil: undefined }),
});

/** Documents with distinct ids, and some that are equal but for their id. */
export const documentsArbitrary: fc.Arbitrary<RankDocument[]> = fc.array(body, { maxLength: 12 }).map((bodies) =>
  bodies.map(({ owner, name, title, description, trusted, parameter }, number) => {
    const kind = trusted ? 'openclaw' : 'mcp';
    const key = parameter ?? 'value';
    return {
      id: `${kind}:${owner}:${name}_${String(number)}`,
      name,
      ...(title === undefined ? {} : { title }),
      description,
      source: { kind, owner },
      trust: trusted ? 'trusted' : 'untrusted',
      ...(trusted ? { inputSchema: { type: 'object', properties: { [key]: { description: key } } } } : {}),
    } satisfies RankDocument;
  }),
);
/** Queries of known words, hostile texts and anything else. */
export const queryArbitrary = fc.record({ text: words, limit: fc.integer({ min: 1, max: 15 }) });

/** Properties over generated documents and queries. */
export function registerRankerProperties({ it, create }: RankerCases): void {
  it('keeps every promise for generated documents and queries', async () => {
    const ranker = await create();
    await fc.assert(
      fc.asyncProperty(documentsArbitrary, queryArbitrary, fc.nat(), async (documents, query, seed) => {
        const index = await checkedIndex(ranker, documents);
        await checkedSearch(index, query, documents);
        await assertSameAnswers(index, await ranker.index(shuffled(documents, seed)), [query], 'another order');
      }),
      { numRuns: 60 },
    );
  });
}
