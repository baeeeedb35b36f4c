import type { RankChange, RankDocument } from '@toolrack/contracts';
import { Catalog } from './catalog.js';
import { Dictionary } from './dictionary.js';
import { ForwardStore } from './forward-store.js';
import { PostingStore, type PostingEdits } from './posting-store.js';

/** Turns a document into distinct terms with a number from 1 to 255 each; the answer lies in the fields until the next call. */
export interface TermReader {
  readonly terms: Uint32Array;
  readonly impacts: Uint8Array;
  readonly count: number;
  /** How many of the first terms are terms of the name. */
  readonly nameCount: number;
  read(document: RankDocument): void;
}

/** The data of an index: documents, their terms, and the lists of each term. Changes are applied in place. */
export class IndexStore {
  readonly catalog = new Catalog();
  readonly dictionary = new Dictionary();
  readonly forward = new ForwardStore();
  readonly postings = new PostingStore();
  /** Counts the changes. */
  generation = 0;
  /** Generation in which an ordinal last changed its document; views older than it look again at what they may see. */
  reusedAt = 0;
  private readonly reader: TermReader;

  constructor(makeReader: (dictionary: Dictionary) => TermReader) {
    this.reader = makeReader(this.dictionary);
  }

  /** Tools that have the term. */
  frequency(term: number): number {
    return this.postings.counts[term] ?? 0;
  }

  /** Fills an empty store. Of documents with one id the last counts. */
  build(documents: readonly RankDocument[]): void {
    this.forward.reserve(documents.length, documents.length * 48);
    for (const document of documents) this.readInto(this.catalog.add(document, this.generation).ordinal, document);
    this.forward.trim();
    this.postings.build(this.forward, this.catalog.ordinals, this.dictionary.size);
  }

  apply({ remove, add }: RankChange): void {
    this.generation += 1;
    const added = new Map(add.map((document) => [document.id, document]));
    const edits: PostingEdits = new Map();
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

  /** Notes what changes in the lists when the ordinal gets this document, or none, and keeps its new terms. */
  private collectEdits(ordinal: number, document: RankDocument | undefined, edits: PostingEdits): void {
    const note = (term: number, impact: number, fresh: boolean): void => {
      const list = edits.get(term);
      if (list === undefined) edits.set(term, [{ ordinal, impact, fresh }]);
      else list.push({ ordinal, impact, fresh });
    };
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
        const had = before.get(term);
        if (had !== impact) note(term, impact, had === undefined);
        before.delete(term);
      }
    }
    for (const term of before.keys()) note(term, 0, false);
  }
}
