import type { WinkEngine } from './wink.js';

/** Documents that contain a term, by ascending ordinal, with how often. */
export interface Matches {
  readonly ordinals: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** What a `Postings` is made of; postings are sorted by the number of their term, then by ordinal. */
export interface PostingsParts {
  /** Knows terms by their numbers, and of these such as are in more than one document. */
  readonly engine: WinkEngine;
  /** Terms of texts. */
  readonly texts: ReadonlyMap<string, number>;
  /** Terms of owners. */
  readonly owners: ReadonlyMap<string, number>;
  /** Where the postings of a term begin; those of the next one end them. */
  readonly starts: Int32Array;
  readonly ordinals: Int32Array;
  readonly counts: Int32Array;
  readonly lengths: readonly number[];
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

  /** Documents with the term in their text. */
  text(term: string): Matches {
    return this.matches(this.parts.texts.get(term));
  }

  /** Documents whose owner has the term. */
  owner(term: string): Matches {
    return this.matches(this.parts.owners.get(term));
  }

  private matches(number: number | undefined): Matches {
    if (number === undefined) return noMatches;
    const { engine, starts, ordinals, counts } = this.parts;
    const [start, end] = [starts[number] as number, starts[number + 1] as number];
    const own = counts.subarray(start, end);
    if (end - start < 2) return { ordinals: ordinals.subarray(start, end), counts: own };
    const walked: number[] = [];
    engine.search(String(number), 1, visitPosting, walked);
    return { ordinals: walked, counts: own };
  }
}
