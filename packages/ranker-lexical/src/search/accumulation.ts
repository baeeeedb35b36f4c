import type { Alternative, QueryUnit } from '../query/query-units.js';
import type { PostingStore } from '../store/posting-store.js';
import type { Scratch } from './scratch.js';

/** What points are added up from, and where. */
export interface Accumulation {
  readonly postings: PostingStore;
  /** Bitmap of the documents that may be seen; `undefined` for all. */
  readonly allowed: Uint32Array | undefined;
  readonly scratch: Scratch;
}

/** Adds the points of the only list of a unit to the sums. Returns the new count of touched documents. */
function addSingle({ postings, allowed, scratch }: Accumulation, { term, points }: Alternative, closed: boolean, count: number): number {
  const { sums, touched } = scratch;
  const { ordinals, impacts } = postings;
  const start = postings.starts[term] as number;
  const end = start + (postings.counts[term] as number);
  let length = count;
  if (closed) {
    // Only documents that have points may have more, and these are all allowed.
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      const sum = sums[ordinal] as number;
      if (sum !== 0) sums[ordinal] = sum + points * (impacts[at] as number);
    }
  } else if (allowed === undefined) {
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      const sum = sums[ordinal] as number;
      if (sum === 0) touched[length++] = ordinal;
      sums[ordinal] = sum + points * (impacts[at] as number);
    }
  } else {
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      if ((((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 0) continue;
      const sum = sums[ordinal] as number;
      if (sum === 0) touched[length++] = ordinal;
      sums[ordinal] = sum + points * (impacts[at] as number);
    }
  }
  return length;
}

/** As `addSingle` for one of several lists: of a document that has had another of the unit only what exceeds it. `isLast` leaves no trace of what it had. */
function addAlternative(
  { postings, allowed, scratch }: Accumulation,
  { term, points }: Alternative,
  closed: boolean,
  count: number,
  isLast: boolean,
): number {
  const { sums, best, touched } = scratch;
  const { ordinals, impacts } = postings;
  const start = postings.starts[term] as number;
  const end = start + (postings.counts[term] as number);
  let length = count;
  for (let at = start; at < end; at += 1) {
    const ordinal = ordinals[at] as number;
    const sum = sums[ordinal] as number;
    if (sum === 0) {
      if (closed) continue;
      if (allowed !== undefined && (((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 0) continue;
      touched[length++] = ordinal;
    }
    const earned = points * (impacts[at] as number);
    const had = best[ordinal] as number;
    if (earned <= had) continue;
    if (!isLast) best[ordinal] = earned;
    sums[ordinal] = sum + earned - had;
  }
  return length;
}

/** The place of the longest list, which comes last: what the others had is kept, and forgotten again, for fewer documents then. */
function longestOf(alternatives: readonly Alternative[], counts: Uint32Array): number {
  let longest = 0;
  for (let place = 1; place < alternatives.length; place += 1) {
    if ((counts[(alternatives[place] as Alternative).term] as number) > (counts[(alternatives[longest] as Alternative).term] as number))
      longest = place;
  }
  return longest;
}

/**
 * Adds what a unit earns to the sums of the documents. Once the search is `closed`, only documents that have points get more.
 * Returns the new count of touched documents.
 */
export function addUnit(accumulation: Accumulation, { alternatives }: QueryUnit, closed: boolean, count: number): number {
  if (alternatives.length === 1) return addSingle(accumulation, alternatives[0] as Alternative, closed, count);
  const { ordinals, starts, counts } = accumulation.postings;
  const { best } = accumulation.scratch;
  const last = longestOf(alternatives, counts);
  let touched = count;
  for (let place = 0; place < alternatives.length; place += 1) {
    if (place !== last) touched = addAlternative(accumulation, alternatives[place] as Alternative, closed, touched, false);
  }
  touched = addAlternative(accumulation, alternatives[last] as Alternative, closed, touched, true);
  for (let place = 0; place < alternatives.length; place += 1) {
    if (place === last) continue;
    const { term } = alternatives[place] as Alternative;
    const start = starts[term] as number;
    const end = start + (counts[term] as number);
    for (let at = start; at < end; at += 1) best[ordinals[at] as number] = 0;
  }
  return touched;
}
