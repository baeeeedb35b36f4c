import fc from 'fast-check';
import { hashText } from './key-table.js';
import { WordTable } from './word-table.js';

describe('WordTable', () => {
  it('asks for the value of each word once and finds it in any text', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), word, (words, before) => {
        const table = new WordTable<string>();
        const made: string[] = [];
        for (const each of words) {
          const text = `${before}${each}${before}`;
          const value = table.get(text, before.length, before.length + each.length, hashText(each) | 0, (asked) => {
            made.push(asked);
            return `<${asked}>`;
          });
          expect(value).toBe(`<${each}>`);
        }
        expect(made).toEqual([...new Set(words)]);
        expect(table.size).toBe(made.length);
      }),
    );
  });

  it('holds thousands of words and forgets them when cleared', () => {
    const table = new WordTable<number>();
    const get = (place: number): number => table.get(`word${place}`, 0, `word${place}`.length, hashText(`word${place}`) | 0, () => place);
    for (let place = 0; place < 20_000; place += 1) get(place);
    for (let place = 0; place < 20_000; place += 997)
      expect(table.get(`word${place}`, 0, `word${place}`.length, hashText(`word${place}`) | 0, () => -1)).toBe(place);
    table.clear();
    expect(table.get('word5', 0, 5, hashText('word5') | 0, () => -1)).toBe(-1);
  });
});
