import { readFileSync } from 'node:fs';
import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from './lexical-ranker.js';

/** A public report about the search of some other system, restated: tools, queries and what must be found. */
interface SearchCase {
  readonly id: string;
  readonly title: string;
  readonly catalog: string;
  readonly queries: readonly CaseQuery[];
}
interface CaseQuery {
  readonly query: string;
  readonly limit?: number;
  readonly first?: string;
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
  readonly isEmpty?: boolean;
  readonly before?: readonly [string, string];
  readonly unmatched?: readonly string[];
}
interface CaseTool extends Pick<RankDocument, 'name' | 'description' | 'trust' | 'inputSchema'> {
  readonly source: string;
}

const file = new URL('../test/search-cases.json', import.meta.url);
const { catalogs, cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly catalogs: Readonly<Record<string, readonly CaseTool[]>>;
  readonly cases: readonly SearchCase[];
};
const documentsOf = (catalog: string): RankDocument[] =>
  (catalogs[catalog] ?? []).map(({ source, ...tool }) => ({
    ...tool,
    id: `mcp:${source}:${tool.name}`,
    source: { kind: 'mcp', owner: source },
  }));

function check(documents: readonly RankDocument[], wanted: CaseQuery): void {
  const { hits, unmatched = [], weak } = new LexicalRanker().index(documents).search({ text: wanted.query, limit: wanted.limit ?? 5 });
  const names = hits.map(({ id }) => documents.find((document) => document.id === id)?.name);
  if (wanted.first !== undefined) expect(names[0]).toBe(wanted.first);
  if (wanted.has !== undefined) expect(names).toEqual(expect.arrayContaining([...wanted.has]));
  for (const name of wanted.hasNot ?? []) expect(names).not.toContain(name);
  if (wanted.isEmpty === true) expect([names, weak, unmatched.length > 0]).toEqual([[], true, true]);
  if (wanted.before !== undefined) expect(names.indexOf(wanted.before[0])).toBeLessThan((names.indexOf(wanted.before[1]) + 100) % 100);
  if (wanted.unmatched !== undefined) expect(unmatched).toEqual(expect.arrayContaining([...wanted.unmatched]));
}

describe('a public report about a search', () => {
  const titled = (id: string): SearchCase => cases.find((each) => each.id === id) as SearchCase;
  const holds = (id: string) => (): void => {
    const { catalog, queries } = titled(id);
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) check(documentsOf(catalog), query);
  };

  it('Search for an app that is not connected returns five unrelated tools [search-001]', holds('search-001'));
  it("Product name plus action must keep the right server's tools [search-003]", holds('search-003'));
  it('Hunt for a code runner is answered with a workflow re-run tool [search-004]', holds('search-004'));
  it('A one-word query does not find the short, general list tool [search-005]', holds('search-005'));
  it('Destructive sibling outranks the read tool [search-007]', holds('search-007'));
  it('Leaf name typed with spaces [search-011]', holds('search-011'));
  it("Words of a tool's name do not rank that tool first [search-013]", holds('search-013'));
  it('camelCase name is not found [search-014]', holds('search-014'));
  it('Lower-cased camelCase name [search-016]', holds('search-016'));
  it('Camel split loses the joined word [search-018]', holds('search-018'));
  it('Short product word finds only a look-alike [search-020]', holds('search-020'));
  it('Name in a long namespace is a false negative [search-023]', holds('search-023'));
  it('Chinese query against Chinese descriptions [search-026]', holds('search-026'));
  it('Chinese and ASCII glued together [search-028]', holds('search-028'));
  it('Two-tool catalog: classic IDF becomes zero [search-031]', holds('search-031'));
  it('Synonym of the verb [search-033]', holds('search-033'));
  it('Unanswerable question still gets a tool [search-034]', holds('search-034'));
  it('Plural and singular [search-035]', holds('search-035'));
  it('select: list drops unknown names without a word [search-036]', holds('search-036'));
  it('Exact name of a tool whose server was dropped [search-039]', holds('search-039'));
  it('Untrusted parameter names must not be a lever [search-041]', holds('search-041'));
  it('Names with dots, slashes and dashes are found in any spelling [search-043]', holds('search-043'));
  it('Typing error in the only useful word [search-045]', holds('search-045'));
});
