import { pointScale, type QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import { fullImpact } from '../document/document-reader.js';
import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import type { LexicalSettings } from '../settings.js';
import type { Dictionary } from '../store/dictionary.js';
import type { ForwardStore } from '../store/forward-store.js';
import type { Examination } from './examination.js';
import type { Candidate } from './selection.js';

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

/** How a name answers the query. */
interface NameMatch {
  bonus: number;
  pairs: number;
  whole: boolean;
}

/** Words of the query that a name need not have to say the same. */
const isLoose = (unit: QueryUnit): boolean => unit.weight < contentWeight || unit.word.whole;

/**
 * Second stage: `score = base × (1 + whole) × coverage^a + name × m²/t × coverage^b + pair × p`, where `base` is the sum of the units'
 * points, `m` and `t` are the idf of the name's matched and of all its terms, and `p` the idf of name terms whose left neighbour in the name
 * answers the neighbouring word of the query. `whole` counts when name and query say the same: `dns records` and `get_dns_records`.
 */
export class CandidateScorer {
  private readonly mass: number;
  private readonly hasContent: boolean;
  private readonly named: number[] = [];
  private readonly match: NameMatch = { bonus: 0, pairs: 0, whole: false };

  constructor(private readonly context: ScoringContext) {
    const { units } = context;
    this.mass = units.reduce((sum, unit) => sum + unit.mass, 0);
    this.hasContent = units.some((unit) => unit.weight >= contentWeight);
  }

  score({ ordinal, points }: Candidate): Scored {
    const { units, settings, examination } = this.context;
    examination.read(ordinal);
    const { shares } = examination;
    let covered = 0;
    let answered = false;
    for (let place = 0; place < units.length; place += 1) {
      const share = shares[place] as number;
      if (share === 0) continue;
      const unit = units[place] as QueryUnit;
      covered += unit.mass * share;
      if (unit.weight >= contentWeight) answered = true;
    }
    const coverage = this.mass > 0 ? covered / this.mass : 0;
    const { bonus, pairs, whole } = this.matchName(ordinal);
    const score =
      (points / (fullImpact * pointScale)) * (whole ? 1 + settings.wholeNameBonus : 1) * coverage ** settings.coveragePower +
      settings.nameBonus * bonus * coverage ** settings.nameCoveragePower +
      settings.pairBonus * pairs;
    return { ordinal, score, coverage, relevant: answered || !this.hasContent };
  }

  private matchName(ordinal: number): NameMatch {
    const { forward, statistics, examination, dictionary, lexicon } = this.context;
    const { named, match } = this;
    const start = forward.starts[ordinal] as number;
    const end = start + (forward.nameCounts[ordinal] as number);
    named.length = 0;
    let matched = 0;
    let total = 0;
    let pairs = 0;
    let before = -2;
    let asked = true;
    for (let entry = start; entry < end; entry += 1) {
      const term = forward.terms[entry] as number;
      const idf = inverseFrequency(statistics.documents, statistics.frequency(term));
      const unit = examination.unitOf(term);
      total += idf;
      let weight = 0;
      if (unit >= 0) {
        weight = examination.weightOf(term);
        matched += idf * weight;
        if (unit === before + 1) pairs += idf * weight;
      }
      if (weight === 1) examination.addNamed(term, named);
      else if (asked) asked = lexicon.isGenericInName(dictionary.terms[term] as string);
      before = unit < 0 ? -2 : unit;
    }
    match.bonus = total > 0 ? (matched * matched) / total : 0;
    match.pairs = pairs;
    match.whole = asked && named.length > 0 && this.context.units.every((unit, place) => isLoose(unit) || named.includes(place));
    return match;
  }
}
