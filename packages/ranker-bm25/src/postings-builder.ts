import { Postings } from './postings.js';
import { TextTable } from './text-table.js';
import { createWink } from './wink.js';

/** Distinct terms of a usual tool; only a first guess at the room that is needed. */
const expectedTerms = 48;

/** A copy with at least twice the room. */
function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * Collects the terms of documents, then becomes a `Postings`. Postings are appended to flat arrays in the order of documents and
 * sorted by term once at the end: no small arrays are made and grown, which is where most of wink's own building time goes.
 */
export class PostingsBuilder {
  private readonly textNumbers = new Map<string, number>();
  private readonly ownerNumbers = new Map<string, number>();
  /** For each token the place of its latest posting, or -1. */
  private latest = new Int32Array(1024).fill(-1);
  private tokens: Int32Array;
  private ordinals: Int32Array;
  private counts: Int32Array;
  private size = 0;
  /** Occurrences in the document that is being added. */
  private length = 0;
  private readonly lengths: number[] = [];

  /** `documents` is how many are expected; more may come. */
  constructor(documents = 0) {
    const room = Math.max(1024, documents * expectedTerms);
    this.tokens = new Int32Array(room);
    this.ordinals = new Int32Array(room);
    this.counts = new Int32Array(room);
  }

  /** The number of a term in texts; equal terms have equal numbers. */
  textNumber(term: string): number {
    return this.number(this.textNumbers, term);
  }

  /** The number of a term in owners. */
  ownerNumber(term: string): number {
    return this.number(this.ownerNumbers, term);
  }

  private get terms(): number {
    return this.textNumbers.size + this.ownerNumbers.size;
  }

  private number(numbers: Map<string, number>, term: string): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const next = this.terms;
    numbers.set(term, next);
    if (next >= this.latest.length) this.latest = grown(this.latest).fill(-1, next);
    return next;
  }

  /** Adds occurrences of terms to the text of the document that is being added. */
  occurEach(numbers: readonly number[], times = 1): void {
    this.length += numbers.length * times;
    for (let index = 0; index < numbers.length; index += 1) this.occur(numbers[index] as number, times);
  }

  /** The same for the terms of several chunks. */
  occurAll(chunks: readonly (readonly number[])[]): void {
    for (let index = 0; index < chunks.length; index += 1) this.occurEach(chunks[index] as readonly number[]);
  }

  private occur(number: number, times: number): void {
    const place = this.latest[number] as number;
    if (place >= 0 && this.ordinals[place] === this.lengths.length) {
      this.counts[place] = (this.counts[place] as number) + times;
      return;
    }
    if (this.size === this.tokens.length) {
      this.tokens = grown(this.tokens);
      this.ordinals = grown(this.ordinals);
      this.counts = grown(this.counts);
    }
    this.tokens[this.size] = number;
    this.ordinals[this.size] = this.lengths.length;
    this.counts[this.size] = times;
    this.latest[number] = this.size;
    this.size += 1;
  }

  /** Ends the document that is being added with the terms of its owner; its ordinal is the number of documents before it. */
  end(ownerNumbers: readonly number[] = []): void {
    for (const number of ownerNumbers) this.occur(number, 1);
    this.lengths.push(this.length);
    this.length = 0;
  }

  /** Sorts the postings by term and loads into wink what is in more than one document. */
  build(): Postings {
    const starts = this.starts();
    const next = starts.slice();
    const ordinals = new Int32Array(this.size);
    const counts = new Int32Array(this.size);
    for (let place = 0; place < this.size; place += 1) {
      const token = this.tokens[place] as number;
      const target = next[token] as number;
      next[token] = target + 1;
      ordinals[target] = this.ordinals[place] as number;
      counts[target] = this.counts[place] as number;
    }
    const engine = createWink();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([(token) => [token]]);
    engine.importJSON(this.model(starts, ordinals));
    const [texts, owners] = [this.textNumbers, this.ownerNumbers].map(
      (numbers) => new TextTable([...numbers.keys()], [...numbers.values()]),
    );
    return new Postings({
      engine,
      texts: texts as TextTable,
      owners: owners as TextTable,
      starts,
      ordinals,
      counts,
      lengths: this.lengths,
    });
  }

  /** Where the postings of each token begin, and at the end where the last ones end. */
  private starts(): Int32Array {
    const { terms } = this;
    const starts = new Int32Array(terms + 1);
    for (let place = 0; place < this.size; place += 1) {
      const after = (this.tokens[place] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let token = 0; token < terms; token += 1) {
      starts[token + 1] = (starts[token + 1] as number) + (starts[token] as number);
    }
    return starts;
  }

  /**
   * The model in the form of wink's `exportJSON`: configuration, totals, documents, postings, number of tokens, vocabulary. Terms of a
   * single document, such as the whole of a name, are most of a vocabulary and need no inverted index.
   */
  private model(starts: Int32Array, ordinals: Int32Array): string {
    const config = { fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 }, ovFldNames: ['ordinal'] };
    const totals = {
      totalCorpusLength: this.lengths.reduce((sum, length) => sum + length, 0),
      totalDocs: this.lengths.length,
      consolidated: true,
    };
    // A document's retained values are what wink hands to a filter: here its ordinal and nothing else.
    const documents = this.lengths.map((_length, ordinal) => `"${String(ordinal)}":{"fieldValues":${String(ordinal)}}`);
    const postings: string[] = [];
    const vocabulary: string[] = [];
    for (let token = 0; token < this.terms; token += 1) {
      const [start, end] = [starts[token] as number, starts[token + 1] as number];
      if (end - start < 2) continue;
      vocabulary.push(`"${String(token)}":${String(postings.length)}`);
      postings.push(ordinals.subarray(start, end).join(','));
    }
    const head = `${JSON.stringify(config)},${JSON.stringify(totals)},{${documents.join(',')}}`;
    const lists = postings.length === 0 ? '[]' : `[[${postings.join('],[')}]]`;
    return `[${head},${lists},${String(postings.length)},{${vocabulary.join(',')}},{},[],[]]`;
  }
}
