import type { RankAnswer, RankQuery, RankView } from '@toolrack/contracts';
import type { LexicalIndex } from './lexical-index.js';
import type { TermStatistics } from './query/term-statistics.js';
import { searchParts } from './search/searcher.js';
import { commonBits, hasBit, setBit } from './store/bitmap.js';

/** Document frequencies that a view remembers; a power of two. Two terms that share a place push each other out. */
const remembered = 512;

/**
 * The allowed documents of an index as an index of their own. Holds the caller's bitmap and, from the first search on, 4 KB of
 * document frequencies, which are counted when a query first needs them.
 */
export class LexicalView implements RankView, TermStatistics {
  private counted = -1;
  private generation: number;
  private size = 0;
  private allowed: Uint32Array;
  private readonly createdAt: number;
  private keys: Uint32Array | undefined;
  private values: Uint32Array | undefined;

  constructor(
    private readonly index: LexicalIndex,
    allowed: Uint32Array,
  ) {
    this.allowed = allowed;
    this.createdAt = index.generation;
    this.generation = index.generation;
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

  search(query: RankQuery): RankAnswer {
    this.refresh();
    return searchParts(this.index, this, this.allowed, query);
  }

  private count(term: number): number {
    const { ordinals, starts, counts } = this.index.postings;
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

  /** After a change of the index: counts again, and gives up ordinals that mean another document now. */
  private refresh(): void {
    const { catalog, generation, reusedAt } = this.index;
    if (this.counted === generation) return;
    if (reusedAt > this.generation) {
      this.allowed = this.allowed.slice();
      for (let ordinal = 0; ordinal < catalog.ordinals; ordinal += 1) {
        const stranger = (catalog.born[ordinal] as number) > this.createdAt;
        if (stranger && hasBit(this.allowed, ordinal)) setBit(this.allowed, ordinal, false);
      }
    }
    this.generation = generation;
    this.counted = generation;
    this.keys?.fill(0);
    this.size = commonBits(this.allowed, catalog.live);
  }
}
