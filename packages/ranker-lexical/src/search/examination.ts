import type { QueryUnit } from '../query/query-units.js';
import type { ForwardStore } from '../store/forward-store.js';
import type { Scratch } from './scratch.js';

/**
 * Reads single documents against a query: what each unit earns in them. `open` before the first document, `close` after the last.
 * The answers of `read` lie in `points` and `shares`, one place a unit.
 */
export class Examination {
  readonly points: Int32Array;
  /** Weight of the best alternative present, 0..1. */
  readonly shares: Float64Array;
  private readonly pairUnits: number[] = [];
  private readonly pairPoints: number[] = [];
  private readonly pairWeights: number[] = [];
  private readonly pairNext: number[] = [];

  constructor(
    private readonly units: readonly QueryUnit[],
    private readonly forward: ForwardStore,
    private readonly scratch: Scratch,
  ) {
    this.points = new Int32Array(units.length);
    this.shares = new Float64Array(units.length);
  }

  open(): void {
    this.units.forEach((unit, place) => {
      for (const { term, points, weight } of unit.alternatives) {
        this.pairUnits.push(place);
        this.pairPoints.push(points);
        this.pairWeights.push(weight);
        this.pairNext.push(this.scratch.slots[term] as number);
        this.scratch.slots[term] = this.pairUnits.length;
      }
    });
  }

  close(): void {
    for (const unit of this.units) for (const { term } of unit.alternatives) this.scratch.slots[term] = 0;
  }

  /** Reads one document and returns the sum of its points. */
  read(ordinal: number): number {
    const { points, shares, pairUnits, pairPoints, pairWeights, pairNext } = this;
    const { slots } = this.scratch;
    const { terms, impacts } = this.forward;
    points.fill(0);
    shares.fill(0);
    const start = this.forward.starts[ordinal] as number;
    const end = start + (this.forward.counts[ordinal] as number);
    for (let entry = start; entry < end; entry += 1) {
      let pair = slots[terms[entry] as number] as number;
      while (pair !== 0) {
        const unit = pairUnits[pair - 1] as number;
        const earned = (pairPoints[pair - 1] as number) * (impacts[entry] as number);
        if (earned > (points[unit] as number)) points[unit] = earned;
        const share = pairWeights[pair - 1] as number;
        if (share > (shares[unit] as number)) shares[unit] = share;
        pair = pairNext[pair - 1] as number;
      }
    }
    let sum = 0;
    for (let unit = 0; unit < points.length; unit += 1) sum += points[unit] as number;
    return sum;
  }

  /** The highest weight with which a term answers the query, and the first unit it answers; `undefined` when none. */
  answer(term: number): { readonly weight: number; readonly unit: number } | undefined {
    let pair = this.scratch.slots[term] as number;
    if (pair === 0) return undefined;
    let weight = 0;
    let unit = this.units.length;
    for (; pair !== 0; pair = this.pairNext[pair - 1] as number) {
      weight = Math.max(weight, this.pairWeights[pair - 1] as number);
      unit = Math.min(unit, this.pairUnits[pair - 1] as number);
    }
    return { weight, unit };
  }
}
