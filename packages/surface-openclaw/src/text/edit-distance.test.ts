import fc from 'fast-check';
import { editDistance, editThreshold, nearest } from './edit-distance.js';

/** The definition, without a bound. */
function plain(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const same = left.at(-1) === right.at(-1);
  const [shortLeft, shortRight] = [left.slice(0, -1), right.slice(0, -1)];
  if (same) return plain(shortLeft, shortRight);
  return 1 + Math.min(plain(shortLeft, right), plain(left, shortRight), plain(shortLeft, shortRight));
}

describe('editDistance', () => {
  it('is the Levenshtein distance up to its bound', () => {
    const word = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (left, right, most) => {
        expect(editDistance(left, right, most)).toBe(Math.min(plain(left, right), most + 1));
      }),
    );
  });
});

describe('nearest', () => {
  it('has a threshold of a third of the length, one to three [openclaw:19.2]', () => {
    expect(['a', 'abc', 'abcd', 'abcdefg', 'x'.repeat(40)].map(editThreshold)).toEqual([1, 1, 2, 3, 3]);
  });

  it('takes the nearest, then the first by name [openclaw:19.2]', () => {
    expect(nearest('instrution', ['instruction', 'instructor'])).toBe('instruction');
    expect(nearest('ab', ['bb', 'aa'])).toBe('aa');
    expect(nearest('abc', ['xyz'])).toBeUndefined();
  });
});
