import type { RankDocument } from '@toolrack/contracts';
import type { Dictionary } from '../store/dictionary.js';
import type { TermReader } from '../store/index-store.js';
import { bagText } from './bag-document.js';
import { bagTokens } from './bag-tokens.js';

/** Reads a document as one bag; the number of a term is how often it occurs, 255 at most. */
export class BagReader implements TermReader {
  terms = new Uint32Array(0);
  impacts = new Uint8Array(0);
  count = 0;
  readonly nameCount = 0;

  constructor(
    private readonly dictionary: Dictionary,
    private readonly titles: boolean,
  ) {}

  read(document: RankDocument): void {
    const counts = new Map<number, number>();
    for (const token of bagTokens(bagText(document, this.titles))) {
      const term = this.dictionary.intern(token);
      counts.set(term, Math.min(255, (counts.get(term) ?? 0) + 1));
    }
    this.terms = Uint32Array.from(counts.keys());
    this.impacts = Uint8Array.from(counts.values());
    this.count = counts.size;
  }
}
