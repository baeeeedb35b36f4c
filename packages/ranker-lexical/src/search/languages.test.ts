import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';

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
