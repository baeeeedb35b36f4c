import { asciiParts } from './ascii-parts.js';
import { hashOf, hashStart, hashStep } from './hash.js';
import { doubled, roomFor } from './integers.js';
import { splitChunks, wordCodes } from './split-chunks.js';
import { mayEndInSuffix } from './stemmer.js';
import { longestStopWord } from './stop-words.js';
import { chunkWords, longestChunk, wordStems } from './tokenizer.js';
import { type WordTable } from './word-table.js';

const underscore = 95;

/**
 * Reads the terms of texts as numbers; they are those of `tokenize`. Most words of a catalog have been met before: each spelling is taken
 * apart and stemmed once, and one that is known is found by its characters in place. A word may be both a spelling and a term.
 */
export class TermReader {
  /** Terms of what was read last, in order and with repetitions; only the first `length` count. */
  terms = new Int32Array(1 << 12);
  length = 0;
  /** Where the terms of a spelling begin in `pool`. */
  private begins: Int32Array;
  /** Where they end, plus 1; 0 for a word that is only a term so far. */
  private ends: Int32Array;
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

  /** Spellings and terms are numbered by the same table; with so many words nothing need grow later. */
  constructor(
    private readonly words: WordTable,
    expected: number,
  ) {
    const room = roomFor(expected);
    this.begins = new Int32Array(room);
    this.ends = new Int32Array(room);
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
      if (this.start >= 0) this.take(this.spelling(text, this.start, index, this.hash));
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
    const { words, chunks, ends } = this;
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
      const chunk = words.find(text, start, index, hash);
      if (chunk < 0 || ends[chunk] === 0) {
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
      this.take(this.spelling(chunk, 0, chunk.length, hashOf(chunk)));
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
    const { chunks, count, begins, ends, pool } = this;
    let { terms } = this;
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const chunk = chunks[index] as number;
      const end = (ends[chunk] as number) - 1;
      for (let place = begins[chunk] as number; place < end; place += 1) {
        if (length === terms.length) this.terms = terms = doubled(terms);
        terms[length] = pool[place] as number;
        length += 1;
      }
    }
    this.length = length;
  }

  /** The number of a spelling whose terms are known afterwards: those of the whole and, when there are several parts, of each part. */
  private spelling(text: string, start: number, end: number, hash: number): number {
    const number = this.words.number(text, start, end, hash);
    this.makeRoom(number);
    if (this.ends[number] !== 0) return number;
    if (end - start > longestChunk || !isAscii(text, start, end)) return this.spellOut(text.slice(start, end), number);
    const { parts } = this;
    const count = asciiParts(text, start, end, parts);
    const isLower = !hasCapitals(text, start, end);
    const lower = isLower ? text : text.slice(start, end).toLowerCase();
    // Where the chunk begins in `lower`, and how far that is before its place in the text.
    const begin = isLower ? start : 0;
    const shift = start - begin;
    for (let part = 0; count > 1 && part < count; part += 1) {
      parts[part] = this.part(lower, (parts[part * 2] as number) - shift, (parts[part * 2 + 1] as number) - shift);
    }
    this.begins[number] = this.pooled;
    this.pushWord(lower, begin, end - shift, isLower ? number : -1);
    for (let part = 0; count > 1 && part < count; part += 1) this.pushAll(parts[part] as number);
    this.ends[number] = this.pooled + 1;
    return number;
  }

  /** A part is a spelling of its own, without parts. */
  private part(text: string, start: number, end: number): number {
    const number = this.words.number(text, start, end, hashOf(text, start, end));
    this.makeRoom(number);
    if (this.ends[number] !== 0) return number;
    this.begins[number] = this.pooled;
    this.pushWord(text, start, end, number);
    this.ends[number] = this.pooled + 1;
    return number;
  }

  /** Any chunk, by strings. */
  private spellOut(chunk: string, number: number): number {
    const { whole, parts } = chunkWords(chunk);
    this.begins[number] = this.pooled;
    this.pushStems(whole);
    for (const part of parts) this.pushStems(part);
    this.ends[number] = this.pooled + 1;
    return number;
  }

  private pushAll(spelling: number): void {
    const end = (this.ends[spelling] as number) - 1;
    for (let place = this.begins[spelling] as number; place < end; place += 1) this.push(this.pool[place] as number);
  }

  /** Pushes the stems of a lower-case ASCII word; `number` is its own, -1 when that is not known. */
  private pushWord(text: string, start: number, end: number, number: number): void {
    const last = text.charCodeAt(end - 1);
    const isShort = end - start <= longestStopWord;
    // A number, or long and without an end that a stem would lose: the word as it is.
    if (last !== underscore && !mayEndInSuffix(last) && (last < 97 || !isShort)) this.pushTerm(text, start, end, number);
    else this.pushStems(text.slice(start, end));
  }

  private pushStems(word: string): void {
    for (const stem of wordStems(word)) this.pushTerm(stem, 0, stem.length, -1);
  }

  private pushTerm(text: string, start: number, end: number, known: number): void {
    const number = known >= 0 ? known : this.words.number(text, start, end, hashOf(text, start, end));
    this.makeRoom(number);
    this.push(number);
  }

  private push(term: number): void {
    if (this.pooled === this.pool.length) this.pool = doubled(this.pool);
    this.pool[this.pooled] = term;
    this.pooled += 1;
  }

  private makeRoom(number: number): void {
    if (number < this.ends.length) return;
    this.begins = doubled(this.begins);
    this.ends = doubled(this.ends);
  }
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}

/** Of an ASCII chunk. */
function hasCapitals(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 65 && code <= 90) return true;
  }
  return false;
}
