import type { Lexicon } from '../lexicon/lexicon.js';
import type { LexicalSettings } from '../settings.js';
import { analyzeAsked, stemPiece } from '../text/analyzer.js';
import { splitWord } from '../text/split.js';
import { forEachRange } from '../text/words.js';
import { actionAt } from './asked-action.js';
import { phrasesOf } from './phrases.js';

/** A word of a query before it is looked up. */
export interface QueryWord {
  /** Stem. */
  readonly term: string;
  /** As written, in lower case. */
  readonly surface: string;
  /** As the user wrote it, at most 60 characters. */
  readonly written: string;
  /** The word without its last `s` where the stemmer keeps that. */
  readonly singular: string | undefined;
  /** Written as an acronym in the plural: `VMs`. */
  readonly isAcronym: boolean;
  /** Place of its first letter in the query. */
  readonly at: number;
  /** 0..1: how likely the word names what is wanted. */
  readonly weight: number;
  /** The whole of a compound such as `GitHub`: counts only where a tool has it in one word. */
  readonly whole: boolean;
  /** What the word asks to do where it stands as a verb; 0 elsewhere. */
  readonly action: number;
  /** What counts as the word itself too: `base64` for both words of `base 64`, and the verb that `open` stands for. */
  readonly joined: string | undefined;
}

/** Characters of a query that are read. */
export const longestQuery = 8_000;
const mostWords = 128;
const number = /^\d+$/;
/** Longer numbers are arguments. */
const shortNumber = /^\d{1,3}$/;
const letters = /^[a-z]{2,}$/;
const creation = stemPiece('create');
const anyMark = /['"“‘]/;
const quotation = /(?<![A-Za-z])['"“‘]([^'"“”‘’]{1,200})['"”’](?![A-Za-z])/g;

const pluralAcronym = /^[A-Z]{2,}s$/;
const keptPlural = /^[a-z]{2,}s$/;
const longestWritten = 60;

/** A word cut where a message would be flooded. */
function cut(word: string): string {
  if (word.length <= longestWritten) return word;
  const end = word.codePointAt(longestWritten - 2)! > 0xffff ? longestWritten - 2 : longestWritten - 1;
  return `${word.slice(0, end)}…`;
}

/** The parts of the text that stand inside quotation marks. */
function quotedRanges(text: string): readonly (readonly [number, number])[] {
  if (!anyMark.test(text)) return [];
  const ranges: (readonly [number, number])[] = [];
  for (const match of text.matchAll(quotation)) ranges.push([match.index, match.index + match[0].length]);
  // A query that is quoted as a whole names what it wants inside the marks.
  const quoted = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  return quoted * 2 > text.length ? [] : ranges;
}

/** The distinct words of a query in the order of their first occurrence, at most 128. */
export function readQueryWords(text: string, settings: LexicalSettings, lexicon: Lexicon): QueryWord[] {
  const read = text.length > longestQuery ? text.slice(0, longestQuery) : text;
  const quoted = settings.quotedWeight === 1 ? [] : quotedRanges(read);
  const words = new Map<string, QueryWord>();
  let before = { term: '', surface: '', end: -2 };
  const join = (term: string, surface: string, at: number): void => {
    if (at !== before.end + 1 || !shortNumber.test(surface) || !letters.test(before.surface)) return;
    const joined = before.surface + surface;
    for (const each of [before.term, term]) {
      const known = words.get(each);
      if (known !== undefined) words.set(each, { ...known, joined });
    }
  };
  const add = (term: string, surface: string, written: string, at: number, whole: boolean, end = at + surface.length): void => {
    let weight = lexicon.weightOf(surface);
    if (number.test(term)) weight *= settings.numberWeight;
    if (quoted.length > 0 && quoted.some(([from, to]) => at >= from && at < to)) weight *= settings.quotedWeight;
    const action = actionAt(read, term, surface, at, end);
    const known = words.get(term);
    if (known === undefined && words.size >= mostWords) return;
    const isPlural = term === surface && keptPlural.test(term);
    const singular = isPlural ? term.slice(0, -1) : undefined;
    const isAcronym = isPlural && pluralAcronym.test(written);
    const joined = action !== 0 && surface === 'open' ? creation : undefined;
    if (known === undefined) {
      words.set(term, { term, surface, written: cut(written), singular, isAcronym, at, weight, whole, action, joined });
    } else if (weight > known.weight || (isAcronym && !known.isAcronym) || (action & ~known.action) !== 0) {
      const best = Math.max(weight, known.weight);
      words.set(term, {
        ...known,
        isAcronym: isAcronym || known.isAcronym,
        weight: best,
        action: known.action | action,
        joined: known.joined ?? joined,
      });
    }
  };
  const phrases = phrasesOf(read);
  forEachRange(read, (at, end, hash) => {
    const phrase = phrases.length === 0 ? undefined : phrases.find(({ from, to }) => at >= from && at < to);
    if (phrase !== undefined) {
      if (at === phrase.from) add(stemPiece(phrase.word), phrase.word, read.slice(phrase.from, phrase.to), at, false, phrase.to);
      return;
    }
    const { terms, whole, surface } = analyzeAsked(read, at, end, hash);
    const written = read.slice(at, end);
    if (whole !== undefined) add(whole, surface, written, at, true);
    if (terms.length === 1) add(terms[0] as string, surface, written, at, false);
    else {
      const { pieces } = splitWord(written);
      terms.forEach((term, place) => {
        const piece = pieces[place] ?? term;
        add(term, piece, piece, at, false);
      });
    }
    const [term] = terms;
    if (terms.length !== 1 || term === undefined) return;
    join(term, surface, at);
    before = { term, surface, end };
  });
  return [...words.values()];
}
