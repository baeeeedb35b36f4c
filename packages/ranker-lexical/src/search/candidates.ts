import type { QueryUnit } from '../query/query-units.js';
import type { PostingStore } from '../store/posting-store.js';
import type { Examination } from './examination.js';
import { selectHighest, type Scratch } from './scratch.js';

/** A document that the first stage chose, and its points. */
export interface Candidate {
  readonly ordinal: number;
  readonly points: number;
}

/** What the first stage reads. */
export interface CandidateSearch {
  readonly units: readonly QueryUnit[];
  readonly postings: PostingStore;
  /** Bitmap of the documents that may be seen; `undefined` for all. */
  readonly allowed: Uint32Array | undefined;
  readonly scratch: Scratch;
  readonly examination: Examination;
  readonly wanted: number;
  /** Orders ordinals by the id of their documents. */
  readonly compare: (left: number, right: number) => number;
}

/** Adds the points of one list to the sums, of a document only what exceeds its best alternative of the same unit. Returns the new count of touched documents. */
function addList(search: CandidateSearch, term: number, points: number, first: boolean, count: number): number {
  const { sums, best, touched } = search.scratch;
  const { ordinals, impacts } = search.postings;
  const { allowed } = search;
  const start = search.postings.starts[term] as number;
  const end = start + (search.postings.counts[term] as number);
  for (let at = start; at < end; at += 1) {
    const ordinal = ordinals[at] as number;
    if (allowed !== undefined && (((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 0) continue;
    let earned = points * (impacts[at] as number);
    if (!first) {
      const had = best[ordinal] as number;
      if (earned <= had) continue;
      best[ordinal] = earned;
      earned -= had;
    }
    const sum = sums[ordinal] as number;
    if (sum === 0) touched[count++] = ordinal;
    sums[ordinal] = sum + earned;
  }
  return count;
}

function addUnit(search: CandidateSearch, unit: QueryUnit, count: number): number {
  const single = unit.alternatives.length === 1;
  let touched = count;
  for (const { term, points } of unit.alternatives) touched = addList(search, term, points, single, touched);
  if (single) return touched;
  const { best } = search.scratch;
  const { ordinals, starts, counts } = search.postings;
  for (const { term } of unit.alternatives) {
    const start = starts[term] as number;
    const end = start + (counts[term] as number);
    for (let at = start; at < end; at += 1) best[ordinals[at] as number] = 0;
  }
  return touched;
}

const boundOf = (unit: QueryUnit, postings: PostingStore): number =>
  unit.alternatives.reduce((bound, { term, points }) => Math.max(bound, points * (postings.bounds[term] as number)), 0);

const costOf = (unit: QueryUnit, postings: PostingStore): number =>
  unit.alternatives.reduce((cost, { term }) => cost + (postings.counts[term] as number), 0);

/** The `wanted` highest sum among the touched documents, or 0 when there are fewer. */
function threshold(search: CandidateSearch, count: number): number {
  if (count < search.wanted) return 0;
  const { sums, touched, selection } = search.scratch;
  for (let index = 0; index < count; index += 1) selection[index] = sums[touched[index] as number] as number;
  return selectHighest(selection, count, search.wanted);
}

/**
 * First stage: the documents with the most points, ties by id. Term at a time, dearest units first, with the bound of MaxScore
 * (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995): once what the remaining units can still add does not lift
 * an unseen document over the worst chosen one, their lists are not read any more; the survivors are finished from their own terms.
 */
export function chooseCandidates(search: CandidateSearch): Candidate[] {
  const { postings, units } = search;
  const plan = units
    .filter((unit) => unit.alternatives.length > 0)
    .map((unit) => ({ unit, bound: boundOf(unit, postings), cost: costOf(unit, postings) }))
    .sort((left, right) => right.bound - left.bound);
  let rest = plan.reduce((sum, { bound }) => sum + bound, 0);
  let cost = plan.reduce((sum, step) => sum + step.cost, 0);
  let count = 0;
  for (const step of plan) {
    count = addUnit(search, step.unit, count);
    rest -= step.bound;
    cost -= step.cost;
    // Looking for the threshold costs about as much as reading so many postings.
    if (cost < count * 2) continue;
    const worst = threshold(search, count);
    if (worst > rest) return select(search, finish(search, count, worst - rest));
  }
  return select(search, count);
}

/** Keeps the touched documents with at least `least` points and completes their sums. Returns how many are left. */
function finish(search: CandidateSearch, count: number, least: number): number {
  const { sums, touched } = search.scratch;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const ordinal = touched[index] as number;
    if ((sums[ordinal] as number) >= least) {
      touched[kept++] = ordinal;
      sums[ordinal] = search.examination.read(ordinal);
    } else sums[ordinal] = 0;
  }
  return kept;
}

/** Takes the best of the touched documents; the scratch arrays are zero again afterwards. */
function select(search: CandidateSearch, count: number): Candidate[] {
  const { sums, touched } = search.scratch;
  const worst = threshold(search, count);
  const chosen: Candidate[] = [];
  const tied: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const ordinal = touched[index] as number;
    const points = sums[ordinal] as number;
    sums[ordinal] = 0;
    if (points > worst) chosen.push({ ordinal, points });
    else if (points === worst) tied.push(ordinal);
  }
  for (const ordinal of smallest(tied, search.wanted - chosen.length, search.compare)) {
    chosen.push({ ordinal, points: worst });
  }
  return chosen;
}

/** The `count` smallest of many, in no particular order: a heap whose root is the largest one kept. */
function smallest(values: readonly number[], count: number, compare: (left: number, right: number) => number): number[] {
  const heap = values.slice(0, count).sort((left, right) => compare(right, left));
  for (let index = count; index < values.length && count > 0; index += 1) {
    const value = values[index] as number;
    if (compare(value, heap[0] as number) >= 0) continue;
    let at = 0;
    for (let child = 1; child < count; child = at * 2 + 1) {
      if (child + 1 < count && compare(heap[child + 1] as number, heap[child] as number) > 0) child += 1;
      if (compare(heap[child] as number, value) <= 0) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }
  return heap;
}
