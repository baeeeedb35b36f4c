import type { ForwardStore } from '../store/forward-store.js';

/** Share of a definition's terms that a copy has. */
const copiedShare = 0.8;
/** Definitions of fewer terms are alike by chance. */
const fewestTerms = 6;

/**
 * Finds copies of one definition after another: what has at least 80 % of the terms of a definition of six terms or more.
 * `marks` has a place a term and is zero before and after.
 */
export class CopyFinder {
  private original = -1;

  constructor(
    private readonly forward: ForwardStore,
    private readonly marks: Uint8Array,
  ) {}

  /** Whether `copy` is a copy of `original`. Asking of one original several times in a row costs least; `close` at the end. */
  isCopy(copy: number, original: number): boolean {
    const { marks } = this;
    const { starts, counts, terms } = this.forward;
    const length = counts[original] as number;
    const count = counts[copy] as number;
    if (length < fewestTerms || count < length * copiedShare) return false;
    if (this.original !== original) {
      this.close();
      this.original = original;
      this.mark(original, 1);
    }
    const needed = length * copiedShare;
    let shared = 0;
    const start = starts[copy] as number;
    const end = start + count;
    for (let entry = start; entry < end; entry += 1) {
      shared += marks[terms[entry] as number] as number;
      // Nearly every definition is seen to be another one after a few terms.
      if (shared + (end - entry - 1) < needed) return false;
    }
    return shared >= needed;
  }

  close(): void {
    if (this.original >= 0) this.mark(this.original, 0);
    this.original = -1;
  }

  private mark(ordinal: number, value: number): void {
    const { starts, counts, terms } = this.forward;
    const start = starts[ordinal] as number;
    const end = start + (counts[ordinal] as number);
    for (let entry = start; entry < end; entry += 1) this.marks[terms[entry] as number] = value;
  }
}
