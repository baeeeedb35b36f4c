import type { RankAnswer, RankChange, RankDocument, RankIndex, RankQuery } from '@toolrack/contracts';
import { DocumentReader } from './document/document-reader.js';
import { LexicalView } from './lexical-view.js';
import type { Lexicon } from './lexicon/lexicon.js';
import type { TermStatistics } from './query/term-statistics.js';
import { Scratch } from './search/scratch.js';
import { searchParts, type SearchableParts } from './search/searcher.js';
import type { LexicalSettings } from './settings.js';
import { IndexStore } from './store/index-store.js';
import { ViewScope } from './store/view-scope.js';

/** An inverted index of tools over typed arrays. Changes are applied in place; views share everything with it. */
export class LexicalIndex implements RankIndex, SearchableParts, TermStatistics {
  readonly store: IndexStore;
  readonly scratch = new Scratch();

  constructor(
    readonly settings: LexicalSettings,
    readonly lexicon: Lexicon,
  ) {
    this.store = new IndexStore((dictionary) => new DocumentReader(settings, dictionary));
  }

  get size(): number {
    return this.store.catalog.size;
  }

  get documents(): number {
    return this.store.catalog.size;
  }

  get ordinals(): number {
    return this.store.catalog.ordinals;
  }

  frequency(term: number): number {
    return this.store.frequency(term);
  }

  ordinal(id: string): number | undefined {
    return this.store.catalog.ordinal(id);
  }

  view(allowed: Uint32Array): LexicalView {
    return new LexicalView(this, new ViewScope(this.store, allowed));
  }

  search(query: RankQuery): RankAnswer {
    return searchParts(this, this, undefined, query);
  }

  /** Fills an empty index. Of documents with one id the last counts. */
  build(documents: readonly RankDocument[]): void {
    this.store.build(documents);
  }

  apply(change: RankChange): void {
    this.store.apply(change);
  }
}
