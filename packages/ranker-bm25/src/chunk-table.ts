import { splitChunks, wordCodes } from './split-chunks.js';

type Numbers = readonly number[];

/**
 * Looks up the chunks of texts without cutting them out: most words of a catalog have been met before, and a chunk that is known is
 * found by its characters in place. What `numbersOf` works out for a chunk is kept.
 */
export class ChunkTable {
  private readonly chunks: string[] = [];
  private readonly numbers: Numbers[] = [];
  private hashes = new Int32Array(1 << 12);
  /** Number of a chunk plus 1 by the low bits of its hash, 0 for a free slot; at most half of them are taken. */
  private slots = new Int32Array(1 << 13);
  private readonly found: Numbers[] = [];

  constructor(private readonly numbersOf: (chunk: string) => Numbers) {}

  /** The numbers of each chunk of a text, in order. The array is filled anew by the next call. */
  read(text: string): readonly Numbers[] {
    const { found } = this;
    found.length = 0;
    let start = -1;
    let hash = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 127) return splitChunks(text).map((chunk) => this.ofChunk(chunk));
      if (wordCodes[code] === 1) {
        if (start < 0) {
          start = index;
          hash = 0;
        }
        hash = (Math.imul(hash, 31) + code) | 0;
      } else if (start >= 0) {
        found.push(this.lookUp(text, start, index, hash));
        start = -1;
      }
    }
    if (start >= 0) found.push(this.lookUp(text, start, text.length, hash));
    return found;
  }

  private ofChunk(chunk: string): Numbers {
    let hash = 0;
    for (let index = 0; index < chunk.length; index += 1) hash = (Math.imul(hash, 31) + chunk.charCodeAt(index)) | 0;
    return this.lookUp(chunk, 0, chunk.length, hash);
  }

  private lookUp(text: string, start: number, end: number, hash: number): Numbers {
    const mask = this.slots.length - 1;
    let slot = spread(hash) & mask;
    for (let number = this.slots[slot] as number; number !== 0; number = this.slots[slot] as number) {
      if (this.hashes[number - 1] === hash) {
        const chunk = this.chunks[number - 1] as string;
        if (chunk.length === end - start && text.startsWith(chunk, start)) return this.numbers[number - 1] as Numbers;
      }
      slot = (slot + 1) & mask;
    }
    return this.add(text.slice(start, end), hash, slot);
  }

  private add(chunk: string, hash: number, slot: number): Numbers {
    const numbers = this.numbersOf(chunk);
    this.slots[slot] = this.chunks.push(chunk);
    this.hashes[this.chunks.length - 1] = hash;
    this.numbers.push(numbers);
    if (this.chunks.length === this.hashes.length) this.grow();
    return numbers;
  }

  private grow(): void {
    const hashes = new Int32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    this.slots = new Int32Array(hashes.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.chunks.length; number += 1) {
      let slot = spread(hashes[number] as number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

/** Brings the high bits of a hash down: names that only differ in their beginning differ there. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
