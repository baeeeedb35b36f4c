import {
  documentsDigest,
  ToolrackError,
  type RankAnswer,
  type RankChange,
  type RankDocument,
  type RankIndex,
  type RankQuery,
} from '@toolrack/contracts';
import { DocumentReader } from './document/document-reader.js';
import { LexicalView } from './lexical-view.js';
import type { Lexicon } from './lexicon/lexicon.js';
import type { TermStatistics } from './query/term-statistics.js';
import { packSections, unpackSections } from './persistence/binary-file.js';
import { sectionsToStore, storeToSections } from './persistence/store-sections.js';
import { Scratch } from './search/scratch.js';
import { searchParts, type SearchableParts } from './search/searcher.js';
import type { LexicalSettings } from './settings.js';
import { hasBit } from './store/bitmap.js';
import { IndexStore } from './store/index-store.js';
import { ViewScope } from './store/view-scope.js';

/** Changes whenever documents are taken apart into other terms than before. */
const termsVersion = 3;

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

  has(term: number): boolean {
    return this.store.frequency(term) > 0;
  }

  mayHave(): boolean {
    return true;
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

  /**
   * The index as bytes, keyed by the digest of the documents that it holds. `LexicalRanker.load` reads them. Throws `ERR_INDEX_FILE` for documents
   * that are others than the index holds, by their ids, names, sources and trust; descriptions are not compared.
   */
  save(documents: readonly RankDocument[]): Uint8Array {
    const held = new Map(documents.map((document) => [document.id, document]));
    const other = [...held.values()].find((document) => !this.holds(document));
    if (other !== undefined || held.size !== this.size) {
      const what =
        other === undefined ? `${held.size} documents, the index holds ${this.size}` : `the index does not hold ${other.id} as given`;
      throw new ToolrackError(
        'ERR_INDEX_FILE',
        `The index cannot be saved for these documents: ${what}. Pass the documents that it was built from.`,
      );
    }
    return packSections(this.identity(documentsDigest(documents)), storeToSections(this.store));
  }

  /** Fills an empty index from the bytes of `save`. Throws `ERR_INDEX_FILE` when they are damaged or of another catalog, recipe or format. */
  restore(bytes: Uint8Array, digest: string): void {
    sectionsToStore(unpackSections(bytes, this.identity(digest)), this.store);
  }

  private holds({ id, name, source, trust }: RankDocument): boolean {
    const { catalog } = this.store;
    const ordinal = catalog.ordinal(id);
    if (ordinal === undefined || catalog.names[ordinal] !== name || hasBit(catalog.trusted, ordinal) !== (trust === 'trusted'))
      return false;
    return catalog.owners[ordinal] === source.owner && catalog.kinds[ordinal] === source.kind;
  }

  private identity(digest: string): Record<string, string> {
    return {
      catalog: digest,
      recipe: JSON.stringify([termsVersion, this.settings.fields, this.settings.saturation, this.settings.mostRepeats]),
    };
  }
}
