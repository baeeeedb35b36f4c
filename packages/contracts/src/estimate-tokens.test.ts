import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { readFileSync } from 'node:fs';
import { estimateTokens } from './estimate-tokens.js';

const tokenizers = [new Tiktoken(cl100k), new Tiktoken(o200k)];
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('./hooks.ts', import.meta.url), 'utf8');

const texts: Readonly<Record<string, string>> = {
  'Chinese characters [tokens-243]': '漢字'.repeat(600),
  'compact JSON [tokens-243]': '{"a":[1,2,3]}'.repeat(300),
  'one word again and again [tokens-243]': 'word '.repeat(900),
  English: readme,
  TypeScript: source,
  'indented JSON': JSON.stringify(
    { users: Array.from({ length: 60 }, (_, id) => ({ id, name: `user_${id}`, isActive: id % 2 === 0 })) },
    undefined,
    2,
  ),
  identifiers: 'getUserByIdAndTenant list_pull_requests mcp__github__create_issue XMLHttpRequest '.repeat(20),
  'hexadecimal digits': '3f1c9a0b77e2d4415566778899aabbccddeeff00'.repeat(20),
  German: 'Die Donaudampfschifffahrtsgesellschaft prüft täglich, ob Überweisungen größer als zwölf Euro ausgeführt werden müssen. '.repeat(
    10,
  ),
  Russian: 'Найти последние ошибки и создать задачу для самой серьёзной из них. '.repeat(10),
  Greek: 'Βρες τα τελευταία σφάλματα και άνοιξε ένα ζήτημα για το χειρότερο. '.repeat(10),
  Arabic: 'ابحث عن آخر الأخطاء وافتح تذكرة لأسوأها. '.repeat(10),
  Japanese: '最新のエラーを検索して、最も深刻なものについて課題を作成します。'.repeat(10),
  Korean: '최근 오류를 찾아 가장 심각한 것에 대한 이슈를 만드세요. '.repeat(10),
  Hindi: 'नवीनतम त्रुटियाँ खोजें और सबसे गंभीर के लिए एक मुद्दा बनाएं। '.repeat(10),
  Thai: 'ค้นหาข้อผิดพลาดล่าสุดและเปิดปัญหาสำหรับข้อที่แย่ที่สุด '.repeat(10),
  emoji: '🚀🎉👩‍👩‍👧🏴'.repeat(30),
};

describe('estimateTokens', () => {
  it.each(Object.entries(texts))('is at most 10 %% below the count of %s', (_what, text) => {
    const count = Math.max(...tokenizers.map((tokenizer) => tokenizer.encode(text).length));
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(count * 0.9);
  });

  it.each(['English', 'TypeScript', 'indented JSON', 'German'])('is at most about twice the count of %s', (what) => {
    const text = texts[what] as string;
    const count = Math.min(...tokenizers.map((tokenizer) => tokenizer.encode(text).length));
    expect(estimateTokens(text)).toBeLessThan(count * 2.2);
  });

  it('is nothing for nothing, and takes linear time', () => {
    expect(estimateTokens('')).toBe(0);
    const started = performance.now();
    for (const piece of ['a', ' ', '1', '漢', '\n', '{']) estimateTokens(piece.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
