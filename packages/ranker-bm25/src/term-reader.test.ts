import fc from 'fast-check';
import { TermReader } from './term-reader.js';
import { tokenize } from './tokenizer.js';
import { WordTable } from './word-table.js';

/** The terms that a reader gives the texts, one text after the other. */
function termsOf(texts: readonly string[]): string[][] {
  const words = new WordTable(0);
  const reader = new TermReader(words, 0);
  return texts.map((text) => {
    reader.read(`- ${text} x`, 2, text.length + 2);
    return [...reader.terms.subarray(0, reader.length)].map((number) => words.word(number));
  });
}
const expected = (texts: readonly string[]): string[][] => texts.map((text) => [...tokenize(text)]);

const piece = fc.oneof(
  fc.constantFrom('get', 'URL', 's', 'List', 'policies', 'the', 'created', 'v2', '_', '__', '7', ' ', '\n', '-', '.', 'X'),
  fc.constantFrom('é', 'ﬁ', '東京の天気', '’', '—', 'İ', 'Ⅷ', '\u0301', '\u0338', 'ก๑', '가', 'Ｂ', '😀', '\u00a0', 'K', 'ß'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('TermReader', () => {
  it('reads the terms that tokenize finds, also of texts with words that it has met', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        expect(termsOf(texts)).toEqual(expected(texts));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads long texts, long words and many words', () => {
    const texts = [
      Array.from({ length: 9000 }, (_, index) => `word_${String(index)}`).join(' '),
      'x'.repeat(5000),
      `${'ab_'.repeat(200)}é`,
      'é '.repeat(6000),
    ];
    expect(termsOf(texts)).toEqual(expected(texts));
  });
});
