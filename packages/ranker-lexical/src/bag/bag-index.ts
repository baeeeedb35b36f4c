import type { RankAnswer, RankChange, RankDocument, RankIndex, RankQuery } from '@toolrack/contracts';
import type { TermStatistics } from '../query/term-statistics.js';
import { hasBit } from '../store/bitmap.js';
import { IndexStore } from '../store/index-store.js';
import { ViewScope } from '../store/view-scope.js';
import { fullName } from './bag-document.js';
import { BagReader } from './bag-reader.js';
import { searchBag } from './bag-search.js';
import type { BagSettings } from './bag-settings.js';

/** Index of the one-bag recipe: Hermes Agent's ranking over an inverted index instead of a scan. */
export class BagIndex implements RankIndex {
  readonly store: IndexStore;
  private readonly lengths: number[] = [];
  private readonly fullNames: string[] = [];
  private total = 0;

  constructor(private readonly settings: BagSettings) {
    this.store = new IndexStore((dictionary) => new BagReader(dictionary, settings.titles));
  }

  get size(): number {
    return this.store.catalog.size;
  }

  get ordinals(): number {
    return this.store.catalog.ordinals;
  }

  ordinal(id: string): number | undefined {
    return this.store.catalog.ordinal(id);
  }

  /** Fills an empty index. */
  build(documents: readonly RankDocument[]): void {
    this.store.build(documents);
    for (const document of documents) this.measure(document);
    this.total = this.totalOf(undefined);
  }

  apply(change: RankChange): void {
    this.store.apply(change);
    for (const document of change.add) this.measure(document);
    this.total = this.totalOf(undefined);
  }

  view(allowed: Uint32Array): { search(query: RankQuery): RankAnswer } {
    const scope = new ViewScope(this.store, allowed);
    let total = 0;
    return {
      search: (query: RankQuery): RankAnswer => {
        if (scope.refresh()) total = this.totalOf(scope.allowed);
        return this.searchWithin(query, scope, scope.allowed, total);
      },
    };
  }

  search(query: RankQuery): RankAnswer {
    const { store, size } = this;
    const frequency = (term: number): number => store.frequency(term);
    const statistics = { documents: size, has: (term: number): boolean => frequency(term) > 0, mayHave: () => true, frequency };
    return this.searchWithin(query, statistics, undefined, this.total);
  }

  private searchWithin(query: RankQuery, statistics: TermStatistics, allowed: Uint32Array | undefined, total: number): RankAnswer {
    const { store, settings, lengths, fullNames } = this;
    const averageLength = statistics.documents === 0 ? 0 : total / statistics.documents;
    return searchBag({ store, settings, lengths, fullNames, statistics, averageLength, allowed }, query);
  }

  private measure(document: RankDocument): void {
    const ordinal = this.store.catalog.ordinal(document.id) as number;
    const { starts, counts, impacts } = this.store.forward;
    const start = starts[ordinal] as number;
    let length = 0;
    for (let at = start; at < start + (counts[ordinal] as number); at += 1) length += impacts[at] as number;
    this.lengths[ordinal] = length;
    this.fullNames[ordinal] = fullName(document);
  }

  private totalOf(allowed: Uint32Array | undefined): number {
    const { live } = this.store.catalog;
    return this.lengths.reduce((sum, length, ordinal) => {
      const seen = hasBit(live, ordinal) && (allowed === undefined || hasBit(allowed, ordinal));
      return seen ? sum + length : sum;
    }, 0);
  }
}
