import { conceptNames, vocabulary } from './vocabulary.js';

/** Entries of the table of weights. */
export const tableSize = 1 << 16;

/** A sentence: where it stands in the text, and the places of its features in the table of weights. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Bits in the order of `conceptNames`. */
  readonly concepts: number;
  readonly features: readonly number[];
}

const prime = 0x01000193;
const basis = 0x811c9dc5 | 0;
const mix = (left: number, right: number): number => Math.imul(left ^ (right + (left << 6) + (left >>> 2)), 0x9e3779b1);
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (tableSize - 1);
const vowels = 'aeiouy';

/** End of the stem of the word in `text` from `start` to `end`: endings of plural, past and progress are left out, and a last e. */
function stemEnd(text: string, start: number, end: number): number {
  let last = end;
  const at = (back: number): string => text[last - back] ?? '';
  if (last - start > 3 && at(1) === 's' && !'sui'.includes(at(2))) last -= 1;
  if (last - start > 5 && at(3) === 'i' && at(2) === 'n' && at(1) === 'g') last -= 3;
  else if (last - start > 4 && at(2) === 'e' && at(1) === 'd') last -= 2;
  else if (last - start > 5 && at(2) === 'l' && at(1) === 'y') last -= 2;
  if (last - start > 3 && last < end && at(1) === at(2) && !vowels.includes(at(1))) last -= 1;
  if (last - start > 3 && (at(1) === 'e' || at(1) === 'y' || at(1) === 'i')) last -= 1;
  return last;
}

function hashOf(text: string, start: number, end: number): number {
  let hash = basis;
  for (let place = start; place < end; place++) hash = Math.imul(hash ^ text.charCodeAt(place), prime);
  return hash;
}

const conceptsByStem = new Map<number, number>();
conceptNames.forEach((name, place) => {
  for (const word of vocabulary[name].split(' ')) {
    const hash = hashOf(word, 0, stemEnd(word, 0, word.length));
    conceptsByStem.set(hash, (conceptsByStem.get(hash) ?? 0) | (1 << place));
  }
});

const [number, host, mailbox, path, identifier] = [1, 2, 3, 4, 5] as const;
/** Words, hosts, paths, numbers. */
const tokens = /[^\s"'`()[\]{}<>,;:!?*|]+(?:['’][a-z]+)?(?:[:][/][/][^\s"'`()<>]*)?|\n/gu;

/** A longer sentence is read in pieces. */
const mostWords = 60;

/** How far apart two kinds of words may stand to count as near, in words that speak of anything. */
const nearest = 6;

/** Collects the features of one sentence. */
class Reading {
  readonly #hashes: number[] = [];
  readonly #bits: number[] = [];
  start = 0;
  concepts = 0;

  get isEmpty(): boolean {
    return this.#hashes.length === 0;
  }

  add(hash: number, bits: number): void {
    this.#hashes.push(hash);
    this.#bits.push(bits);
    this.concepts |= bits;
  }

  /** The features so far; a new sentence begins. */
  take(start: number, end: number, where: number): Sentence {
    const features = new Set<number>();
    const [hashes, bits] = [this.#hashes, this.#bits];
    // How the sentence begins, as orders begin with a verb; and what it speaks of at all, by the place in the definition.
    features.add(placeOf(mix(hashes[0] as number, 401)));
    addConcepts(features, bits[0] as number, 403);
    addConcepts(features, this.concepts, mix(where + 1, 305));
    for (let place = 0; place < hashes.length; place++) {
      const hash = hashes[place] as number;
      features.add(placeOf(mix(hash, 11)));
      const own = bits[place] as number;
      if (own !== 0) for (let back = Math.max(0, place - nearest); back < place; back++) addPairs(features, bits[back] as number, own);
    }
    const sentence = { start, end, concepts: this.concepts, features: [...features] };
    this.#hashes.length = 0;
    this.#bits.length = 0;
    this.concepts = 0;
    return sentence;
  }
}

function addConcepts(features: Set<number>, bits: number, salt: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) features.add(placeOf(mix(salt, 31 - Math.clz32(rest & -rest))));
}

/** Every concept of the left followed by every one of the right. */
function addPairs(features: Set<number>, left: number, right: number): void {
  for (let first = left; first !== 0; first &= first - 1) {
    const one = 31 - Math.clz32(first & -first);
    for (let second = right; second !== 0; second &= second - 1) {
      const other = 31 - Math.clz32(second & -second);
      features.add(placeOf(mix(mix(19, one + 1), (other + 1) * 7919)));
    }
  }
}

function read(reading: Reading, text: string, start: number, end: number): void {
  const code = text.charCodeAt(start);
  const word = text.slice(start, end);
  if (word.includes('://')) reading.add(host, 0);
  else if (word.includes('@')) reading.add(mailbox, 0);
  else if (code >= 48 && code <= 57) reading.add(number, 0);
  else if (word.includes('/') || word.includes('_') || word.includes('.') || word.includes('-')) {
    let bits = 0;
    for (const part of word.split(/[/_.\-~\\]+/u)) bits |= conceptsByStem.get(hashOf(part, 0, stemEnd(part, 0, part.length))) ?? 0;
    reading.add(
      word.includes('_') ? identifier : word.includes('/') ? path : word.includes('.') ? host : hashOf(word, 0, word.length),
      bits,
    );
  } else {
    const hash = hashOf(text, start, stemEnd(text, start, end));
    reading.add(hash, conceptsByStem.get(hash) ?? 0);
  }
}

/** The sentences of a lower-case text that stands at a place (`places`) of a definition; time in proportion to its length. */
export function sentencesOf(text: string, where: number): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const reading = new Reading();
  let start = 0;
  const finish = (end: number): void => {
    if (!reading.isEmpty) sentences.push(reading.take(start, end, where));
    start = end;
  };
  let count = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '\n') {
      finish(index);
      count = 0;
      continue;
    }
    let end = index + token.length;
    const isLast = token.endsWith('.') || '!?'.includes(text[end] ?? ' ');
    while (end > index && text[end - 1] === '.') end -= 1;
    if (end > index) read(reading, text, index, end);
    count += 1;
    if ((isLast && text[end] !== ' ' && text[end] !== undefined) || count >= mostWords) {
      finish(index + token.length);
      count = 0;
    }
  }
  finish(text.length);
  return sentences;
}
