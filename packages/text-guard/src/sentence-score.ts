import { conceptNames, concepts } from './concepts.js';
import { bias, weights } from './sentence-weights.js';

/** A sentence with the kinds of things it speaks of, as bits in the order of `conceptNames`. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly concepts: number;
}

/** The sentences and lines of a lower-case text that speak of anything; linear in the length of the text. */
export function sentencesOf(text: string): readonly Sentence[] {
  const ends: number[] = [];
  for (const { index } of text.matchAll(/[.!?](?=\s|$)|\n/gu)) ends.push(index + 1);
  ends.push(text.length + 1);
  const bits = new Int32Array(ends.length);
  for (const { bit, pattern } of concepts) {
    let place = 0;
    for (const { index } of text.matchAll(pattern)) {
      while (index >= (ends[place] ?? Infinity)) place += 1;
      bits[place] = (bits[place] ?? 0) | bit;
    }
  }
  return ends
    .map((end, place) => ({ start: ends[place - 1] ?? 0, end, concepts: bits[place] ?? 0 }))
    .filter((sentence) => sentence.concepts !== 0);
}

const size = conceptNames.length;
/** Weight of the concept `i` at `[i, i]`, of a pair at `[i, j]`, `i < j`. */
const table = new Float64Array(size * size);
for (const [, first = '', second = first, weight = '0'] of weights.matchAll(/(\w+)(?:\+(\w+))?:(-?[\d.]+)/gu)) {
  table[conceptNames.indexOf(first as never) * size + conceptNames.indexOf(second as never)] = Number(weight);
}

/** Logarithm of the odds that a sentence with these concepts is a planted instruction, by the fitted weights. */
export function oddsOf(bits: number): number {
  let odds = bias;
  for (let first = 0; first < size; first++) {
    if ((bits & (1 << first)) === 0) continue;
    for (let second = first; second < size; second++) if ((bits & (1 << second)) !== 0) odds += table[first * size + second] ?? 0;
  }
  return odds;
}
