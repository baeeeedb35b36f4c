import { hasBit } from './bits.js';
import { hashOf, spread } from './hash.js';

/** Words of a set of marks, a power of two: 16 KB. */
const mostMarks = 4096;

/**
 * Finds numbers by their texts. Whether a number counts is asked before texts are compared, so that a text that only stands for numbers that do
 * not count takes no longer than one that nothing has. A `Map` would tell them apart by a tenth of a microsecond a look-up.
 */
export class TextTable {
  private readonly texts: readonly string[];
  private readonly numbers: readonly number[];
  private readonly hashes: Int32Array;
  /** Place of an entry plus 1 by the low bits of its hash, 0 for a free slot; at most half of them are taken. */
  private readonly slots: Int32Array;

  /** Entry `i` is `texts[i]` with `numbers[i]`. */
  constructor(texts: readonly string[], numbers: readonly number[]) {
    this.texts = texts;
    this.numbers = numbers;
    this.hashes = new Int32Array(texts.length);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(texts.length * 2 + 2)));
    const mask = this.slots.length - 1;
    for (let entry = 0; entry < texts.length; entry += 1) {
      const hash = spread(hashOf(texts[entry] as string));
      this.hashes[entry] = hash;
      let slot = hash & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = entry + 1;
    }
  }

  /** A bit for each hash of a text whose number counts; with it `find` gives up other texts at once, whether the table has them or not. */
  marksOf(counts: (number: number) => boolean): Uint32Array {
    const marks = new Uint32Array(Math.min(mostMarks, this.slots.length >>> 3 || 1));
    for (let entry = 0; entry < this.texts.length; entry += 1) {
      if (!counts(this.numbers[entry] as number)) continue;
      const bit = (this.hashes[entry] as number) & (marks.length * 32 - 1);
      marks[bit >>> 5] = (marks[bit >>> 5] as number) | (1 << (bit & 31));
    }
    return marks;
  }

  /** The first number of the text that counts; `marks` are those of `marksOf` for the same numbers. */
  find(text: string, counts: (number: number) => boolean, marks?: Uint32Array): number | undefined {
    const hash = spread(hashOf(text));
    if (marks !== undefined && !hasBit(marks, hash & (marks.length * 32 - 1))) return undefined;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = (this.slots[slot] as number) - 1;
      if (this.isOf(entry, text, hash, counts)) return this.numbers[entry];
    }
    return undefined;
  }

  /** Adds to `found` all numbers of the text that count, in the order of the entries. */
  findAll(text: string, counts: (number: number) => boolean, found: number[], marks?: Uint32Array): void {
    const hash = spread(hashOf(text));
    if (marks !== undefined && !hasBit(marks, hash & (marks.length * 32 - 1))) return;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = (this.slots[slot] as number) - 1;
      if (this.isOf(entry, text, hash, counts)) found.push(this.numbers[entry] as number);
    }
  }

  private isOf(entry: number, text: string, hash: number, counts: (number: number) => boolean): boolean {
    return this.hashes[entry] === hash && counts(this.numbers[entry] as number) && this.texts[entry] === text;
  }
}
