import type { WinkEngine } from './wink.js';

/** Documents that contain a term, by ascending ordinal, with how often. */
export interface Matches {
  readonly ordinals: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** The name of a term of texts in wink's vocabulary. The prefix keeps words like "constructor" from meeting object properties. */
export const textToken = (term: string): string => `t:${term}`;
/** The name of a term of owners in wink's vocabulary. */
export const ownerToken = (term: string): string => `o:${term}`;

const noMatches: Matches = { ordinals: [], counts: [] };

/** Never keeps a document: wink walks the postings, scores are worked out elsewhere. */
function visitPosting(ordinal: number, ordinals: number[]): boolean {
  ordinals.push(ordinal);
  return false;
}

/** The inverted index inside wink, and beside it what wink's filter does not tell: term counts and document lengths. */
export class Postings {
  constructor(
    private readonly engine: WinkEngine,
    private readonly starts: Int32Array,
    private readonly counts: Int32Array,
    readonly lengths: readonly number[],
  ) {}

  /** Documents with the term in their text. */
  text(term: string): Matches {
    return this.matches(textToken(term));
  }

  /** Documents whose owner has the term. */
  owner(term: string): Matches {
    return this.matches(ownerToken(term));
  }

  private matches(token: string): Matches {
    const tokens = this.engine.getTokens();
    if (!Object.hasOwn(tokens, token)) return noMatches;
    const number = tokens[token] as number;
    const ordinals: number[] = [];
    this.engine.search(token, 1, visitPosting, ordinals);
    return { ordinals, counts: this.counts.subarray(this.starts[number], this.starts[number + 1]) };
  }
}
