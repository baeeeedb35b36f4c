import { growFloat64, growInt32, growUint32, growUint8 } from '../store/grow.js';

/** Working arrays of the searches of one index. Searches are synchronous, so one set is enough; everything is zero between searches. */
export class Scratch {
  /** Points of each ordinal. */
  sums = new Int32Array(0);
  /** Best alternative so far of each ordinal, within one unit. */
  best = new Int32Array(0);
  /** Ordinals with points. */
  touched = new Uint32Array(0);
  /** Copy of points, for selection. */
  selection = new Int32Array(0);
  /** How many documents have how many points. */
  readonly steps = new Uint32Array(1024);
  /** One more than the first pair of each term, 0 for terms that are not asked for. */
  slots = new Uint32Array(0);
  /** Whether a term belongs to the definition that others are compared with. */
  marks = new Uint8Array(0);
  /** Pairs of a unit and one of its terms: the unit, points and weight there, whether the unit has no other, and one more than the next pair of the term. */
  pairUnits = new Uint32Array(0);
  pairPoints = new Int32Array(0);
  pairWeights = new Float64Array(0);
  pairAlone = new Uint8Array(0);
  pairNext = new Uint32Array(0);
  /** What each unit has earned in the document that is summed up; zero between documents. */
  unitBest = new Int32Array(0);
  /** What each unit earns in the document that was read last. */
  unitPoints = new Int32Array(0);
  unitShares = new Float64Array(0);
  /** Units that earn something in it. */
  earning = new Uint32Array(0);

  fit(ordinals: number, terms: number): void {
    this.sums = growInt32(this.sums, ordinals);
    this.best = growInt32(this.best, ordinals);
    this.touched = growUint32(this.touched, ordinals);
    this.selection = growInt32(this.selection, ordinals);
    this.slots = growUint32(this.slots, terms);
    this.marks = growUint8(this.marks, terms);
  }

  /** Makes room for a query. */
  fitQuery(units: number, pairs: number): void {
    this.unitPoints = growInt32(this.unitPoints, units);
    this.unitBest = growInt32(this.unitBest, units);
    this.unitShares = growFloat64(this.unitShares, units);
    this.earning = growUint32(this.earning, units);
    this.pairUnits = growUint32(this.pairUnits, pairs);
    this.pairPoints = growInt32(this.pairPoints, pairs);
    this.pairWeights = growFloat64(this.pairWeights, pairs);
    this.pairAlone = growUint8(this.pairAlone, pairs);
    this.pairNext = growUint32(this.pairNext, pairs);
  }
}

/** The `rank`-th highest (from 1) of the first `count` values, which are reordered (Hoare's quickselect). */
export function selectHighest(values: Int32Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
  const target = rank - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) > pivot) left += 1;
      while ((values[right] as number) < pivot) right -= 1;
      if (left <= right) {
        const held = values[left] as number;
        values[left] = values[right] as number;
        values[right] = held;
        left += 1;
        right -= 1;
      }
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return values[target] as number;
}
