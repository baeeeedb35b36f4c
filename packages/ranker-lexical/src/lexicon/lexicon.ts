import { analyzeWord } from '../text/analyzer.js';
import type { LexicalSettings } from '../settings.js';
import { doingVerbs, fillerWords, foreignStopWords, generalWords, readingVerbs, stopWords } from './soft-words.js';
import { synonymGroups } from './synonyms.js';
import { variantGroups } from './variants.js';

/** A word that may stand for another, and how much it counts then. */
export interface RelatedTerm {
  readonly term: string;
  readonly weight: number;
  /** As `weight`, when no tool has the word itself. */
  readonly alone: number;
}

/** What is known of words whatever the catalog. */
export interface Lexicon {
  /** Weight in a query of a word as it is spelled, in lower case: 1, or less for soft words. `direction` is no soft word because `directly` is one. */
  weightOf(surface: string): number;
  relatedTo(term: string): readonly RelatedTerm[];
  /** Whether a term in a name may be left unsaid: a grammatical word or a verb of looking. */
  isGenericInName(term: string): boolean;
  /** Whether the word is told to be of another language than English: by its letters, or as a grammatical word. */
  isForeign(surface: string): boolean;
  /** Whether the word is a verb of doing in English. */
  isOrder(surface: string): boolean;
}

/** Words from this weight on may name what is wanted. */
export const contentWeight = 0.5;

const beyondAscii = /[^\0-\x7f]/;
const none: readonly RelatedTerm[] = [];
const firstTerm = (word: string): string => analyzeWord(word).terms[0] ?? word;
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function addGroups(into: Map<string, Map<string, number>>, groups: Iterable<readonly string[]>, weight: number): void {
  for (const group of groups) {
    const terms = [...new Set(group.map(firstTerm))];
    for (const term of terms) {
      const related = into.get(term) ?? new Map<string, number>();
      into.set(term, related);
      for (const other of terms) {
        if (other !== term) related.set(other, Math.max(weight, related.get(other) ?? 0));
      }
    }
  }
}

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map(wordsOf)
    .filter((group) => group.length > 1);

/** Makes the lexicon of a recipe; `extraSynonyms` are groups of words that a deployment adds. */
export function makeLexicon(settings: LexicalSettings, extraSynonyms: readonly (readonly string[])[] = []): Lexicon {
  const weights = new Map<string, number>();
  const soften = (list: string, weight: number): void => {
    for (const word of wordsOf(list)) weights.set(word, weight);
  };
  soften(generalWords, settings.generalWeight);
  soften(fillerWords, settings.fillerWeight);
  soften(stopWords, settings.stopWordWeight);
  const foreign = new Set(wordsOf(foreignStopWords).filter((word) => !weights.has(word)));
  for (const word of foreign) weights.set(word, settings.stopWordWeight);
  const related = new Map<string, Map<string, number>>();
  if (settings.variantWeight > 0) addGroups(related, linesOf(variantGroups), settings.variantWeight);
  if (settings.synonymWeight > 0) {
    addGroups(related, [...linesOf(synonymGroups), ...extraSynonyms], settings.synonymWeight);
  }
  const aloneOf = (weight: number): number => (weight === settings.synonymWeight ? Math.max(weight, settings.loneSynonymWeight) : weight);
  const lists = new Map(
    [...related].map(([term, others]) => [term, [...others].map(([other, weight]) => ({ term: other, weight, alone: aloneOf(weight) }))]),
  );
  const reading = new Set(wordsOf(readingVerbs).map(firstTerm));
  const doing = new Set(wordsOf(doingVerbs));
  const grammatical = new Set(wordsOf(stopWords).map(firstTerm));
  return {
    weightOf: (surface) => weights.get(surface) ?? 1,
    isForeign: (surface) => foreign.has(surface) || beyondAscii.test(surface),
    isOrder: (surface) => doing.has(surface),
    relatedTo: (term) => lists.get(term) ?? none,
    isGenericInName: (term) => reading.has(term) || grammatical.has(term),
  };
}
