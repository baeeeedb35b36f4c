import { verbsOf } from '../lexicon/actions.js';
import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import type { LexicalSettings } from '../settings.js';
import type { Dictionary } from '../store/dictionary.js';
import { splitCompound, type CompoundParts } from './compounds.js';
import type { QueryWord } from './query-words.js';
import { nearToWord } from './spelling.js';
import { inverseFrequency, type TermStatistics } from './term-statistics.js';

/** One of the terms that answer a unit. */
export interface Alternative {
  readonly term: number;
  /** 0..1 against the word itself. */
  readonly weight: number;
  /** `idf × weights`, in 1/256, rounded: scores are sums of integers, so that no order of adding can change them. */
  readonly points: number;
}

/** A word of the query with everything in the index that may answer it; a tool gets the best of its alternatives. */
export interface QueryUnit {
  readonly word: QueryWord;
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
  /** The unit's share of the query before any tool is looked at: weight × idf. */
  readonly mass: number;
  /** The word itself is in the index. */
  readonly known: boolean;
}

/** Points are in this part of one. */
export const pointScale = 256;

const partWeight = 0.8;
const vowel = /[aeiouy]/;

/** Looks the words of a query up in what a search may see. */
export class UnitResolver {
  constructor(
    private readonly settings: LexicalSettings,
    private readonly lexicon: Lexicon,
    private readonly dictionary: Dictionary,
    private readonly statistics: TermStatistics,
  ) {}

  resolve(words: readonly QueryWord[]): QueryUnit[] {
    const units: QueryUnit[] = [];
    for (const word of words) {
      const number = this.inUse(word.term);
      if (word.whole && number === undefined) continue;
      const unit = this.unitOf(word, number);
      const parts =
        unit.alternatives.length === 0 && word.weight >= contentWeight
          ? splitCompound(word.surface, (term) => this.inUse(term))
          : undefined;
      if (parts === undefined) units.push(unit);
      else units.push(...this.partsOf(word, parts));
    }
    return units;
  }

  private inUse(term: string): number | undefined {
    return this.dictionary.find(term, this.statistics);
  }

  private partsOf(word: QueryWord, parts: CompoundParts): QueryUnit[] {
    return parts.map((term) => this.unitOf({ ...word, term, weight: word.weight * partWeight }, this.inUse(term)));
  }

  private idf(term: number): number {
    return inverseFrequency(this.statistics.documents, this.statistics.frequency(term));
  }

  /**
   * The singular of a plural that the stemmer leaves as it is: acronyms, mostly (`VMs`, `prs`, `gpus`). A word in small letters may as well be
   * no plural (`dns`, `news`), so that it has one only where it has no vowel and is a known abbreviation, or nothing has the word itself.
   */
  private singularOf({ singular, term, isAcronym }: QueryWord, isKnown: boolean): string | undefined {
    if (singular === undefined) return undefined;
    return isAcronym || !isKnown || (!vowel.test(term) && this.lexicon.relatedTo(singular).length > 0) ? singular : undefined;
  }

  private unitOf(word: QueryWord, number: number | undefined): QueryUnit {
    const terms = new Map<number, number>();
    if (number !== undefined) terms.set(number, 1);
    const joined = word.joined === undefined ? undefined : this.inUse(word.joined);
    if (joined !== undefined) terms.set(joined, 1);
    const singular = this.singularOf(word, terms.size > 0);
    const single = singular === undefined ? undefined : this.inUse(singular);
    if (single !== undefined) terms.set(single, 1);
    const isUnknown = terms.size === 0;
    for (const own of singular === undefined ? [word.term] : [word.term, singular]) {
      for (const { term, weight, alone } of this.lexicon.relatedTo(own)) {
        const related = this.inUse(term);
        if (related !== undefined && !terms.has(related)) terms.set(related, isUnknown ? alone : weight);
      }
    }
    // A synonym is never worth more than the word itself, however rare it is; nor is a verb worth more than the commonest one for its action.
    let ceiling = number === undefined ? Number.POSITIVE_INFINITY : this.idf(number);
    for (const verb of verbsOf(word.action)) {
      const related = this.inUse(verb);
      if (related === undefined) continue;
      ceiling = Math.min(ceiling, this.idf(related));
      terms.set(related, Math.max(this.settings.actionWeight, terms.get(related) ?? 0));
    }
    if (terms.size === 0 && word.weight >= contentWeight) {
      for (const near of nearToWord(word.term, word.surface, this.dictionary, this.statistics, this.settings)) {
        terms.set(near.number, near.weight);
      }
    }
    let highest = 0;
    const alternatives = [...terms].map(([term, weight]): Alternative => {
      const idf = Math.min(ceiling, this.idf(term));
      highest = Math.max(highest, idf);
      return { term, weight, points: Math.max(1, Math.round(idf * weight * word.weight * pointScale)) };
    });
    const mass = highest * word.weight;
    return { word, weight: word.weight, alternatives, mass, known: !isUnknown };
  }
}
