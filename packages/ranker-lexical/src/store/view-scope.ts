import type { TermStatistics } from '../query/term-statistics.js';
import { commonBits, hasBit, setBit } from './bitmap.js';
import type { IndexStore } from './index-store.js';

/** Document frequencies that a view remembers; a power of two. Two terms that share a place push each other out. */
const remembered = 512;
/** Looking through the lists of all terms costs about as much as reading so many entries of documents a term. */
const entriesPerTerm = 8;
/** Words of the bits for hashes of terms, a power of two: 4 KB. */
const mostMarks = 1024;

/**
 * The allowed documents of a store. Holds the caller's bitmap and, from the first search on, a bit for each term with a long list (17 documents
 * or more; there are few of these, however many words a catalog has), 4 KB of bits for hashes and 4 KB of document frequencies. The bits tell which
 * terms exist for the view; short lists are looked through. Whatever else the index holds, a search takes no notice of it, so that a word of
 * hidden tools alone takes as long as one that nothing has: the bits for hashes give up both at the same place. Frequencies are counted when a query first needs them.
 */
export class ViewScope implements TermStatistics {
  /** Documents that may be seen. */
  allowed: Uint32Array;
  private size = 0;
  private counted = -1;
  private readonly createdAt: number;
  private masked: number;
  private longTerms = new Uint32Array(0);
  private marks = new Uint32Array(0);
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

  has(term: number): boolean {
    const long = this.store.postings.longNumbers[term] ?? 0;
    return long > 0 ? hasBit(this.longTerms, long) : this.isInList(term);
  }

  mayHave(hash: number): boolean {
    const { marks } = this;
    return hasBit(marks, hash & (marks.length * 32 - 1));
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
    this.markTerms();
    return true;
  }

  /** Sets the bits of the terms that an allowed document has: from the documents when they are few, else from the lists of the terms. */
  private markTerms(): void {
    const { catalog, dictionary, forward, postings } = this.store;
    const words = (postings.longCount + 32) >>> 5;
    if (this.longTerms.length === words) this.longTerms.fill(0);
    else this.longTerms = new Uint32Array(words);
    const marks = Math.min(mostMarks, 2 ** Math.ceil(Math.log2(dictionary.size / 4 + 1)));
    if (this.marks.length === marks) this.marks.fill(0);
    else this.marks = new Uint32Array(marks);
    const entries = (this.size * (forward.used - forward.wasted)) / Math.max(1, catalog.size);
    if (entries < dictionary.size * entriesPerTerm) this.markFromDocuments();
    else for (let term = 0; term < dictionary.size; term += 1) if (this.isInList(term)) this.mark(term);
  }

  private mark(term: number): void {
    const { longTerms, marks, store } = this;
    const long = store.postings.longNumbers[term] as number;
    if (long > 0) {
      if (hasBit(longTerms, long)) return;
      longTerms[long >>> 5]! |= 1 << (long & 31);
    }
    const hash = (store.dictionary.hashes[term] as number) & (marks.length * 32 - 1);
    marks[hash >>> 5]! |= 1 << (hash & 31);
  }

  private markFromDocuments(): void {
    const { allowed } = this;
    const { live } = this.store.catalog;
    const { starts, counts, terms: entries } = this.store.forward;
    for (let word = 0; word < allowed.length; word += 1) {
      for (let bits = (allowed[word] as number) & (live[word] ?? 0); bits !== 0; bits &= bits - 1) {
        const ordinal = (word << 5) + 31 - Math.clz32(bits & -bits);
        const start = starts[ordinal] as number;
        const end = start + (counts[ordinal] as number);
        for (let at = start; at < end; at += 1) this.mark(entries[at] as number);
      }
    }
  }

  /** Whether the list of the term has an allowed document. */
  private isInList(term: number): boolean {
    const { allowed } = this;
    const { ordinals, starts, counts } = this.store.postings;
    const start = starts[term] as number;
    const end = start + (counts[term] as number);
    for (let at = start; at < end; at += 1) {
      const ordinal = ordinals[at] as number;
      if ((((allowed[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) !== 0) return true;
    }
    return false;
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
