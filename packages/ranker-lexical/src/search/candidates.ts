import type { QueryUnit } from '../query/query-units.js';
import type { PostingStore } from '../store/posting-store.js';
import { addUnit, type Accumulation } from './accumulation.js';
import type { Examination } from './examination.js';
import { selectHighest } from './scratch.js';
import { keep, lowerBound, select, type Candidate, type SelectionOrder } from './selection.js';

/** What the first stage reads. */
export interface CandidateSearch extends Accumulation, SelectionOrder {
  readonly units: readonly QueryUnit[];
  readonly examination: Examination;
}

/** A unit with the most that it can add to a document, and the length of its lists. */
interface Step {
  readonly unit: QueryUnit;
  readonly bound: number;
  readonly cost: number;
}

/** Postings that are read in the time of one document. */
const costOfReading = 150;
/** Rests that cost less than so many documents a wanted one are read to the end. */
const leastRest = 1;
/** Share of the rest that the worst chosen document has to have before a look at the chosen ones may show that no other can overtake them. */
const promising = 0.4;

/** What the worst chosen document has at most of the points that were possible so far. */
const usualShare = 0.7;

function stepOf(unit: QueryUnit, { bounds, counts }: PostingStore): Step {
  let bound = 0;
  let cost = 0;
  for (const { term, points } of unit.alternatives) {
    bound = Math.max(bound, points * (bounds[term] as number));
    cost += counts[term] as number;
  }
  return { unit, bound, cost };
}

/**
 * First stage: the documents with the most points, ties by id. Term at a time, dearest units first, with the bound of MaxScore
 * (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995): once what the remaining units can still add does not lift
 * an unseen document over the worst chosen one, no document enters any more; when few are left, they are finished from their own terms
 * and the remaining lists are not read. What the worst chosen one has in the end is known early, by reading the best so far from their own terms.
 */
export function chooseCandidates(search: CandidateSearch): Candidate[] {
  const { postings, units, scratch, wanted } = search;
  const plan: Step[] = [];
  let bound = 0;
  let cost = 0;
  for (const unit of units) {
    if (unit.alternatives.length === 0) continue;
    const step = stepOf(unit, postings);
    plan.push(step);
    bound += step.bound;
    cost += step.cost;
  }
  plan.sort((left, right) => right.bound - left.bound);
  let rest = bound;
  let count = 0;
  let closed = false;
  let leaders: Leaders | undefined;
  for (const step of plan) {
    count = addUnit(search, step.unit, closed, count);
    rest -= step.bound;
    cost -= step.cost;
    if (cost < leastRest * costOfReading * wanted || count < wanted) continue;
    if (leaders === undefined && usualShare * (bound - rest) > promising * rest) {
      const worst = lowerBound(scratch, count, wanted, bound);
      if (worst > promising * rest) leaders = readLeaders(search, count, worst);
    }
    if (leaders === undefined || leaders.worst <= rest) continue;
    closed = true;
    count = keep(scratch, count, leaders.worst - rest);
    if (count * costOfReading > cost) continue;
    finish(search, count, leaders);
    break;
  }
  return select(scratch, count, bound, search);
}

/** Documents whose points are known although not all lists have been read. */
interface Leaders {
  readonly ordinals: readonly number[];
  readonly points: readonly number[];
  /** Points that at least `wanted` documents have. */
  readonly worst: number;
}

/** Reads the documents that have at least `least` points so far. */
function readLeaders({ scratch, examination, wanted }: CandidateSearch, count: number, least: number): Leaders {
  const { sums, touched, selection } = scratch;
  const ordinals: number[] = [];
  const points: number[] = [];
  for (let index = 0; index < count && ordinals.length < 2 * wanted; index += 1) {
    const ordinal = touched[index] as number;
    if ((sums[ordinal] as number) < least) continue;
    const sum = examination.sum(ordinal);
    selection[ordinals.length] = sum;
    ordinals.push(ordinal);
    points.push(sum);
  }
  return { ordinals, points, worst: ordinals.length < wanted ? 0 : selectHighest(selection, ordinals.length, wanted) };
}

/** Puts in place of the sums so far those that the touched documents have in the end. */
function finish({ scratch, examination }: CandidateSearch, count: number, { ordinals, points }: Leaders): void {
  const { sums, touched } = scratch;
  // Negative for those that have been read, and only for those that are still in the race.
  ordinals.forEach((ordinal, place) => {
    if (sums[ordinal] !== 0) sums[ordinal] = -(points[place] as number);
  });
  for (let index = 0; index < count; index += 1) {
    const ordinal = touched[index] as number;
    const sum = sums[ordinal] as number;
    sums[ordinal] = sum < 0 ? -sum : examination.sum(ordinal);
  }
}
