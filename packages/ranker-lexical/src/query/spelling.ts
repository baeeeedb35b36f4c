import type { LexicalSettings } from '../settings.js';
import { signatureOf, type Dictionary } from '../store/dictionary.js';
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
const plain = /^[a-z]+$/;

/** Whether more than `most` bits are set, for `most` up to 2. */
function beyond(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; count < most && left !== 0; count += 1) left &= left - 1;
  return left !== 0;
}

/**
 * Terms in use that begin with the word, or are one edit away (two from 9 letters on, with the same first letter); the best 12, ties by spelling.
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
  const longest = word.length + Math.max(0, edits);
  const found: NearTerm[] = [];
  for (let term = 0; term < terms.length; term += 1) {
    const length = lengths[term] as number;
    if (length < word.length - edits || (length > longest && !prefixes)) continue;
    const other = signatures[term] as number;
    const missing = signature & ~other;
    if (beyond(missing, edits)) continue;
    const extra = prefixes && length > word.length && missing === 0;
    const near = edits > 0 && length <= longest && !beyond(other & ~signature, edits);
    if (!extra && !near) continue;
    const weight = weightOf(word, terms[term] as string, near ? edits : -1, extra, settings);
    if (weight > 0 && statistics.frequency(term) > 0) found.push({ number: term, weight });
  }
  found.sort((left, right) => right.weight - left.weight || (terms[left.number]! < terms[right.number]! ? -1 : 1));
  return found.slice(0, most);
}

function weightOf(word: string, term: string, edits: number, extra: boolean, settings: LexicalSettings): number {
  const prefixed = extra && term.startsWith(word) ? settings.prefixWeight : 0;
  if (edits <= 0 || !plain.test(term)) return prefixed;
  const distance = editDistance(word, term, edits);
  if (distance > edits) return prefixed;
  // Two slips are believed only of a word that begins as the term does, and less.
  if (distance > 1 && word[0] !== term[0]) return prefixed;
  return Math.max(prefixed, distance > 1 ? settings.typoWeight * secondSlip : settings.typoWeight);
}
