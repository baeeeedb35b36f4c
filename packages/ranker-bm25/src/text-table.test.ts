import fc from 'fast-check';
import { TextTable } from './text-table.js';

describe('TextTable', () => {
  it('finds what a list of pairs would find, with and without marks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.boolean()), { maxLength: 60 }),
        fc.string({ maxLength: 2 }),
        (pairs, asked) => {
          const table = new TextTable(
            pairs.map(([text]) => text),
            pairs.map((_pair, number) => number),
          );
          const counts = (number: number): boolean => pairs[number]?.[1] === true;
          for (const text of [asked, ...pairs.map(([each]) => each)]) {
            const expected = pairs.flatMap(([each, isCounted], number) => (isCounted && each === text ? [number] : []));
            const found: number[] = [];
            table.findAll(text, counts, found);
            expect(found).toEqual(expected);
            expect(table.find(text, counts)).toBe(expected[0]);
            expect(table.find(text, counts, table.marksOf(counts))).toBe(expected[0]);
          }
        },
      ),
    );
  });

  it('reads no text of a number that does not count', () => {
    const asked: number[] = [];
    const table = new TextTable(['hidden', 'seen'], [0, 1]);
    const found = table.find('hidden', (number) => {
      asked.push(number);
      return number === 1;
    });
    expect([found, asked]).toEqual([undefined, [0]]);
    expect(table.find('hidden', () => true, new Uint32Array(1))).toBeUndefined();
  });
});
