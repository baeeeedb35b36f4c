import { fullImpact } from '../document/document-reader.js';
import { contentWeight } from '../lexicon/lexicon.js';
import type { QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import type { Examination } from './examination.js';
import type { Scored } from './scoring.js';

/** Hits of which the best counts. */
const first = 3;

/**
 * A logistic model of "the catalog has a tool for this", fitted on `benchmarks/ranking` (answerable queries of six sets against queries
 * of other catalogs and the unanswerable list). Inputs, over content words, unknown ones at their full weight:
 * `coverage`, the share of the query's mass that a hit covers; `strength`, the same weighted by how much each word matters in the tool
 * (1 = it fills it); `words`, ln(1 + content words): a long question is never covered as well as two keywords.
 */
const model = { coverage: 4.2, strength: 4.4, words: 2.1, constant: -6.7 };

interface UnitMass {
  readonly place: number;
  readonly mass: number;
  /** Points of the best alternative in a tool that it fills. */
  readonly most: number;
}

function contentOf(units: readonly QueryUnit[], statistics: TermStatistics): UnitMass[] {
  const unseen = inverseFrequency(statistics.documents, 0);
  const content: UnitMass[] = [];
  units.forEach((unit, place) => {
    if (unit.weight < contentWeight) return;
    const most = unit.alternatives.reduce((highest, { points }) => Math.max(highest, points), 1) * fullImpact;
    content.push({ place, mass: unit.known ? unit.mass : unit.weight * unseen, most });
  });
  return content;
}

/** 0..1: how likely the catalog has what the query asks for, judged by the best of the first three hits. */
export function confidenceOf(
  units: readonly QueryUnit[],
  scored: readonly Scored[],
  statistics: TermStatistics,
  examination: Examination,
): number {
  const content = contentOf(units, statistics);
  const mass = content.reduce((sum, unit) => sum + unit.mass, 0);
  if (mass === 0) return 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const { ordinal } of scored.slice(0, first)) {
    examination.read(ordinal);
    let covered = 0;
    let strength = 0;
    for (const unit of content) {
      const share = unit.mass * (examination.shares[unit.place] as number);
      covered += share;
      strength += (share * (examination.points[unit.place] as number)) / unit.most;
    }
    best = Math.max(best, model.coverage * (covered / mass) + model.strength * (strength / mass));
  }
  const logit = best + model.words * Math.log(1 + content.length) + model.constant;
  return 1 / (1 + Math.exp(-logit));
}
