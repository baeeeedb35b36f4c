import { hasBit } from './bits.js';
import type { WinkEngine } from './wink.js';
import type { WinkModelParts } from './wink-model.js';
import type { WordTable } from './word-table.js';

/** Documents that contain a term, by ascending ordinal, with how often. */
export interface Matches {
  readonly ordinals: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** What a `Postings` is made of; postings are sorted by the number of their term, then by ordinal. */
export interface PostingsParts extends WinkModelParts {
  /** Knows terms by their numbers, and of these such as are in more than one document. */
  readonly engine: WinkEngine;
  /** Terms of texts as they are, and those of owners as `ownerWord` marks them. */
  readonly words: WordTable;
  readonly counts: Int32Array;
}

/** The terms that exist for a search. */
export interface KnownTerms {
  readonly exists: (number: number) => boolean;
  /** Marks of these terms, see `WordTable`. */
  readonly marks?: Uint32Array;
}

/** A term of owners: no text has a word with this sign. */
export function ownerWord(term: string): string {
  return `@${term}`;
}

const noMatches: Matches = { ordinals: [], counts: [] };

/** Never keeps a document: wink walks the postings, scores are worked out elsewhere. */
function visitPosting(ordinal: number, ordinals: number[]): boolean {
  ordinals.push(ordinal);
  return false;
}

/** The inverted index inside wink, and beside it what wink's filter does not tell: term counts and document lengths. */
export class Postings {
  constructor(private readonly parts: PostingsParts) {}

  get lengths(): readonly number[] {
    return this.parts.lengths;
  }

  /** What the allowed documents have; everything without them. */
  known(allowed: Uint32Array | undefined): KnownTerms {
    if (allowed === undefined) return { exists: () => true };
    const terms = this.termsOf(allowed);
    const exists = (number: number): boolean => hasBit(terms, number);
    return { exists, marks: this.parts.words.marksOf(exists) };
  }

  /** A bit for each number of a term, set when one of the allowed documents has it. */
  private termsOf(allowed: Uint32Array): Uint32Array {
    const { starts, ordinals } = this.parts;
    const terms = new Uint32Array((starts.length + 31) >>> 5);
    for (let number = 0; number + 1 < starts.length; number += 1) {
      const end = starts[number + 1] as number;
      for (let place = starts[number] as number; place < end; place += 1) {
        if (!hasBit(allowed, ordinals[place] as number)) continue;
        terms[number >>> 5] = (terms[number >>> 5] as number) | (1 << (number & 31));
        break;
      }
    }
    return terms;
  }

  /** Documents with the term in their text; none when it is not known. */
  text(term: string, known: KnownTerms): Matches {
    return this.matches(term, known);
  }

  /** Documents whose owner has the term; none when it is not known. */
  owner(term: string, known: KnownTerms): Matches {
    return this.matches(ownerWord(term), known);
  }

  private matches(word: string, { exists, marks }: KnownTerms): Matches {
    const { engine, words, starts, ordinals, counts } = this.parts;
    const number = words.findCounting(word, exists, marks);
    if (number < 0) return noMatches;
    const [start, end] = [starts[number] as number, starts[number + 1] as number];
    const own = counts.subarray(start, end);
    if (end - start < 2) return { ordinals: ordinals.subarray(start, end), counts: own };
    const walked: number[] = [];
    engine.search(String(number), 1, visitPosting, walked);
    return { ordinals: walked, counts: own };
  }
}
