import fc from 'fast-check';
import { WinkWalk, type SortedPostings } from './wink-walk.js';

/** Postings of terms that are each given by their documents. */
function postingsOf(terms: readonly (readonly number[])[]): SortedPostings {
  const starts = [0];
  for (const ordinals of terms) starts.push((starts.at(-1) as number) + ordinals.length);
  return { starts: Int32Array.from(starts), ordinals: Int32Array.from(terms.flat()) };
}

describe('WinkWalk', () => {
  it('walks the documents of each term in whatever order terms are asked for, also again', () => {
    const ordinals = fc.uniqueArray(fc.nat(29), { minLength: 2 }).map((list) => list.sort((left, right) => left - right));
    fc.assert(
      fc.property(fc.array(ordinals, { minLength: 1, maxLength: 60 }), fc.array(fc.nat(59), { maxLength: 80 }), (terms, asked) => {
        const walk = new WinkWalk(postingsOf(terms));
        for (const term of asked.map((number) => number % terms.length)) expect(walk.walk(term)).toEqual(terms[term]);
      }),
    );
  });
});
