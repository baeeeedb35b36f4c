import type { QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import type { Scored } from './scoring.js';

/** Hits whose coverage counts. */
const first = 3;

/** Share of the query, unknown words at their full weight, that the best of the first three hits covers. */
export function confidenceOf(units: readonly QueryUnit[], scored: readonly Scored[], statistics: TermStatistics): number {
  let known = 0;
  let unknown = 0;
  for (const unit of units) {
    if (unit.alternatives.length > 0) known += unit.mass;
    else unknown += unit.weight * inverseFrequency(statistics.documents, 0);
  }
  const best = scored.slice(0, first).reduce((highest, hit) => Math.max(highest, hit.coverage), 0);
  return known + unknown === 0 ? 0 : (best * known) / (known + unknown);
}
