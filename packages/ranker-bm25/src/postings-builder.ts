import { hashOf } from './hash.js';
import { doubled, roomFor } from './integers.js';
import { ownerWord, Postings } from './postings.js';
import { WordTable } from './word-table.js';

/** Distinct terms of a usual tool; only a first guess at the room that is needed. */
const expectedTerms = 48;

/**
 * Collects the terms of documents, then becomes a `Postings`. Postings are appended to flat arrays in the order of documents and
 * sorted by term once at the end: no small arrays are made and grown, which is where most of wink's own building time goes.
 */
export class PostingsBuilder {
  private readonly words: WordTable;
  /** For each term the place of its latest posting, or -1, and in how many documents it is. */
  private latest: Int32Array;
  private frequencies: Int32Array;
  private terms: Int32Array;
  private counts: Int32Array;
  private size = 0;
  /** Where the postings of the document that is being added begin, and its terms so far. */
  private begin = 0;
  private length = 0;
  private readonly lengths: number[] = [];
  /** Where the postings of each document end. */
  private readonly ends: number[] = [];

  /** `documents` is how many are expected; more may come. */
  constructor(documents = 0) {
    const words = roomFor(documents * 2);
    this.words = new WordTable(words);
    this.latest = new Int32Array(words).fill(-1);
    this.frequencies = new Int32Array(words);
    const room = roomFor(documents * expectedTerms);
    this.terms = new Int32Array(room);
    this.counts = new Int32Array(room);
  }

  /** The number of the term between two places of a text; equal terms have equal numbers. */
  textNumber(text: string, start = 0, end = text.length, hash = hashOf(text, start, end)): number {
    const known = this.words.find(text, start, end, hash);
    if (known >= 0) return known;
    const number = this.words.add(text, start, end, hash);
    if (number === this.latest.length) {
      this.latest = doubled(this.latest).fill(-1, number);
      this.frequencies = doubled(this.frequencies);
    }
    return number;
  }

  /** The number of a term in owners. */
  ownerNumber(term: string): number {
    return this.textNumber(ownerWord(term));
  }

  /** Adds occurrences of the first `length` terms to the text of the document that is being added. */
  occurEach(terms: ArrayLike<number>, times = 1, length = terms.length): void {
    this.length += length * times;
    for (let index = 0; index < length; index += 1) this.occur(terms[index] as number, times);
  }

  private occur(term: number, times: number): void {
    const place = this.latest[term] as number;
    if (place >= this.begin) {
      this.counts[place] = (this.counts[place] as number) + times;
      return;
    }
    if (this.size === this.terms.length) {
      this.terms = doubled(this.terms);
      this.counts = doubled(this.counts);
    }
    this.terms[this.size] = term;
    this.counts[this.size] = times;
    this.latest[term] = this.size;
    this.frequencies[term] = (this.frequencies[term] as number) + 1;
    this.size += 1;
  }

  /** Ends the document that is being added with the terms of its owner; its ordinal is the number of documents before it. */
  end(ownerNumbers: readonly number[] = []): void {
    for (const number of ownerNumbers) this.occur(number, 1);
    this.lengths.push(this.length);
    this.ends.push(this.size);
    this.begin = this.size;
    this.length = 0;
  }

  /** Sorts the postings by term. */
  build(): Postings {
    const { words, lengths } = this;
    const starts = this.starts();
    const { ordinals, counts } = this.sorted(starts);
    return new Postings({ words, starts, ordinals, counts, lengths });
  }

  /** Where the postings of each term begin, and at the end where the last ones end. */
  private starts(): Int32Array {
    const starts = new Int32Array(this.words.size + 1);
    for (let term = 0; term < this.words.size; term += 1) {
      starts[term + 1] = (starts[term] as number) + (this.frequencies[term] as number);
    }
    return starts;
  }

  private sorted(starts: Int32Array): { readonly ordinals: Int32Array; readonly counts: Int32Array } {
    const { terms, counts, ends } = this;
    const next = starts.slice();
    const sorted = { ordinals: new Int32Array(this.size), counts: new Int32Array(this.size) };
    const { ordinals } = sorted;
    let place = 0;
    for (let ordinal = 0; ordinal < ends.length; ordinal += 1) {
      const end = ends[ordinal] as number;
      for (; place < end; place += 1) {
        const term = terms[place] as number;
        const target = next[term] as number;
        next[term] = target + 1;
        ordinals[target] = ordinal;
        sorted.counts[target] = counts[place] as number;
      }
    }
    return sorted;
  }
}
