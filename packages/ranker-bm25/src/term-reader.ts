import { asciiParts } from './ascii-parts.js';
import { hashOf, hashStart, hashStep } from './hash.js';
import { doubled, roomFor } from './integers.js';
import { splitChunks, wordCodes } from './split-chunks.js';
import { mayEndInSuffix } from './stemmer.js';
import { longestStopWord } from './stop-words.js';
import { chunkWords, longestChunk, wordStems } from './tokenizer.js';
import { WordTable } from './word-table.js';

/** Gives the term between two places of a text its number; equal terms have equal ones. `hash` is that of the term. */
export type TermNumbers = (text: string, start: number, end: number, hash: number) => number;

const underscore = 95;

/**
 * Reads the terms of texts as numbers; they are those of `tokenize`. Most words of a catalog have been met before: each spelling is taken
 * apart and stemmed once, and one that is known is found by its characters in place.
 */
export class TermReader {
  /** Terms of what was read last, in order and with repetitions; only the first `length` count. */
  terms = new Int32Array(1 << 12);
  length = 0;
  /** Spellings of ASCII chunks, and of others that have been met. */
  private readonly spellings: WordTable;
  /** Where the terms of a spelling begin in `pool`; those of the next one end them. */
  private starts: Int32Array;
  private pool: Int32Array;
  private pooled = 0;
  /** Spellings of the text that is read. */
  private chunks = new Int32Array(1 << 12);
  private count = 0;
  /** Where the latest run without spaces begins, and how many chunks were before it. */
  private run = 0;
  private before = 0;
  /** The new chunk that a scan stopped behind; none when `start` is below 0. */
  private start = -1;
  private hash = 0;
  /** Bounds of the parts of the chunk that is added, then their numbers. */
  private readonly parts = new Int32Array(longestChunk * 2);

  /** For the texts of so many documents: a name for each of them and as many words need no more room later. */
  constructor(
    private readonly numberOf: TermNumbers,
    documents: number,
  ) {
    const room = roomFor(documents * 2);
    this.spellings = new WordTable(room);
    this.starts = new Int32Array(room + 1);
    this.pool = new Int32Array(room * 4);
  }

  /** Reads the terms between two places of a text. */
  read(text: string, from: number, to: number): void {
    while (this.chunks.length * 2 < to - from + 2) this.chunks = doubled(this.chunks);
    this.count = 0;
    this.before = 0;
    this.run = from;
    let index = this.scan(text, from, to);
    while (index < to || this.start >= 0) {
      if (this.start >= 0) this.take(this.add(text, this.start, index, this.hash));
      else index = this.readFolded(text, index, to);
      index = this.scan(text, index, to);
    }
    this.expand();
  }

  /**
   * Finds chunks that are known. Stops behind one that is new and at a character that is not ASCII, and is called again when that was
   * dealt with, so that the loop over all characters stays small: how soon the engine makes it quick is most of what it costs.
   */
  private scan(text: string, from: number, to: number): number {
    const { spellings, chunks } = this;
    let { count } = this;
    this.start = -1;
    let index = from;
    while (index < to) {
      let code = text.charCodeAt(index);
      if (code > 127) break;
      if (wordCodes[code] === 0) {
        index += 1;
        if (code > 32) continue;
        this.run = index;
        this.before = count;
        continue;
      }
      const start = index;
      let hash = hashStart;
      do {
        hash = hashStep(hash, code);
        index += 1;
        code = index < to ? text.charCodeAt(index) : 0;
      } while (code < 128 && wordCodes[code] === 1);
      if (code > 127) break;
      const chunk = spellings.find(text, start, index, hash);
      if (chunk < 0) {
        this.start = start;
        this.hash = hash;
        break;
      }
      chunks[count] = chunk;
      count += 1;
    }
    this.count = count;
    return index;
  }

  /** Reads the run between two spaces that has a character beyond ASCII: folding looks at no more than that. Answers where it ends. */
  private readFolded(text: string, from: number, to: number): number {
    let end = from;
    while (end < to && text.charCodeAt(end) > 32) end += 1;
    this.count = this.before;
    for (const chunk of splitChunks(text.slice(this.run, end))) {
      const hash = hashOf(chunk);
      const known = this.spellings.find(chunk, 0, chunk.length, hash);
      this.take(known >= 0 ? known : this.add(chunk, 0, chunk.length, hash));
    }
    return end;
  }

  private take(chunk: number): void {
    if (this.count === this.chunks.length) this.chunks = doubled(this.chunks);
    this.chunks[this.count] = chunk;
    this.count += 1;
  }

  /** Writes the terms of all chunks. */
  private expand(): void {
    const { chunks, count, starts, pool } = this;
    let { terms } = this;
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const chunk = chunks[index] as number;
      const end = starts[chunk + 1] as number;
      for (let place = starts[chunk] as number; place < end; place += 1) {
        if (length === terms.length) this.terms = terms = doubled(terms);
        terms[length] = pool[place] as number;
        length += 1;
      }
    }
    this.length = length;
  }

  /** Adds a spelling with its terms: those of the whole chunk and, when there are several parts, of each part. */
  private add(text: string, start: number, end: number, hash: number): number {
    if (end - start > longestChunk || !isSnakeCase(text, start, end)) return this.addOther(text.slice(start, end), hash);
    const { parts } = this;
    const count = asciiParts(text, start, end, parts);
    if (count > 1)
      for (let part = 0; part < count; part += 1) parts[part] = this.part(text, parts[part * 2] as number, parts[part * 2 + 1] as number);
    this.pushWord(text, start, end, hash);
    if (count > 1) for (let part = 0; part < count; part += 1) this.pushAll(parts[part] as number);
    return this.place(text, start, end, hash);
  }

  /** A part is a spelling of its own, without parts. */
  private part(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const known = this.spellings.find(text, start, end, hash);
    if (known >= 0) return known;
    this.pushWord(text, start, end, hash);
    return this.place(text, start, end, hash);
  }

  /** Any chunk, by strings. */
  private addOther(chunk: string, hash: number): number {
    const { whole, parts } = chunkWords(chunk);
    this.pushStems(whole);
    for (const part of parts) this.pushStems(part);
    return this.place(chunk, 0, chunk.length, hash);
  }

  /** Keeps a spelling whose terms are the last ones in the pool. */
  private place(text: string, start: number, end: number, hash: number): number {
    const number = this.spellings.add(text, start, end, hash);
    if (number + 1 === this.starts.length) this.starts = doubled(this.starts);
    this.starts[number + 1] = this.pooled;
    return number;
  }

  private pushAll(spelling: number): void {
    const end = this.starts[spelling + 1] as number;
    for (let place = this.starts[spelling] as number; place < end; place += 1) this.push(this.pool[place] as number);
  }

  /** Pushes the stems of a lower-case ASCII word. */
  private pushWord(text: string, start: number, end: number, hash: number): void {
    const last = text.charCodeAt(end - 1);
    const isShort = end - start <= longestStopWord;
    // A number, or long and without an end that a stem would lose: the word as it is.
    if (last !== underscore && !mayEndInSuffix(last) && (last < 97 || !isShort)) this.push(this.numberOf(text, start, end, hash));
    else this.pushStems(text.slice(start, end));
  }

  private pushStems(word: string): void {
    for (const stem of wordStems(word)) this.push(this.numberOf(stem, 0, stem.length, hashOf(stem)));
  }

  private push(term: number): void {
    if (this.pooled === this.pool.length) this.pool = doubled(this.pool);
    this.pool[this.pooled] = term;
    this.pooled += 1;
  }
}

/** True for lower-case ASCII letters, digits and underscores. */
function isSnakeCase(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 122 || code < 48 || (code > 57 && code < 97 && code !== underscore)) return false;
  }
  return true;
}
