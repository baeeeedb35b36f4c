import { hasBit } from './bits.js';
import { hashOf, spread } from './hash.js';
import { roomFor } from './integers.js';

/** Words of a set of marks, a power of two: 16 KB. */
const mostMarks = 4096;
/** Characters of a usual word, without those that a longer one leaves; only a first guess at the room that is needed. */
const expectedLength = 16;

/**
 * Numbers words in the order in which they were added, and finds them by their characters in place: neither asking nor adding cuts a word
 * out of a text. Whether a number counts can be asked before characters are compared, so that a word that does not count takes no longer
 * than one that is not there.
 */
export class WordTable {
  private count = 0;
  private hashes: Int32Array;
  /** Number of a word plus 1 by the low bits of its hash, 0 for a free slot; at most half of them are taken. */
  private slots: Int32Array;
  /** Where the characters of a word begin in `codes`; those of the next one end them. */
  private starts: Int32Array;
  private codes: Uint16Array;

  /** `expected` words need no more room later: an array that is replaced makes the engine throw away what it had made quick. */
  constructor(expected: number) {
    const room = roomFor(expected);
    this.hashes = new Int32Array(room);
    this.slots = new Int32Array(room * 2);
    this.starts = new Int32Array(room + 1);
    this.codes = new Uint16Array(room * expectedLength);
  }

  get size(): number {
    return this.count;
  }

  /** The word with a number. */
  word(number: number): string {
    return String.fromCharCode(...this.codes.subarray(this.starts[number], this.starts[number + 1]));
  }

  /** The number of the word between two places of a text, -1 when it is not there. `hash` is that of the word. */
  find(text: string, start: number, end: number, hash: number): number {
    const { hashes, slots } = this;
    const mask = slots.length - 1;
    const mixed = spread(hash);
    // Every step is one addition, the first too: code that has not run before the engine makes this quick makes it start over.
    for (let slot = mixed; ; slot += 1) {
      const number = (slots[slot & mask] as number) - 1;
      if (number < 0 || (hashes[number] === mixed && this.isAt(number, text, start, end))) return number;
    }
  }

  /** The same for a whole text among the numbers that count; `marks` are those of `marksOf` for the same numbers. */
  findCounting(text: string, counts: (number: number) => boolean, marks?: Uint32Array): number {
    const { hashes, slots } = this;
    const mixed = spread(hashOf(text));
    if (marks !== undefined && !hasBit(marks, mixed & (marks.length * 32 - 1))) return -1;
    const mask = slots.length - 1;
    for (let slot = mixed & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = (slots[slot] as number) - 1;
      if (hashes[number] === mixed && counts(number) && this.isAt(number, text, 0, text.length)) return number;
    }
    return -1;
  }

  /** A bit for each hash of a word whose number counts; with it `findCounting` gives up other words at once, whether the table has them or not. */
  marksOf(counts: (number: number) => boolean): Uint32Array {
    const marks = new Uint32Array(Math.min(mostMarks, this.slots.length >>> 3 || 1));
    for (let number = 0; number < this.count; number += 1) {
      if (!counts(number)) continue;
      const bit = (this.hashes[number] as number) & (marks.length * 32 - 1);
      marks[bit >>> 5] = (marks[bit >>> 5] as number) | (1 << (bit & 31));
    }
    return marks;
  }

  /** The number of the word between two places of a text; it is added when it is not there. */
  number(text: string, start: number, end: number, hash: number): number {
    const known = this.find(text, start, end, hash);
    return known >= 0 ? known : this.add(text, start, end, hash);
  }

  private add(text: string, start: number, end: number, hash: number): number {
    const number = this.count;
    if (number === this.hashes.length) this.grow();
    let place = this.starts[number] as number;
    if (place + end - start > this.codes.length) this.makeRoom(place + end - start);
    for (let index = start; index < end; index += 1) {
      this.codes[place] = text.charCodeAt(index);
      place += 1;
    }
    this.hashes[number] = spread(hash);
    this.count = number + 1;
    this.starts[number + 1] = place;
    this.take(number);
    return number;
  }

  private isAt(number: number, text: string, start: number, end: number): boolean {
    const { starts, codes } = this;
    let place = starts[number] as number;
    if ((starts[number + 1] as number) - place !== end - start) return false;
    for (let index = start; index < end; index += 1) {
      if (codes[place] !== text.charCodeAt(index)) return false;
      place += 1;
    }
    return true;
  }

  private take(number: number): void {
    const mask = this.slots.length - 1;
    let slot = (this.hashes[number] as number) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = number + 1;
  }

  private grow(): void {
    const { hashes, starts } = this;
    this.hashes = new Int32Array(hashes.length * 2);
    this.hashes.set(hashes);
    this.starts = new Int32Array(hashes.length * 2 + 1);
    this.starts.set(starts);
    this.slots = new Int32Array(hashes.length * 4);
    for (let number = 0; number < this.count; number += 1) this.take(number);
  }

  private makeRoom(length: number): void {
    const { codes } = this;
    this.codes = new Uint16Array(length * 2);
    this.codes.set(codes);
  }
}
