import { selectHighest, type Scratch } from './scratch.js';

/** A document that the first stage chose, and its points. */
export interface Candidate {
  readonly ordinal: number;
  readonly points: number;
}

/** Documents that a bound is read from. Those with the rarest words come first, and the best are nearly always among them. */
const sampled = 1024;

/**
 * A number of points that at least `wanted` touched documents have, close to the most; 0 when there are not so many documents.
 * One pass that counts documents by their points in 1,024 steps up to `bound`.
 */
export function lowerBound({ sums, touched, steps }: Scratch, touchedCount: number, wanted: number, bound: number): number {
  if (touchedCount < wanted) return 0;
  const count = Math.min(touchedCount, Math.max(sampled, wanted * 2));
  const scale = (steps.length - 1) / bound;
  steps.fill(0);
  for (let index = 0; index < count; index += 1) steps[((sums[touched[index] as number] as number) * scale) | 0]! += 1;
  let step = steps.length - 1;
  for (let seen = steps[step] as number; seen < wanted && step > 0; seen += steps[step] as number) step -= 1;
  // The lowest number of points that falls into the step, whatever way the division was rounded.
  return Math.max(0, Math.floor(step / scale) - 1);
}

/** Keeps the touched documents with at least `least` points. Returns how many are left. */
export function keep({ sums, touched }: Scratch, count: number, least: number): number {
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const ordinal = touched[index] as number;
    if ((sums[ordinal] as number) >= least) touched[kept++] = ordinal;
    else sums[ordinal] = 0;
  }
  return kept;
}

/** What the best are taken by. */
export interface SelectionOrder {
  readonly wanted: number;
  /** Orders ordinals by the id of their documents. */
  readonly compare: (left: number, right: number) => number;
}

/** Takes the best of the touched documents, ties by id; the sums are zero again afterwards. */
export function select(scratch: Scratch, count: number, bound: number, { wanted, compare }: SelectionOrder): Candidate[] {
  const { sums, touched, selection } = scratch;
  const kept = keep(scratch, count, lowerBound(scratch, count, wanted, bound));
  let worst = 0;
  if (kept >= wanted) {
    for (let index = 0; index < kept; index += 1) selection[index] = sums[touched[index] as number] as number;
    worst = selectHighest(selection, kept, wanted);
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
  for (const ordinal of smallest(tied, wanted - chosen.length, compare)) chosen.push({ ordinal, points: worst });
  return chosen;
}

/** The `count` smallest of many, in no particular order: a heap whose root is the largest one kept. */
function smallest(values: readonly number[], count: number, compare: (left: number, right: number) => number): readonly number[] {
  if (values.length <= count) return values;
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
