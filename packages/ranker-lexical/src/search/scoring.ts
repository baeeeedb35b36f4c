import type { Candidate } from './candidates.js';
import { pointScale, type QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import { fullImpact } from '../document/document-reader.js';
import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import type { LexicalSettings } from '../settings.js';
import type { Dictionary } from '../store/dictionary.js';
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
  readonly dictionary: Dictionary;
  readonly lexicon: Lexicon;
  readonly examination: Examination;
}

/**
 * Second stage: `score = base × (1 + whole) × coverage^a + name × m²/t × coverage^b + pair × p`, where `base` is the sum of the units'
 * points, `m` and `t` are the idf of the name's matched and of all its terms, and `p` the idf of name terms whose left neighbour in the name
 * answers the neighbouring word of the query. `whole` counts when name and query say the same: `dns records` and `get_dns_records`.
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
  const { bonus, pairs, whole } = nameMatch(ordinal, context);
  const score =
    base * (whole ? 1 + settings.wholeNameBonus : 1) * coverage ** settings.coveragePower +
    settings.nameBonus * bonus * coverage ** settings.nameCoveragePower +
    settings.pairBonus * pairs;
  return { ordinal, score, coverage, relevant: content === 0 || answered > 0 };
}

/** How a name answers the query. */
interface NameMatch {
  readonly bonus: number;
  readonly pairs: number;
  readonly whole: boolean;
}

function nameMatch(ordinal: number, context: ScoringContext): NameMatch {
  const { forward, statistics, examination, dictionary, lexicon } = context;
  const start = forward.starts[ordinal] as number;
  const end = start + (forward.nameCounts[ordinal] as number);
  const named = new Set<number>();
  let matched = 0;
  let total = 0;
  let pairs = 0;
  let before = -2;
  let asked = true;
  for (let entry = start; entry < end; entry += 1) {
    const term = forward.terms[entry] as number;
    const idf = inverseFrequency(statistics.documents, statistics.frequency(term));
    const answer = examination.answer(term);
    total += idf;
    if (answer !== undefined) {
      matched += idf * answer.weight;
      if (answer.unit === before + 1) pairs += idf * answer.weight;
    }
    if (answer?.weight === 1) named.add(answer.unit);
    else if (asked) asked = lexicon.isGenericInName(dictionary.terms[term] as string);
    before = answer?.unit ?? -2;
  }
  const whole = asked && named.size > 0 && context.units.every((unit, place) => named.has(place) || isLoose(unit));
  return { bonus: total > 0 ? (matched * matched) / total : 0, pairs, whole };
}

/** Words of the query that a name need not have to say the same. */
const isLoose = (unit: QueryUnit): boolean => unit.weight < contentWeight || unit.word.whole;
