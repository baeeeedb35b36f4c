import type { LexicalSettings } from '../settings.js';
import { signatureOf, type Dictionary, type TermGroup } from '../store/dictionary.js';
import { editDistance } from './edit-distance.js';
import type { TermStatistics } from './term-statistics.js';

/** A term of the index that an unknown word may mean. */
export interface NearTerm {
  readonly number: number;
  readonly weight: number;
}

const shortest = 4;
const longWord = 9;
const secondSlip = 0.7;
const most = 12;
/** Letters that may be missing at the end of a beginning. */
const longestCompletion = 8;
const plain = /^[a-z]+$/;

/** Whether more than `most` bits are set, for `most` up to 2. */
function beyond(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; count < most && left !== 0; count += 1) left &= left - 1;
  return left !== 0;
}

/**
 * Terms in use that begin with the word and are at most 8 letters longer, or are one edit away (two from 9 letters on) without a slip in the first letter; the best 12, ties by spelling.
 * `word` is the stem of `surface`. Only plain letters, at least 4. Letters that two words do not share bound their distance from below, which settles nearly all terms.
 */
export function nearTerms(
  word: string,
  surface: string,
  dictionary: Dictionary,
  statistics: TermStatistics,
  settings: LexicalSettings,
): NearTerm[] {
  if (surface.length < shortest || !plain.test(word)) return [];
  const edits = settings.typoWeight > 0 ? (surface.length >= longWord ? 2 : 1) : 0;
  const longest = word.length + Math.max(edits, settings.prefixWeight > 0 ? longestCompletion : 0);
  const signature = signatureOf(word);
  const { signatures, terms } = dictionary;
  const found: NearTerm[] = [];
  const visit = ({ numbers, count }: TermGroup, length: number): void => {
    const close = length <= word.length + edits;
    for (let place = 0; place < count; place += 1) {
      const term = numbers[place] as number;
      // First of all, or a hidden term that is like the word would take longer than one that is not.
      if (!statistics.has(term)) continue;
      const other = signatures[term] as number;
      const missing = signature & ~other;
      if (close ? beyond(missing, edits) : missing !== 0) continue;
      const extra = settings.prefixWeight > 0 && length > word.length && missing === 0;
      const near = edits > 0 && close && !beyond(other & ~signature, edits);
      if (!extra && !near) continue;
      const weight = weightOf(word, terms[term] as string, near ? edits : -1, extra, settings);
      if (weight > 0) found.push({ number: term, weight });
    }
  };
  const first = word.charCodeAt(0);
  const second = word.charCodeAt(1);
  for (let length = Math.max(1, word.length - edits); length <= longest; length += 1) {
    visit(dictionary.startingWith(first, length), length);
    // Exchanged first letters.
    if (second !== first && length <= word.length + edits) visit(dictionary.startingWith(second, length), length);
  }
  found.sort((left, right) => right.weight - left.weight || (terms[left.number]! < terms[right.number]! ? -1 : 1));
  return found.slice(0, most);
}

/**
 * As `nearTerms`, for the word as it is written: a slip may look like an ending, which the stem has lost (`raed` would be `rae`). Terms that are
 * near to the stem alone count only where none is near to the word.
 */
export function nearToWord(
  stem: string,
  surface: string,
  dictionary: Dictionary,
  statistics: TermStatistics,
  settings: LexicalSettings,
): NearTerm[] {
  const toStem = nearTerms(stem, surface, dictionary, statistics, settings);
  if (stem === surface) return toStem;
  const toSurface = nearTerms(surface, surface, dictionary, statistics, settings);
  if (toSurface.length === 0) return toStem;
  const weights = new Map(toStem.map(({ number, weight }) => [number, weight]));
  return toSurface.map(({ number, weight }) => ({ number, weight: Math.max(weight, weights.get(number) ?? 0) }));
}

/** A slip in the first letter makes another word (`gmail`, `email`) more often than a misspelt one; exchanged letters do not. */
const beginsAlike = (word: string, term: string): boolean => word[0] === term[0] || (word[0] === term[1] && word[1] === term[0]);

function weightOf(word: string, term: string, edits: number, extra: boolean, settings: LexicalSettings): number {
  const prefixed = extra && term.startsWith(word) ? settings.prefixWeight : 0;
  if (edits <= 0 || !plain.test(term) || !beginsAlike(word, term)) return prefixed;
  const distance = editDistance(word, term, edits);
  if (distance > edits) return prefixed;
  return Math.max(prefixed, distance > 1 ? settings.typoWeight * secondSlip : settings.typoWeight);
}
