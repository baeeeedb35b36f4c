import assert from 'node:assert/strict';
import type { RankDocument } from '@toolrack/contracts';
import { fixtureCatalogs } from './fixture-catalogs.js';
import { rankDocument } from './fixture-tool.js';
import { fixtureTools } from './fixture-tools.js';
import { hostileTexts } from './hostile-texts.js';
import { checkFunction, checkKeys, checkText } from './options.js';
import { shuffled } from './random.js';
import { assertSameAnswers, checkedIndex, checkedSearch } from './ranker-checks.js';
import { registerRankerChanges } from './ranker-change-cases.js';
import { registerRankerProperties } from './ranker-property-cases.js';
import { registerRankerTrust } from './ranker-trust-cases.js';
import { resolveRunner } from './runner.js';
import type { RankerCases, RankerSuiteOptions } from './ranker-suite.js';

const office = fixtureCatalogs.office.map(rankDocument);
const queries = Object.freeze(
  ['send a message', 'create issue', 'calendar', 'delete_message', 'mcp:chat:list_channels', 'zzqx', 'repository', 'list'].map((text) => ({
    text,
    limit: 5,
  })),
);

function registerBasics({ it, create }: RankerCases): void {
  it('has a name', async () => {
    assert.match((await create()).name, /\S/u);
  });
  it('works with no, one and two documents', async () => {
    const ranker = await create();
    for (const count of [0, 1, 2]) {
      const documents = office.slice(0, count);
      const index = await checkedIndex(ranker, documents);
      for (const query of queries) await checkedSearch(index, query, documents);
    }
    const single = await ranker.index(office.slice(2, 3));
    assert.equal((await single.search({ text: 'email recipients', limit: 3 })).hits.length, 1);
  });
  it('finds a tool by a word of its name, of its title and of its description', async () => {
    const index = await checkedIndex(await create(), office);
    for (const [text, id] of [
      ['channels', 'mcp:chat:list_channels'],
      ['post', 'mcp:chat:send_message'],
      ['recipients', 'openclaw:mail:send_message'],
    ] as const) {
      const { hits } = await checkedSearch(index, { text, limit: 3 }, office);
      assert.ok(
        hits.some((hit) => hit.id === id),
        `${text} does not find ${id}`,
      );
    }
  });
  it('answers at most as many hits as wanted and the same best ones for a smaller limit', async () => {
    const documents = fixtureTools(120, 5).map(rankDocument);
    const index = await checkedIndex(await create(), documents);
    for (const text of ['create invoice', 'list overdue repository', 'policy']) {
      const full = await checkedSearch(index, { text, limit: 50 }, documents);
      assert.ok(full.hits.length > 1, `${text} has hits`);
      for (const limit of [1, 2, 7]) {
        const cut = await checkedSearch(index, { text, limit }, documents);
        assert.deepEqual(
          cut.hits.map(({ id }) => id),
          full.hits.slice(0, limit).map(({ id }) => id),
        );
      }
    }
  });
  it('gives no hits for a query without words', async () => {
    const index = await checkedIndex(await create(), office);
    for (const text of ['', '   ', '\n\t', '?!', '...']) {
      assert.deepEqual((await checkedSearch(index, { text, limit: 5 }, office)).hits, [], JSON.stringify(text));
    }
  });
  it('gives no hits for a word that nothing contains and reports it when it reports words', async () => {
    const index = await checkedIndex(await create(), office);
    const answer = await checkedSearch(index, { text: 'qqzzxjkvw', limit: 5 }, office);
    assert.deepEqual(answer.hits, []);
    if (answer.unmatched !== undefined) assert.deepEqual(answer.unmatched, ['qqzzxjkvw']);
  });
}

function registerExactness({ it, create }: RankerCases): void {
  it('puts the tool with exactly the asked id first', async () => {
    const index = await checkedIndex(await create(), office);
    for (const { id } of office) {
      for (const limit of [1, 5]) {
        assert.equal((await checkedSearch(index, { text: ` ${id} `, limit }, office)).hits[0]?.id, id);
      }
    }
  });
  it('puts the tool with exactly the asked name first, however often others say the word', async () => {
    const documents: RankDocument[] = fixtureTools(40, 9).map(rankDocument);
    const base = documents[0] as RankDocument;
    const loud = {
      ...base,
      id: 'openclaw:loud:aaa',
      name: 'aaa',
      description: 'issue create issue_create '.repeat(30),
    };
    documents.push(loud, { ...base, id: 'openclaw:plain:issue_create', name: 'issue_create', description: '' });
    const index = await checkedIndex(await create(), documents);
    for (const text of ['issue_create', 'ISSUE_CREATE']) {
      const { hits } = await checkedSearch(index, { text, limit: 3 }, documents);
      assert.equal(hits[0]?.id, 'openclaw:plain:issue_create', text);
    }
  });
}

function registerDeterminism({ it, create }: RankerCases): void {
  it('answers the same bytes for every order of the documents', async () => {
    const documents = fixtureTools(60, 3).map(rankDocument);
    const twins = documents.slice(0, 10).map((one) => ({ ...one, id: `${one.id}_twin` }));
    const all = [...documents, ...twins];
    const wanted = ['create invoice', 'overdue', 'list the shared documents of a customer'].map((text) => ({
      text,
      limit: 9,
    }));
    const first = await checkedIndex(await create(), all);
    for (const seed of [1, 2, 3]) {
      await assertSameAnswers(first, await (await create()).index(shuffled(all, seed)), wanted, `order ${String(seed)}`);
    }
  });
  it('answers the same bytes when it is asked again', async () => {
    const index = await checkedIndex(await create(), office);
    await assertSameAnswers(index, index, [...queries, ...queries], 'asked again');
  });
  it('does not change the documents', async () => {
    const before = JSON.stringify(office);
    const index = await checkedIndex(await create(), office);
    for (const query of queries) await index.search(query);
    assert.equal(JSON.stringify(office), before);
  });
  it('keeps two indexes of one ranker apart', async () => {
    const ranker = await create();
    const [left, right] = [office.slice(0, 4), office.slice(4)];
    const one = await checkedIndex(ranker, left);
    const other = await checkedIndex(ranker, right);
    for (const query of queries) {
      await checkedSearch(one, query, left);
      await checkedSearch(other, query, right);
    }
  });
}

function registerHostility({ it, create }: RankerCases): void {
  it('survives hostile queries', async () => {
    const index = await checkedIndex(await create(), office);
    for (const text of hostileTexts) await checkedSearch(index, { text, limit: 5 }, office);
  });
  it('survives hostile documents and still finds the healthy ones', async () => {
    const hostile = hostileTexts.map((text, number) => ({
      ...(office[0] as RankDocument),
      id: `mcp:hostile:${String(number)}`,
      name: text.trim() === '' ? `blank_${String(number)}` : text,
      title: text,
      description: text,
      trust: 'untrusted' as const,
      inputSchema: undefined as never,
    }));
    const documents = [...hostile, ...office];
    const index = await checkedIndex(await create(), documents);
    for (const text of hostileTexts) await checkedSearch(index, { text, limit: 5 }, documents);
    const { hits } = await checkedSearch(index, { text: 'calendar meeting', limit: 2 }, documents);
    assert.ok(hits[0]?.id.startsWith('openclaw:calendar:'));
  });
}

/** Registers the contract suite of a ranker: every promise of `Ranker`, `RankIndex` and `RankAnswer` as cases of their own. */
export function testRanker(options: RankerSuiteOptions): void {
  checkKeys('The options of testRanker', options, { required: ['name', 'create', 'supports'], optional: ['runner'] });
  checkText('name', options.name);
  checkFunction('create', options.create);
  checkKeys('supports', options.supports, { required: ['view', 'apply'] });
  const { describe, it } = resolveRunner(options.runner);
  const cases: RankerCases = { it, create: options.create };
  describe(`${options.name} keeps the contract of a ranker`, () => {
    registerBasics(cases);
    registerExactness(cases);
    registerDeterminism(cases);
    registerHostility(cases);
    registerRankerTrust(cases);
    registerRankerProperties(cases);
    registerRankerChanges(cases, options.supports);
  });
}
