import { hasBit } from './bits.js';
import type { KnownTerms, Matches, Postings } from './postings.js';

/** Of all documents in scope an owner's word may stand for at most this share; above it, it tells nothing apart. */
const mostOwnerShare = 0.5;

/** The documents that exist for a search: all of an index, or those of a view. Everything is counted over them alone. */
export class SearchScope {
  readonly size: number;
  readonly averageLength: number;
  /** `undefined` when every document is in scope: then nothing has to be told apart. */
  private readonly allowed: Uint32Array | undefined;
  /** Terms that exist for the search. A term of other documents alone is treated like one that nothing has, and takes no longer. */
  private readonly terms: KnownTerms;

  constructor(
    private readonly postings: Postings,
    allowed?: Uint32Array,
  ) {
    let size = 0;
    let total = 0;
    const { lengths } = postings;
    for (let ordinal = 0; ordinal < lengths.length; ordinal += 1) {
      if (allowed !== undefined && !hasBit(allowed, ordinal)) continue;
      size += 1;
      total += lengths[ordinal] as number;
    }
    this.size = size;
    this.averageLength = size === 0 ? 0 : total / size;
    this.allowed = size === lengths.length ? undefined : allowed;
    this.terms = postings.known(this.allowed);
  }

  /** Documents in scope that contain the term: in their text, or as a word of an owner that tells documents apart. */
  matches(term: string): Matches {
    const text = this.within(this.postings.text(term, this.terms));
    const owner = this.within(this.postings.owner(term, this.terms));
    if (owner.ordinals.length === 0 || owner.ordinals.length > this.size * mostOwnerShare) return text;
    return merge(text, owner);
  }

  private within(matches: Matches): Matches {
    const { allowed } = this;
    if (allowed === undefined || matches.ordinals.length === 0) return matches;
    const ordinals: number[] = [];
    const counts: number[] = [];
    for (let position = 0; position < matches.ordinals.length; position += 1) {
      const ordinal = matches.ordinals[position] as number;
      if (!hasBit(allowed, ordinal)) continue;
      ordinals.push(ordinal);
      counts.push(matches.counts[position] as number);
    }
    return { ordinals, counts };
  }
}

/** Both lists in one; a document in both has the sum of its counts. */
function merge(left: Matches, right: Matches): Matches {
  const ordinals: number[] = [];
  const counts: number[] = [];
  let [i, j] = [0, 0];
  while (i < left.ordinals.length || j < right.ordinals.length) {
    const one = left.ordinals[i] ?? Number.POSITIVE_INFINITY;
    const other = right.ordinals[j] ?? Number.POSITIVE_INFINITY;
    ordinals.push(Math.min(one, other));
    counts.push((one <= other ? (left.counts[i] as number) : 0) + (other <= one ? (right.counts[j] as number) : 0));
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  return { ordinals, counts };
}
