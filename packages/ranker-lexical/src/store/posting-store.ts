import type { ForwardStore } from './forward-store.js';
import { growUint32, growUint8 } from './grow.js';

/** One change of a posting list; `impact` 0 removes. */
export interface PostingEdit {
  readonly ordinal: number;
  readonly impact: number;
  /** The list does not have the ordinal yet. */
  readonly fresh: boolean;
}

/** Changes by term, of any order, at most one for a term and an ordinal. */
export type PostingEdits = Map<number, PostingEdit[]>;

/** Entries from which on a list counts as long: longer than it takes to look through it for every question about it. */
export const longList = 17;

/** Room of a list: a sixteenth and one more than it needs, so that the first changes move no list. */
const roomFor = (count: number): number => (count === 0 ? 0 : count + (count >>> 4) + 1);

/**
 * Posting lists in one arena of typed arrays: for each term the ordinals that have it, ascending, and an impact each
 * (1 to 255: the saturated weight of the term in that document). Lists are edited in place; a list that outgrows its room moves to the end.
 */
export class PostingStore {
  starts = new Uint32Array(0);
  counts = new Uint32Array(0);
  rooms = new Uint32Array(0);
  /** At least the highest impact in the list: the bound that search prunes with. */
  bounds = new Uint8Array(0);
  ordinals = new Uint32Array(0);
  impacts = new Uint8Array(0);
  used = 0;
  wasted = 0;
  /** Number from 1 on of each term whose list is or has once been long, in the order in which they became so; 0 for the others. */
  longNumbers = new Uint32Array(0);
  longCount = 0;

  /** Inverts the documents `0` to `documents - 1`. */
  build(forward: ForwardStore, documents: number, terms: number): void {
    this.starts = new Uint32Array(terms);
    this.counts = new Uint32Array(terms);
    this.bounds = new Uint8Array(terms);
    // The arena of the documents' terms may have holes, so only what a document owns is counted.
    let total = 0;
    for (let ordinal = 0; ordinal < documents; ordinal += 1) {
      const start = forward.starts[ordinal] as number;
      const end = start + (forward.counts[ordinal] as number);
      for (let entry = start; entry < end; entry += 1) this.counts[forward.terms[entry] as number]! += 1;
      total += end - start;
    }
    this.rooms = new Uint32Array(terms);
    let room = 0;
    for (let term = 0; term < terms; term += 1) {
      this.starts[term] = room;
      this.rooms[term] = roomFor(this.counts[term] as number);
      room += this.rooms[term] as number;
    }
    this.ordinals = new Uint32Array(room + (total >>> 5));
    this.impacts = new Uint8Array(room + (total >>> 5));
    const next = this.starts.slice();
    for (let ordinal = 0; ordinal < documents; ordinal += 1) {
      const start = forward.starts[ordinal] as number;
      const end = start + (forward.counts[ordinal] as number);
      for (let entry = start; entry < end; entry += 1) {
        const term = forward.terms[entry] as number;
        const impact = forward.impacts[entry] as number;
        const at = next[term] as number;
        next[term] = at + 1;
        this.ordinals[at] = ordinal;
        this.impacts[at] = impact;
        if (impact > (this.bounds[term] as number)) this.bounds[term] = impact;
      }
    }
    this.used = room;
    this.wasted = 0;
    this.longNumbers = new Uint32Array(terms);
    this.longCount = 0;
    for (let term = 0; term < terms; term += 1) this.numberLong(term);
  }

  private numberLong(term: number): void {
    if ((this.counts[term] as number) < longList || this.longNumbers[term] !== 0) return;
    this.longCount += 1;
    this.longNumbers[term] = this.longCount;
  }

  /** Applies edits. `terms` is the size of the dictionary. */
  apply(edits: PostingEdits, terms: number): void {
    this.starts = growUint32(this.starts, terms);
    this.counts = growUint32(this.counts, terms);
    this.rooms = growUint32(this.rooms, terms);
    this.bounds = growUint8(this.bounds, terms);
    this.longNumbers = growUint32(this.longNumbers, terms);
    for (const [term, list] of edits) {
      if (list.length > 1) list.sort((left, right) => left.ordinal - right.ordinal);
      this.editList(term, list);
    }
    if (this.wasted > 262_144 && this.wasted > this.used / 2) this.compact();
  }

  /** Index of the first entry of the list in `[from, end)` whose ordinal is at least `ordinal`. */
  private lowerBound(ordinal: number, from: number, end: number): number {
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ordinals[middle] as number) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private editList(term: number, edits: readonly PostingEdit[]): void {
    let added = 0;
    for (const { fresh } of edits) if (fresh) added += 1;
    this.makeRoom(term, (this.counts[term] as number) + added);
    const start = this.starts[term] as number;
    let end = start + (this.counts[term] as number);
    let at = start;
    for (const { ordinal, impact } of edits) {
      at = this.lowerBound(ordinal, at, end);
      const present = at < end && this.ordinals[at] === ordinal;
      if (impact === 0) {
        if (present) end = this.shift(at + 1, end, -1);
        continue;
      }
      if (!present) end = this.shift(at, end, 1);
      this.ordinals[at] = ordinal;
      this.impacts[at] = impact;
      if (impact > (this.bounds[term] as number)) this.bounds[term] = impact;
    }
    this.counts[term] = end - start;
    this.numberLong(term);
  }

  /** Moves the entries `[from, end)` by one place and returns the new end. */
  private shift(from: number, end: number, by: 1 | -1): number {
    this.ordinals.copyWithin(from + by, from, end);
    this.impacts.copyWithin(from + by, from, end);
    return end + by;
  }

  private makeRoom(term: number, count: number): void {
    const room = this.rooms[term] as number;
    if (count <= room) return;
    const roomier = count + Math.max(2, count >>> 3);
    this.ordinals = growUint32(this.ordinals, this.used + roomier);
    this.impacts = growUint8(this.impacts, this.used + roomier);
    const start = this.starts[term] as number;
    const have = this.counts[term] as number;
    this.ordinals.copyWithin(this.used, start, start + have);
    this.impacts.copyWithin(this.used, start, start + have);
    this.starts[term] = this.used;
    this.rooms[term] = roomier;
    this.used += roomier;
    this.wasted += room;
  }

  private compact(): void {
    let room = 0;
    for (const count of this.counts) room += roomFor(count);
    const ordinals = new Uint32Array(room + (room >>> 4));
    const impacts = new Uint8Array(room + (room >>> 4));
    let at = 0;
    for (let term = 0; term < this.counts.length; term += 1) {
      const start = this.starts[term] as number;
      const count = this.counts[term] as number;
      ordinals.set(this.ordinals.subarray(start, start + count), at);
      impacts.set(this.impacts.subarray(start, start + count), at);
      this.starts[term] = at;
      this.rooms[term] = roomFor(count);
      at += roomFor(count);
    }
    this.ordinals = ordinals;
    this.impacts = impacts;
    this.used = at;
    this.wasted = 0;
  }
}
