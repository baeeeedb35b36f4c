import type { QueryUnit } from '../query/query-units.js';
import type { ForwardStore } from '../store/forward-store.js';
import type { Scratch } from './scratch.js';

/**
 * Reads single documents against a query: what each unit earns in them. `open` before the first document, `close` after the last;
 * only one is open at a time, for all of an index share their working arrays.
 */
export class Examination {
  /** Points of each unit after `read`. */
  points = new Int32Array(0);
  /** Weight of the best alternative present, 0..1, of each unit after `read`. */
  shares = new Float64Array(0);

  constructor(
    private readonly units: readonly QueryUnit[],
    private readonly forward: ForwardStore,
    private readonly scratch: Scratch,
  ) {}

  open(): void {
    const { scratch, units } = this;
    const { slots } = scratch;
    let pairs = 0;
    for (const { alternatives } of units) pairs += alternatives.length;
    scratch.fitQuery(units.length, pairs);
    this.points = scratch.unitPoints;
    this.shares = scratch.unitShares;
    const { pairUnits, pairPoints, pairWeights, pairNext, pairAlone } = scratch;
    let pair = 0;
    for (let unit = 0; unit < units.length; unit += 1) {
      const { alternatives } = units[unit] as QueryUnit;
      for (const { term, points, weight } of alternatives) {
        pairUnits[pair] = unit;
        pairPoints[pair] = points;
        pairWeights[pair] = weight;
        pairNext[pair] = slots[term] as number;
        pairAlone[pair] = alternatives.length === 1 ? 1 : 0;
        pair += 1;
        slots[term] = pair;
      }
    }
  }

  close(): void {
    const { slots } = this.scratch;
    for (const { alternatives } of this.units) for (const { term } of alternatives) slots[term] = 0;
  }

  /** Sum of the points of one document. */
  sum(ordinal: number): number {
    const { slots, pairUnits, pairPoints, pairNext, pairAlone, unitBest, earning } = this.scratch;
    const { terms, impacts } = this.forward;
    const start = this.forward.starts[ordinal] as number;
    const end = start + (this.forward.counts[ordinal] as number);
    let sum = 0;
    let changed = 0;
    for (let entry = start; entry < end; entry += 1) {
      for (let pair = slots[terms[entry] as number] as number; pair !== 0; pair = pairNext[pair - 1] as number) {
        const earned = (pairPoints[pair - 1] as number) * (impacts[entry] as number);
        if (pairAlone[pair - 1] === 1) {
          sum += earned;
          continue;
        }
        const unit = pairUnits[pair - 1] as number;
        const had = unitBest[unit] as number;
        if (earned <= had) continue;
        if (had === 0) earning[changed++] = unit;
        unitBest[unit] = earned;
        sum += earned - had;
      }
    }
    for (let place = 0; place < changed; place += 1) unitBest[earning[place] as number] = 0;
    return sum;
  }

  /** Reads one document into `points` and `shares`. */
  read(ordinal: number): void {
    const { points, shares, units } = this;
    const { slots, pairUnits, pairPoints, pairWeights, pairNext } = this.scratch;
    const { terms, impacts } = this.forward;
    for (let unit = 0; unit < units.length; unit += 1) {
      points[unit] = 0;
      shares[unit] = 0;
    }
    const start = this.forward.starts[ordinal] as number;
    const end = start + (this.forward.counts[ordinal] as number);
    for (let entry = start; entry < end; entry += 1) {
      for (let pair = slots[terms[entry] as number] as number; pair !== 0; pair = pairNext[pair - 1] as number) {
        const unit = pairUnits[pair - 1] as number;
        const earned = (pairPoints[pair - 1] as number) * (impacts[entry] as number);
        if (earned > (points[unit] as number)) points[unit] = earned;
        const share = pairWeights[pair - 1] as number;
        if (share > (shares[unit] as number)) shares[unit] = share;
      }
    }
  }

  /** The highest weight with which a term answers the query; 0 when it answers none of it. */
  weightOf(term: number): number {
    const { slots, pairWeights, pairNext } = this.scratch;
    let weight = 0;
    for (let pair = slots[term] as number; pair !== 0; pair = pairNext[pair - 1] as number) {
      weight = Math.max(weight, pairWeights[pair - 1] as number);
    }
    return weight;
  }

  /** Adds the units that a term answers with at least this weight. */
  addNamed(term: number, named: number[], least: number): void {
    const { slots, pairUnits, pairWeights, pairNext } = this.scratch;
    for (let pair = slots[term] as number; pair !== 0; pair = pairNext[pair - 1] as number) {
      if ((pairWeights[pair - 1] as number) >= least) named.push(pairUnits[pair - 1] as number);
    }
  }

  /** The first unit that a term answers; -1 when it answers none. */
  unitOf(term: number): number {
    const { slots, pairUnits, pairNext } = this.scratch;
    let pair = slots[term] as number;
    if (pair === 0) return -1;
    let unit = pairUnits[pair - 1] as number;
    for (pair = pairNext[pair - 1] as number; pair !== 0; pair = pairNext[pair - 1] as number) {
      unit = Math.min(unit, pairUnits[pair - 1] as number);
    }
    return unit;
  }
}
