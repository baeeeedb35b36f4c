import { fullImpact } from '../document/document-reader.js';
import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import type { QueryUnit } from '../query/query-units.js';
import { inverseFrequency, type TermStatistics } from '../query/term-statistics.js';
import type { Examination } from './examination.js';
import type { Scored } from './scoring.js';

/** Hits of which the best counts. */
const first = 3;

/**
 * A logistic model of "a right tool is among the first hits". Inputs, over content words, unknown ones at their full weight:
 * `coverage`, the share of the query's mass that a hit covers; `strength`, the same weighted by how much each word matters in the tool
 * (1 = it fills it); `words`, ln(1 + content words): a long question is never covered as well as two keywords. More than `mostWords` make no
 * further difference, or a story about anything would be believed for its length alone.
 *
 * The coefficients were fitted by maximum likelihood on answerable queries of six sets against queries of other catalogs and the unanswerable
 * list. `benchmarks/ranking` (part `reliability`) checks them on 6,200 answers of five catalogs: a line fitted anew over all of them has slope
 * 0.99 and constant 0.16, the calibration error is 0.05 in all and 0.05 to 0.15 in a single catalog. Lines, further inputs (the size of the
 * catalog, products of the inputs) and other coefficients that were fitted on four catalogs were no better on the fifth, so none is added.
 */
const model = { coverage: 4.2, strength: 4.4, words: 2.1, mostWords: 10, constant: -6.7 };

interface UnitMass {
  readonly place: number;
  readonly mass: number;
  /** Points of the best alternative in a tool that it fills. */
  readonly most: number;
}

/**
 * Share that unknown words count in a query of another language than English: other languages are not stemmed, so that a word is often there
 * in another form, and only their commonest grammatical words are known.
 */
const foreignShare = 0.35;

function contentOf(units: readonly QueryUnit[], statistics: TermStatistics, lexicon: Lexicon): UnitMass[] {
  const isForeign = units.some(({ word }) => lexicon.isForeign(word.surface));
  const unseen = inverseFrequency(statistics.documents, 0) * (isForeign ? foreignShare : 1);
  const content: UnitMass[] = [];
  units.forEach((unit, place) => {
    if (unit.weight < contentWeight) return;
    const most = unit.alternatives.reduce((highest, { points }) => Math.max(highest, points), 1) * fullImpact;
    content.push({ place, mass: unit.known ? unit.mass : unit.weight * unseen, most });
  });
  return content;
}

/** How one tool answers a query, against others for the same query. */
export interface Fit {
  /** The model's judgement, with the number of words as it is: the places by provenance were measured so. */
  readonly confidence: number;
  /** Share of the query's content words that the tool has, by their mass, unknown ones at their full weight. */
  readonly coverage: number;
  /** As `coverage`, over all words, also the grammatical ones. */
  readonly repetition: number;
  /** Content words of the query. */
  readonly words: number;
}

/** Judges how likely a tool does what a query asks for, 0..1. */
export class ConfidenceJudge {
  private readonly content: readonly UnitMass[];
  private readonly mass: number;

  constructor(
    private readonly units: readonly QueryUnit[],
    private readonly statistics: TermStatistics,
    private readonly examination: Examination,
    lexicon: Lexicon,
  ) {
    this.content = contentOf(units, statistics, lexicon);
    this.mass = this.content.reduce((sum, unit) => sum + unit.mass, 0);
  }

  /** For the catalog: the best of the first three hits. */
  ofAnswer(scored: readonly Scored[]): number {
    return scored.slice(0, first).reduce((best, { ordinal }) => Math.max(best, this.judge(ordinal, model.mostWords)), 0);
  }

  /** For one tool. */
  fitOf(ordinal: number): Fit {
    const { content, examination, mass, units } = this;
    const confidence = this.judge(ordinal, content.length);
    const { shares } = examination;
    const covered = content.reduce((sum, unit) => sum + unit.mass * (shares[unit.place] as number), 0);
    const unseen = inverseFrequency(this.statistics.documents, 0);
    let said = 0;
    let all = 0;
    units.forEach((unit, place) => {
      const own = unit.known ? unit.mass : unit.weight * unseen;
      all += own;
      said += own * (shares[place] as number);
    });
    return { confidence, coverage: mass > 0 ? covered / mass : 0, repetition: all > 0 ? said / all : 0, words: content.length };
  }

  private judge(ordinal: number, mostWords: number): number {
    if (this.mass === 0) return 0;
    const { examination, mass } = this;
    examination.read(ordinal);
    let covered = 0;
    let strength = 0;
    for (const unit of this.content) {
      const share = unit.mass * (examination.shares[unit.place] as number);
      covered += share;
      strength += (share * (examination.points[unit.place] as number)) / unit.most;
    }
    const evidence = model.coverage * (covered / mass) + model.strength * (strength / mass);
    const words = Math.log(1 + Math.min(mostWords, this.content.length));
    return 1 / (1 + Math.exp(-(evidence + model.words * words + model.constant)));
  }
}
