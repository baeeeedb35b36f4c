import { readFileSync } from 'node:fs';
import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';
import { mergeSettings } from '../options.js';

const tool = (name: string, description = ''): RankDocument => ({
  id: `mcp:a:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'a' },
  trust: 'trusted',
});
const namesOf = (names: readonly string[], text: string): string[] =>
  new LexicalRanker()
    .index(names.map((name) => tool(name)))
    .search({ text, limit: 5 })
    .hits.map(({ id }) => id.slice('mcp:a:'.length));

describe('a script in which marks are letters', () => {
  const thai = ['ค้นหาอีเมล', 'ร้านอาหารใกล้ฉัน', 'ลบไฟล์', 'พยากรณ์อากาศวันนี้', 'ขี่ม้า'];

  it.each([
    ['อีเมล', 'ค้นหาอีเมล'],
    ['ใกล้', 'ร้านอาหารใกล้ฉัน'],
    ['ลบไฟล์นี้', 'ลบไฟล์'],
    ['อากาศวันนี้เป็นอย่างไร', 'พยากรณ์อากาศวันนี้'],
    ['ม้า', 'ขี่ม้า'],
  ])('finds %s', (text, name) => {
    expect(namesOf(thai, text)[0]).toBe(name);
  });

  it.each([
    ['มา', thai],
    ['パス', ['バス予約', 'カス', 'ガード']],
    ['パン', ['ハンド']],
    ['ガス', ['カス']],
    ['दान', ['दिन', 'मौसम']],
    ['पान', ['पानी', 'पिन']],
    ['мой', ['мои']],
  ])('does not take %s for a word with other marks', (text, names) => {
    expect(namesOf(names, text)).toEqual([]);
  });
});

describe('an emoji', () => {
  const names = ['send📧email', '🚀Deploy', 'notes 📋'];

  it.each([
    ['send email', 'send📧email'],
    ['🚀', '🚀Deploy'],
    ['deploy', '🚀Deploy'],
    ['📋', 'notes 📋'],
  ])('is a word by itself: %s', (text, name) => {
    expect(namesOf(names, text)[0]).toBe(name);
  });
});

interface OfficeCatalog {
  readonly tools: readonly (readonly [string, string])[];
  readonly queries: readonly (readonly [string, string])[];
}
const { catalogs } = JSON.parse(readFileSync(new URL('../../test/languages.json', import.meta.url), 'utf8')) as {
  readonly catalogs: Readonly<Record<string, OfficeCatalog>>;
};

describe.each(Object.entries(catalogs))('a catalog in the language %s', (_, { tools, queries }) => {
  const documents = tools.map(([name, description]) => tool(name, description));
  const index = new LexicalRanker().index(documents);
  const keeping = new LexicalRanker(mergeSettings({ emptyBelow: 0 })).index(documents);

  it('loses no right answer by an empty one', () => {
    for (const [text, name] of queries) {
      const found = keeping.search({ text, limit: 5 }).hits.some(({ id }) => id === `mcp:a:${name}`);
      const kept = index.search({ text, limit: 5 }).hits.some(({ id }) => id === `mcp:a:${name}`);
      expect([text, kept]).toEqual([text, found]);
    }
  });

  it('gives the right tool first, and marks few more than half of these answers weak at most', () => {
    const right = queries.map(([text, name]) => ({ name, answer: index.search({ text, limit: 5 }) }));
    const first = right.filter(({ name, answer }) => answer.hits[0]?.id === `mcp:a:${name}`);
    expect(first.length).toBe(queries.length);
    expect(first.filter(({ answer }) => answer.weak).length).toBeLessThan(0.56 * first.length);
  });
});
