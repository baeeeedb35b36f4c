import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RankDocument, RankIndex, RankView } from '@toolrack/contracts';
import { rankDocument } from './fixture-tool.js';
import { fixtureTools } from './fixture-tools.js';
import { assertSameAnswers, bitmapOf, checkedIndex, checkedSearch } from './ranker-checks.js';
import { documentsArbitrary, queryArbitrary } from './ranker-property-cases.js';
import type { RankerCases, RankerSuiteOptions } from './ranker-suite.js';

const tools = fixtureTools(90, 21).map(rankDocument);
const queries = ['create overdue invoice', 'list', tools[3]?.name ?? '', tools[40]?.id ?? '', 'policy of a branch', 'zzqx'].map((text) => ({
  text,
  limit: 10,
}));

function viewOf(index: RankIndex, documents: readonly RankDocument[]): RankView {
  const view = index.view?.(bitmapOf(index, documents));
  assert.ok(view !== undefined, 'view returns a view');
  return view;
}

function registerViews({ it, create }: RankerCases): void {
  it('ranks a view exactly as an index of the allowed documents alone', async () => {
    const ranker = await create();
    const index = await checkedIndex(ranker, tools);
    for (const allowed of [
      [],
      tools.slice(0, 1),
      tools.slice(0, 2),
      tools.filter((_, number) => number % 3 === 0),
      tools.filter(({ source }) => source.owner === 'calendar'),
      tools,
    ]) {
      const what = `a view of ${String(allowed.length)}`;
      await assertSameAnswers(viewOf(index, allowed), await ranker.index(allowed), queries, what);
      for (const query of queries) await checkedSearch(viewOf(index, allowed), query, allowed);
    }
  });
  it('ranks views of generated documents exactly', async () => {
    const ranker = await create();
    await fc.assert(
      fc.asyncProperty(documentsArbitrary, queryArbitrary, fc.nat(), async (documents, query, mask) => {
        const allowed = documents.filter((_, number) => ((mask >>> (number % 16)) & 1) === 1);
        const index = await ranker.index(documents);
        await assertSameAnswers(viewOf(index, allowed), await ranker.index(allowed), [query], 'a generated view');
      }),
      { numRuns: 80 },
    );
  });
  it('keeps views independent of each other and of the whole index', async () => {
    const ranker = await create();
    const index = await checkedIndex(ranker, tools);
    const [left, right] = [tools.slice(0, 30), tools.slice(30)];
    const [one, other] = [viewOf(index, left), viewOf(index, right)];
    for (const query of queries) {
      await checkedSearch(one, query, left);
      await checkedSearch(other, query, right);
      await checkedSearch(index, query, tools);
      await assertSameAnswers(one, viewOf(index, left), [query], 'the same view again');
    }
  });
  it('has no ordinal for an unknown id', async () => {
    const index = await checkedIndex(await create(), tools);
    assert.equal(index.ordinal?.('mcp:nobody:nothing'), undefined);
  });
}

function registerApply({ it, create }: RankerCases): void {
  it('answers after a change as a fresh index does', async () => {
    const ranker = await create();
    const index = await checkedIndex(ranker, tools.slice(0, 60));
    await checkedSearch(index, { text: 'invoice', limit: 5 }, tools.slice(0, 60));
    const replaced: RankDocument = {
      ...(tools[1] as RankDocument),
      description: 'Entirely different words: platypus.',
    };
    const gone = tools.slice(10, 20).map(({ id }) => id);
    assert.ok(index.apply !== undefined);
    index.apply({ remove: [...gone, 'mcp:nobody:nothing'], add: [...tools.slice(60), replaced] });
    const now = [...tools.filter(({ id }) => !gone.includes(id) && id !== replaced.id), replaced];
    assert.equal(index.size, now.length);
    const wanted = [...queries, { text: 'platypus', limit: 2 }];
    await assertSameAnswers(index, await ranker.index(now), wanted, 'after a change');
    if (index.view !== undefined) {
      const part = now.filter((_, number) => number % 2 === 0);
      await assertSameAnswers(viewOf(index, part), await ranker.index(part), wanted, 'a view after a change');
    }
  });
  it('shows in a view made before a change neither what is gone nor what came after it', async () => {
    const index = await checkedIndex(await create(), tools.slice(0, 40));
    if (index.view === undefined) return;
    const seen = tools.slice(0, 20);
    const [asked, unasked] = [viewOf(index, seen), viewOf(index, seen)];
    const wanted = queries.map((query) => ({ ...query, limit: 40 }));
    for (const query of wanted) await asked.search(query);
    const gone = seen.slice(0, 10).map(({ id }) => id);
    index.apply?.({ remove: gone, add: [] });
    // These may take the ordinals of those that are gone.
    index.apply?.({ remove: [], add: tools.slice(40, 60) });
    for (const view of [asked, unasked])
      for (const query of wanted) {
        const { hits } = await view.search(query);
        for (const { id } of hits) assert.ok(!gone.includes(id) && seen.some((tool) => tool.id === id), `${id} in an older view`);
      }
  });
  it('keeps the ordinals of documents that a change does not name', async () => {
    const index = await checkedIndex(await create(), tools.slice(0, 40));
    const before = tools.slice(5, 40).map(({ id }) => index.ordinal?.(id));
    index.apply?.({ remove: tools.slice(0, 5).map(({ id }) => id), add: tools.slice(40, 50) });
    assert.deepEqual(
      tools.slice(5, 40).map(({ id }) => index.ordinal?.(id)),
      before,
    );
  });
  it('can be emptied and filled again', async () => {
    const ranker = await create();
    const index = await checkedIndex(ranker, tools.slice(0, 8));
    index.apply?.({ remove: tools.slice(0, 8).map(({ id }) => id), add: [] });
    assert.equal(index.size, 0);
    assert.deepEqual((await index.search({ text: 'invoice', limit: 3 })).hits, []);
    index.apply?.({ remove: [], add: tools.slice(0, 8) });
    await assertSameAnswers(index, await ranker.index(tools.slice(0, 8)), queries, 'filled again');
  });
}

/** Cases about the optional parts of an index. */
export function registerRankerChanges(cases: RankerCases, supports: RankerSuiteOptions['supports']): void {
  cases.it(`has ${supports.view ? '' : 'no '}views and ${supports.apply ? '' : 'no '}apply, as the options say`, async () => {
    const index = await (await cases.create()).index(tools.slice(0, 3));
    assert.equal(typeof index.view === 'function', supports.view, 'supports.view');
    assert.equal(typeof index.apply === 'function', supports.apply, 'supports.apply');
  });
  if (supports.view) registerViews(cases);
  if (supports.apply) registerApply(cases);
}
