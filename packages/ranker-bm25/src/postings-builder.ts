import { doubled, roomFor } from './integers.js';
import { Postings } from './postings.js';
import { winkModel } from './wink-model.js';
import { createWink } from './wink.js';
import type { WordTable } from './word-table.js';

/** Distinct terms of a usual tool; only a first guess at the room that is needed. */
const expectedTerms = 48;

/**
 * Collects the terms of documents, then becomes a `Postings`. Postings are appended to flat arrays in the order of documents and
 * sorted by term once at the end: no small arrays are made and grown, which is where most of wink's own building time goes.
 */
export class PostingsBuilder {
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

  /** Terms are words of the table. `documents` is how many are expected; more may come. */
  constructor(
    private readonly words: WordTable,
    documents: number,
  ) {
    const room = roomFor(documents * 2);
    this.latest = new Int32Array(room).fill(-1);
    this.frequencies = new Int32Array(room);
    const postings = roomFor(documents * expectedTerms);
    this.terms = new Int32Array(postings);
    this.counts = new Int32Array(postings);
  }

  /** Adds occurrences of the first `length` terms to the text of the document that is being added. */
  occurEach(terms: ArrayLike<number>, times = 1, length = terms.length): void {
    this.length += length * times;
    if (this.latest.length < this.words.size) this.makeRoom();
    for (let index = 0; index < length; index += 1) this.occur(terms[index] as number, times);
  }

  private makeRoom(): void {
    while (this.latest.length < this.words.size) {
      const { length } = this.latest;
      this.latest = doubled(this.latest).fill(-1, length);
      this.frequencies = doubled(this.frequencies);
    }
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
    const { length } = this;
    this.occurEach(ownerNumbers);
    this.lengths.push(length);
    this.ends.push(this.size);
    this.begin = this.size;
    this.length = 0;
  }

  /** Sorts the postings by term and loads into wink what is in more than one document. */
  build(): Postings {
    const { words, lengths } = this;
    const starts = this.starts();
    const { ordinals, counts } = this.sorted(starts);
    const engine = createWink();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([(token) => [token]]);
    engine.importJSON(winkModel({ starts, ordinals, lengths }));
    return new Postings({ engine, words, starts, ordinals, counts, lengths });
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
