import type { Candidate } from './candidates.js';
import { contentWeight, pointScale, type QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import { fullImpact } from '../document/document-reader.js';
import type { LexicalSettings } from '../settings.js';
import type { ForwardStore } from '../store/forward-store.js';
import type { Examination } from './examination.js';

/** A scored document. */
export interface Scored {
  readonly ordinal: number;
  readonly score: number;
  /** Share of the query's mass that the document covers, 0..1; words without alternatives do not count. */
  readonly coverage: number;
  /** Whether it answers a content word, or the query has none. */
  readonly relevant: boolean;
}

/** What the second stage needs. */
export interface ScoringContext {
  readonly units: readonly QueryUnit[];
  readonly settings: LexicalSettings;
  readonly forward: ForwardStore;
  readonly statistics: TermStatistics;
  readonly examination: Examination;
}

/**
 * Second stage: `score = base × coverage^a + name × n × m²/t × coverage^b + pair × p`, where `base` is the sum of the units' points,
 * `m` and `t` are the idf of the name's matched and of all its terms, and `p` the idf of name terms whose left neighbour in the name
 * answers the neighbouring word of the query.
 */
export function scoreCandidate({ ordinal }: Candidate, context: ScoringContext): Scored {
  const { units, settings, examination } = context;
  const base = examination.read(ordinal) / (fullImpact * pointScale);
  let mass = 0;
  let covered = 0;
  let content = 0;
  let answered = 0;
  for (let place = 0; place < units.length; place += 1) {
    const unit = units[place] as QueryUnit;
    mass += unit.mass;
    const share = examination.shares[place] as number;
    covered += unit.mass * share;
    if (unit.weight < contentWeight) continue;
    content += 1;
    if (share > 0) answered += 1;
  }
  const coverage = mass > 0 ? covered / mass : 0;
  const { bonus, pairs } = nameMatch(ordinal, context);
  const score =
    base * coverage ** settings.coveragePower +
    settings.nameBonus * bonus * coverage ** settings.nameCoveragePower +
    settings.pairBonus * pairs;
  return { ordinal, score, coverage, relevant: content === 0 || answered > 0 };
}

function nameMatch(ordinal: number, context: ScoringContext): { readonly bonus: number; readonly pairs: number } {
  const { forward, statistics, examination } = context;
  const start = forward.starts[ordinal] as number;
  const end = start + (forward.nameCounts[ordinal] as number);
  let matched = 0;
  let total = 0;
  let pairs = 0;
  let before = -2;
  for (let entry = start; entry < end; entry += 1) {
    const term = forward.terms[entry] as number;
    const idf = inverseFrequency(statistics.documents, statistics.frequency(term));
    const answer = examination.answer(term);
    total += idf;
    if (answer !== undefined) {
      matched += idf * answer.weight;
      if (answer.unit === before + 1) pairs += idf * answer.weight;
    }
    before = answer?.unit ?? -2;
  }
  return { bonus: total > 0 ? (matched * matched) / total : 0, pairs };
}
