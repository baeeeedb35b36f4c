import fc from 'fast-check';
import { hashOf } from './hash.js';
import { WordTable } from './word-table.js';

function tableOf(words: readonly string[], expected = 0): WordTable {
  const table = new WordTable(expected);
  words.forEach((word) => table.number(word, 0, word.length, hashOf(word)));
  return table;
}

describe('WordTable', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '東', '_'), maxLength: 4 });

  it('finds the number of each word in place and of no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, other) => {
        const table = tableOf(words);
        expect(table.size).toBe(words.length);
        for (const asked of [...words, other]) {
          const text = `b${asked}a`;
          expect(table.find(text, 1, text.length - 1, hashOf(text, 1, text.length - 1))).toBe(words.indexOf(asked));
        }
      }),
    );
  });

  it('finds a word only when its number counts, with and without marks', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, fc.integer(), (words, other, bits) => {
        const table = tableOf(words);
        const counts = (number: number): boolean => ((bits >>> (number & 31)) & 1) === 1;
        for (const asked of [...words, other]) {
          const number = words.indexOf(asked);
          const expected = number >= 0 && counts(number) ? number : -1;
          expect(table.findCounting(asked, counts)).toBe(expected);
          expect(table.findCounting(asked, counts, table.marksOf(counts))).toBe(expected);
        }
      }),
    );
  });

  it('compares no characters of a word that does not count', () => {
    const asked: number[] = [];
    const found = tableOf(['hidden', 'seen']).findCounting('hidden', (number) => {
      asked.push(number);
      return false;
    });
    expect([found, asked]).toEqual([-1, [0]]);
    expect(tableOf(['hidden']).findCounting('hidden', () => true, new Uint32Array(1))).toBe(-1);
  });

  it('grows beyond what was expected', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `a_rather_long_word_that_takes_room_${String(index)}`);
    const table = tableOf(words);
    for (const [number, each] of words.entries()) expect(table.find(each, 0, each.length, hashOf(each))).toBe(number);
  });
});
