import type { LexicalSettings } from '../settings.js';
import { bitCount } from '../store/bitmap.js';
import { signatureOf, type Dictionary } from '../store/dictionary.js';
import { editDistance } from './edit-distance.js';
import type { TermStatistics } from './term-statistics.js';

/** A term of the index that an unknown word may mean. */
export interface NearTerm {
  readonly number: number;
  readonly weight: number;
}

const shortest = 4;
const longWord = 8;
const most = 12;
const plain = /^[a-z]+$/;

/**
 * Terms in use that begin with the word, or are one edit away (two from 8 letters on); the best 12, ties by spelling.
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
  const edits = settings.typoWeight > 0 ? (surface.length >= longWord ? 2 : 1) : -1;
  const prefixes = settings.prefixWeight > 0;
  const signature = signatureOf(word);
  const { signatures, lengths, terms } = dictionary;
  const found: NearTerm[] = [];
  for (let term = 0; term < terms.length; term += 1) {
    const length = lengths[term] as number;
    if (length < word.length - edits) continue;
    const other = signatures[term] as number;
    const extra = prefixes && length > word.length && (signature & ~other) === 0;
    const near =
      edits > 0 && length <= word.length + edits && bitCount(signature & ~other) <= edits && bitCount(other & ~signature) <= edits;
    if (!extra && !near) continue;
    const weight = weightOf(word, terms[term] as string, near ? edits : -1, extra, settings);
    if (weight > 0 && statistics.frequency(term) > 0) found.push({ number: term, weight });
  }
  found.sort((left, right) => right.weight - left.weight || (terms[left.number]! < terms[right.number]! ? -1 : 1));
  return found.slice(0, most);
}

function weightOf(word: string, term: string, edits: number, extra: boolean, settings: LexicalSettings): number {
  if (edits > 0 && plain.test(term) && editDistance(word, term, edits) <= edits) {
    return Math.max(settings.typoWeight, extra && term.startsWith(word) ? settings.prefixWeight : 0);
  }
  return extra && term.startsWith(word) ? settings.prefixWeight : 0;
}
