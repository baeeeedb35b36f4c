import type { TermStatistics } from '../query/term-statistics.js';
import { commonBits, hasBit, setBit } from './bitmap.js';
import type { IndexStore } from './index-store.js';

/** Document frequencies that a view remembers; a power of two. Two terms that share a place push each other out. */
const remembered = 512;

/**
 * The allowed documents of a store. Holds the caller's bitmap and, from the first search on, 4 KB of document frequencies,
 * which are counted when a query first needs them.
 */
export class ViewScope implements TermStatistics {
  /** Documents that may be seen. */
  allowed: Uint32Array;
  private size = 0;
  private counted = -1;
  private readonly createdAt: number;
  private masked: number;
  private keys: Uint32Array | undefined;
  private values: Uint32Array | undefined;

  constructor(
    private readonly store: IndexStore,
    allowed: Uint32Array,
  ) {
    this.allowed = allowed;
    this.createdAt = store.generation;
    this.masked = store.generation;
  }

  get documents(): number {
    return this.size;
  }

  frequency(term: number): number {
    const keys = (this.keys ??= new Uint32Array(remembered));
    const values = (this.values ??= new Uint32Array(remembered));
    const place = (Math.imul(term, 0x9e3779b1) >>> 16) & (remembered - 1);
    if (keys[place] === term + 1) return values[place] as number;
    const count = this.count(term);
    keys[place] = term + 1;
    values[place] = count;
    return count;
  }

  /** To be called before a search. After a change of the store: counts anew, and gives up ordinals that mean another document now. Returns whether anything changed. */
  refresh(): boolean {
    const { catalog, generation, reusedAt } = this.store;
    if (this.counted === generation) return false;
    if (reusedAt > this.masked) {
      this.allowed = this.allowed.slice();
      for (let ordinal = 0; ordinal < catalog.ordinals; ordinal += 1) {
        const stranger = (catalog.born[ordinal] as number) > this.createdAt;
        if (stranger && hasBit(this.allowed, ordinal)) setBit(this.allowed, ordinal, false);
      }
    }
    this.masked = generation;
    this.counted = generation;
    this.keys?.fill(0);
    this.size = commonBits(this.allowed, catalog.live);
    return true;
  }

  private count(term: number): number {
    const { ordinals, starts, counts } = this.store.postings;
    const { allowed } = this;
    const start = starts[term] ?? 0;
    const end = start + (counts[term] ?? 0);
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      count += ((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1;
    }
    return count;
  }
}
