import type { Alternative, QueryUnit } from '../query/query-units.js';
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

interface UnitStep {
  readonly closed: boolean;
  readonly single: boolean;
}

/**
 * Adds the points of one list to the sums; of a document that has had an alternative of the unit only what exceeds it.
 * Once the search is `closed`, only documents that have points get more. Returns the new count of touched documents.
 */
function addList(search: CandidateSearch, { term, points }: Alternative, step: UnitStep, count: number): number {
  const { sums, best, touched } = search.scratch;
  const { ordinals, impacts } = search.postings;
  const { allowed } = search;
  const { closed, single } = step;
  const start = search.postings.starts[term] as number;
  const end = start + (search.postings.counts[term] as number);
  if (single && !closed && allowed === undefined) {
    // The commonest case, with nothing to ask: a third faster.
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      const sum = sums[ordinal] as number;
      if (sum === 0) touched[count++] = ordinal;
      sums[ordinal] = sum + points * (impacts[at] as number);
    }
    return count;
  }
  for (let at = start; at < end; at += 1) {
    const ordinal = ordinals[at] as number;
    if (allowed !== undefined && (((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 0) continue;
    const sum = sums[ordinal] as number;
    if (closed && sum === 0) continue;
    let earned = points * (impacts[at] as number);
    if (!single) {
      const had = best[ordinal] as number;
      if (earned <= had) continue;
      best[ordinal] = earned;
      earned -= had;
    }
    if (sum === 0) touched[count++] = ordinal;
    sums[ordinal] = sum + earned;
  }
  return count;
}

function addUnit(search: CandidateSearch, unit: QueryUnit, closed: boolean, count: number): number {
  const step = { closed, single: unit.alternatives.length === 1 };
  let touched = count;
  for (const alternative of unit.alternatives) touched = addList(search, alternative, step, touched);
  if (step.single) return touched;
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

/**
 * A number of points that at least `wanted` touched documents have, close to the most; 0 when there are not so many documents.
 * One pass that counts the documents by their points in 1,024 steps up to `bound`.
 */
function lowerBound(search: CandidateSearch, count: number, bound: number): number {
  if (count < search.wanted) return 0;
  const { sums, touched, steps } = search.scratch;
  const scale = (steps.length - 1) / bound;
  steps.fill(0);
  for (let index = 0; index < count; index += 1) steps[((sums[touched[index] as number] as number) * scale) | 0]! += 1;
  let step = steps.length - 1;
  for (let seen = steps[step] as number; seen < search.wanted && step > 0; seen += steps[step] as number) step -= 1;
  // The lowest number of points that falls into the step, whatever way the division was rounded.
  return Math.max(0, Math.floor(step / scale) - 1);
}

/**
 * First stage: the documents with the most points, ties by id. Term at a time, dearest units first, with the bound of MaxScore
 * (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995): once what the remaining units can still add does not lift
 * an unseen document over the worst chosen one, no document enters any more; when few are left, they are finished from their own terms
 * and the remaining lists are not read.
 */
export function chooseCandidates(search: CandidateSearch): Candidate[] {
  const { postings, units } = search;
  const plan = units
    .filter((unit) => unit.alternatives.length > 0)
    .map((unit) => ({ unit, bound: boundOf(unit, postings), cost: costOf(unit, postings) }))
    .sort((left, right) => right.bound - left.bound);
  const bound = plan.reduce((sum, step) => sum + step.bound, 0);
  let rest = bound;
  let cost = plan.reduce((sum, step) => sum + step.cost, 0);
  let count = 0;
  let nextCheck = cost;
  let closed = false;
  for (const step of plan) {
    count = addUnit(search, step.unit, closed, count);
    rest -= step.bound;
    cost -= step.cost;
    if (closed || rest >= bound - rest || cost > nextCheck || cost < count * 2) continue;
    nextCheck = cost * 0.7;
    const worst = lowerBound(search, count, bound);
    if (worst <= rest) continue;
    const kept = keep(search, count, worst - rest);
    // Reading a document costs about as much as fifty postings; otherwise the lists are read to the end.
    if (kept * 50 > cost) {
      closed = true;
      count = kept;
      continue;
    }
    for (let index = 0; index < kept; index += 1) {
      const ordinal = search.scratch.touched[index] as number;
      search.scratch.sums[ordinal] = search.examination.read(ordinal);
    }
    return select(search, kept, bound);
  }
  return select(search, count, bound);
}

/** Keeps the touched documents with at least `least` points. Returns how many are left. */
function keep(search: CandidateSearch, count: number, least: number): number {
  const { sums, touched } = search.scratch;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const ordinal = touched[index] as number;
    if ((sums[ordinal] as number) >= least) touched[kept++] = ordinal;
    else sums[ordinal] = 0;
  }
  return kept;
}

/** Takes the best of the touched documents; the scratch arrays are zero again afterwards. */
function select(search: CandidateSearch, count: number, bound: number): Candidate[] {
  const { sums, touched, selection } = search.scratch;
  const kept = keep(search, count, lowerBound(search, count, bound));
  let worst = 0;
  if (kept >= search.wanted) {
    for (let index = 0; index < kept; index += 1) selection[index] = sums[touched[index] as number] as number;
    worst = selectHighest(selection, kept, search.wanted);
  }
  const chosen: Candidate[] = [];
  const tied: number[] = [];
  for (let index = 0; index < kept; index += 1) {
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
