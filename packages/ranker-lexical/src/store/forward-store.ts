import { growUint32, growUint8 } from './grow.js';

/** The terms of each document, with their impacts; the terms of its name come first, in the order of the name. */
export class ForwardStore {
  /** First entry of each ordinal. */
  starts = new Uint32Array(0);
  /** Entries of each ordinal. */
  counts = new Uint32Array(0);
  /** How many of the first entries are terms of the name. */
  nameCounts = new Uint8Array(0);
  terms = new Uint32Array(0);
  impacts = new Uint8Array(0);
  /** Entries in use at the end of the arena, and those of them that no document owns any more. */
  used = 0;
  wasted = 0;

  /** Makes room for so many entries in all, for a build whose size is known roughly. */
  reserve(documents: number, entries: number): void {
    this.starts = growUint32(this.starts, documents);
    this.counts = growUint32(this.counts, documents);
    this.nameCounts = growUint8(this.nameCounts, documents);
    this.terms = growUint32(this.terms, entries);
    this.impacts = growUint8(this.impacts, entries);
  }

  /** Writes the entries of an ordinal, in place of what it had. */
  write(ordinal: number, terms: Uint32Array, impacts: Uint8Array, count: number, nameCount: number): void {
    this.clear(ordinal);
    this.reserve(ordinal + 1, this.used + count);
    const start = this.used;
    for (let index = 0; index < count; index += 1) {
      this.terms[start + index] = terms[index] as number;
      this.impacts[start + index] = impacts[index] as number;
    }
    this.starts[ordinal] = start;
    this.counts[ordinal] = count;
    this.nameCounts[ordinal] = nameCount;
    this.used = start + count;
    if (this.wasted > 65_536 && this.wasted > this.used / 2) this.compact();
  }

  clear(ordinal: number): void {
    if (ordinal >= this.counts.length) return;
    this.wasted += this.counts[ordinal] as number;
    this.counts[ordinal] = 0;
    this.nameCounts[ordinal] = 0;
  }

  /** Gives back most of the room at the end of the arena; a sixteenth stays for the first changes. */
  trim(): void {
    const length = this.used + (this.used >>> 4);
    if (this.terms.length <= length) return;
    this.terms = this.terms.slice(0, length);
    this.impacts = this.impacts.slice(0, length);
  }

  private compact(): void {
    const live = this.used - this.wasted;
    const terms = new Uint32Array(Math.ceil(live * 1.1));
    const impacts = new Uint8Array(Math.ceil(live * 1.1));
    let at = 0;
    for (let ordinal = 0; ordinal < this.counts.length; ordinal += 1) {
      const count = this.counts[ordinal] as number;
      if (count === 0) continue;
      const start = this.starts[ordinal] as number;
      terms.set(this.terms.subarray(start, start + count), at);
      impacts.set(this.impacts.subarray(start, start + count), at);
      this.starts[ordinal] = at;
      at += count;
    }
    this.terms = terms;
    this.impacts = impacts;
    this.used = at;
    this.wasted = 0;
  }
}
