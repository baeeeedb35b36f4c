import type { RankAnswer, RankChange, RankDocument, RankIndex, RankQuery, RankView } from '@toolrack/contracts';
import { DocumentReader } from './document/document-reader.js';
import { LexicalView } from './lexical-view.js';
import type { Lexicon } from './lexicon/lexicon.js';
import type { TermStatistics } from './query/term-statistics.js';
import { Scratch } from './search/scratch.js';
import { searchParts, type SearchableParts } from './search/searcher.js';
import type { LexicalSettings } from './settings.js';
import { Catalog } from './store/catalog.js';
import { Dictionary } from './store/dictionary.js';
import { ForwardStore } from './store/forward-store.js';
import { PostingStore, type PostingEdit } from './store/posting-store.js';

/** An inverted index of tools over typed arrays. Changes are applied in place; views share everything with it. */
export class LexicalIndex implements RankIndex, SearchableParts, TermStatistics {
  readonly catalog = new Catalog();
  readonly dictionary = new Dictionary();
  readonly forward = new ForwardStore();
  readonly postings = new PostingStore();
  readonly scratch = new Scratch();
  /** Counts the changes. */
  generation = 0;
  /** Generation in which an ordinal last changed its document; views older than it look again at what they may see. */
  reusedAt = 0;
  private readonly reader: DocumentReader;

  constructor(
    readonly settings: LexicalSettings,
    readonly lexicon: Lexicon,
  ) {
    this.reader = new DocumentReader(settings, this.dictionary);
  }

  get size(): number {
    return this.catalog.size;
  }

  get documents(): number {
    return this.catalog.size;
  }

  get ordinals(): number {
    return this.catalog.ordinals;
  }

  frequency(term: number): number {
    return this.postings.counts[term] ?? 0;
  }

  ordinal(id: string): number | undefined {
    return this.catalog.ordinal(id);
  }

  view(allowed: Uint32Array): RankView {
    return new LexicalView(this, allowed);
  }

  search(query: RankQuery): RankAnswer {
    return searchParts(this, this, undefined, query);
  }

  /** Fills an empty index. Of documents with one id the last counts. */
  build(documents: readonly RankDocument[]): void {
    this.forward.reserve(documents.length, documents.length * 48);
    for (const document of documents) {
      const { ordinal } = this.catalog.add(document, this.generation);
      this.readInto(ordinal, document);
    }
    this.forward.trim();
    this.postings.build(this.forward, this.catalog.ordinals, this.dictionary.size);
  }

  apply({ remove, add }: RankChange): void {
    this.generation += 1;
    const added = new Map(add.map((document) => [document.id, document]));
    const edits: PostingEdit[] = [];
    const released: number[] = [];
    for (const id of new Set(remove)) {
      const ordinal = added.has(id) ? undefined : this.catalog.ordinal(id);
      if (ordinal === undefined) continue;
      this.collectEdits(ordinal, undefined, edits);
      this.forward.clear(ordinal);
      this.catalog.remove(ordinal);
      released.push(ordinal);
    }
    for (const document of added.values()) {
      const { ordinal, reused } = this.catalog.add(document, this.generation);
      if (reused) this.reusedAt = this.generation;
      this.collectEdits(ordinal, document, edits);
    }
    this.postings.apply(edits, this.dictionary.size);
    this.catalog.release(released);
  }

  private readInto(ordinal: number, document: RankDocument): void {
    const { reader } = this;
    reader.read(document);
    this.forward.write(ordinal, reader.terms, reader.impacts, reader.count, reader.nameCount);
  }

  /** Notes what changes in the posting lists when the ordinal gets this document, or none, and keeps its new terms. */
  private collectEdits(ordinal: number, document: RankDocument | undefined, edits: PostingEdit[]): void {
    const { forward } = this;
    const before = new Map<number, number>();
    const start = forward.starts[ordinal] ?? 0;
    const end = start + (forward.counts[ordinal] ?? 0);
    for (let at = start; at < end; at += 1) before.set(forward.terms[at] as number, forward.impacts[at] as number);
    if (document !== undefined) {
      this.readInto(ordinal, document);
      const { terms, impacts, count } = this.reader;
      for (let place = 0; place < count; place += 1) {
        const term = terms[place] as number;
        const impact = impacts[place] as number;
        if (before.get(term) !== impact) edits.push({ term, ordinal, impact });
        before.delete(term);
      }
    }
    for (const term of before.keys()) edits.push({ term, ordinal, impact: 0 });
  }
}
