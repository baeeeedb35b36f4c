import { pointScale, type QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import { fullImpact } from '../document/document-reader.js';
import { actionOf } from '../lexicon/actions.js';
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
  /** Actions that the query asks for. */
  readonly asked: number;
}

/** How a name answers the query. */
interface NameMatch {
  bonus: number;
  /** 0 unless name and query say the same; else the weight of the word in it that is furthest from the query's own. */
  whole: number;
  /** What the action of the name does to the score. */
  action: number;
}

/** Words of the query that a name need not have to say the same. */
const isLoose = (unit: QueryUnit): boolean => unit.weight < contentWeight || unit.word.whole;

/** Weight from which on an alternative is nearly the word itself: another form, or another verb for the action. */
const nearly = 0.7;

/**
 * Second stage: `score = action × (base × (1 + whole) × coverage^a + name × m²/t × coverage^b)`, where `base` is the sum of the units'
 * points, `m` and `t` are the idf of the name's matched and of all its terms. `whole` counts when name and query say the same: `dns records` and `get_dns_records`. `action` is
 * more than 1 when the name does what the query asks to do, with a thing that it asks for, and less when it does something else.
 */
export class CandidateScorer {
  private readonly mass: number;
  private readonly hasContent: boolean;
  private readonly named: number[] = [];
  private readonly match: NameMatch = { bonus: 0, whole: 0, action: 1 };

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
    const { bonus, whole, action } = this.matchName(ordinal);
    const score =
      action *
      ((points / (fullImpact * pointScale)) * (1 + settings.wholeNameBonus * whole) * coverage ** settings.coveragePower +
        settings.nameBonus * bonus * coverage ** settings.nameCoveragePower);
    return { ordinal, score, coverage, relevant: answered || !this.hasContent };
  }

  private matchName(ordinal: number): NameMatch {
    const { forward, statistics, examination, dictionary, lexicon, units, asked } = this.context;
    const { named, match } = this;
    const start = forward.starts[ordinal] as number;
    const end = start + (forward.nameCounts[ordinal] as number);
    named.length = 0;
    let matched = 0;
    let total = 0;
    let isAsked = true;
    let furthest = 1;
    let actions = 0;
    let hasThing = false;
    for (let entry = start; entry < end; entry += 1) {
      const term = forward.terms[entry] as number;
      const idf = inverseFrequency(statistics.documents, statistics.frequency(term));
      const unit = examination.unitOf(term);
      const action = asked === 0 ? 0 : actionOf(dictionary.terms[term] as string);
      actions |= action;
      total += idf;
      let weight = 0;
      if (unit >= 0) {
        weight = examination.weightOf(term);
        matched += idf * weight;
        if (action === 0 && (units[unit] as QueryUnit).weight >= contentWeight) hasThing = true;
      }
      if (weight >= nearly) {
        examination.addNamed(term, named, nearly);
        furthest = Math.min(furthest, weight);
      } else if (isAsked) isAsked = lexicon.isGenericInName(dictionary.terms[term] as string);
    }
    match.bonus = total > 0 ? (matched * matched) / total : 0;
    match.whole = isAsked && named.length > 0 && units.every((unit, place) => isLoose(unit) || named.includes(place)) ? furthest : 0;
    match.action = this.actionFactor(actions, hasThing);
    return match;
  }

  private actionFactor(actions: number, hasThing: boolean): number {
    const { asked, settings } = this.context;
    if (asked === 0 || actions === 0) return 1;
    if ((asked & actions) === 0) return 1 - settings.actionBonus;
    return hasThing ? 1 + settings.actionBonus : 1;
  }
}
