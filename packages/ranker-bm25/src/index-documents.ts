import type { RankDocument } from '@toolrack/contracts';
import { localId, ownerText } from './document-text.js';
import { hashOf } from './hash.js';
import { ownerWord, type Postings } from './postings.js';
import { PostingsBuilder } from './postings-builder.js';
import { SchemaTexts } from './schema-texts.js';
import { TermReader } from './term-reader.js';
import { tokenize } from './tokenizer.js';
import { WordTable } from './word-table.js';

/** Documents whose texts are read at a time. */
const batchSize = 16;

/** What the documents of one source share. */
interface SourceFacts {
  readonly identity: RankDocument['source'];
  /** What their ids begin with. */
  readonly prefix: string;
  /** Numbers of the terms of their owner. */
  readonly terms: readonly number[];
}

/** True when `text` is `left` followed by `right`; makes no string. */
function isJoined(text: string, left: string, right: string): boolean {
  return text.length === left.length + right.length && text.startsWith(left) && text.endsWith(right);
}

/**
 * Reads the texts of documents, a batch of documents at a time. The texts of a batch are joined first: most are put together by `+` or from
 * templates, which the engine keeps as trees of strings, and flattening each alone costs more than all that is done with it here.
 */
class DocumentReader {
  private readonly words: WordTable;
  private readonly builder: PostingsBuilder;
  private readonly reader: TermReader;
  private readonly schemas: SchemaTexts;
  private readonly texts: string[] = [];
  private count = 0;
  /** Characters of the batch so far, with one behind each text. */
  private size = 0;
  private source: SourceFacts | undefined;
  /** Terms of owners by their text: equal sources need not be the same object. */
  private readonly ownerTerms = new Map<string, readonly number[]>();
  /** Of each document of the batch: where its name and all its texts end, how often its name occurs, its owner's terms. */
  private readonly nameEnds = new Int32Array(batchSize);
  private readonly ends = new Int32Array(batchSize);
  private readonly names = new Int32Array(batchSize);
  private readonly owners: (readonly number[])[] = [];
  private documents = 0;

  constructor(expected: number) {
    // A name for each document and as many words.
    this.words = new WordTable(expected * 2);
    this.builder = new PostingsBuilder(this.words, expected);
    this.reader = new TermReader(this.words, expected * 2);
    this.schemas = new SchemaTexts((text) => {
      this.add(text);
    });
  }

  read(document: RankDocument): void {
    if (this.documents === batchSize) this.flush();
    const source = this.source?.identity === document.source ? this.source : this.factsOf(document.source);
    this.source = source;
    const isNamedById = isJoined(document.id, source.prefix, document.name);
    this.add(document.name);
    this.nameEnds[this.documents] = this.size;
    this.names[this.documents] = isNamedById ? 2 : 1;
    if (!isNamedById) this.add(localId(document));
    if (document.title !== undefined) this.add(document.title);
    this.add(document.description);
    // The schema of an untrusted document is never touched.
    if (document.trust === 'trusted') this.schemas.visit(document.inputSchema);
    this.ends[this.documents] = this.size;
    this.owners[this.documents] = source.terms;
    this.documents += 1;
  }

  build(): Postings {
    this.flush();
    return this.builder.build();
  }

  private add(text: string): void {
    this.texts[this.count] = text;
    this.count += 1;
    this.size += text.length + 1;
  }

  private flush(): void {
    const { builder, reader } = this;
    // The list of an earlier batch may be longer.
    this.texts.fill('', this.count);
    const text = this.texts.join('\n');
    let start = 0;
    for (let document = 0; document < this.documents; document += 1) {
      const name = this.nameEnds[document] as number;
      const end = this.ends[document] as number;
      reader.read(text, start, name - 1);
      builder.occurEach(reader.terms, this.names[document], reader.length);
      reader.read(text, name, end - 1);
      builder.occurEach(reader.terms, 1, reader.length);
      builder.end(this.owners[document]);
      start = end;
    }
    this.documents = 0;
    this.count = 0;
    this.size = 0;
  }

  private factsOf(identity: RankDocument['source']): SourceFacts {
    const text = ownerText(identity);
    let terms = this.ownerTerms.get(text);
    if (terms === undefined) {
      const words = [...new Set(tokenize(text))].map(ownerWord);
      terms = words.map((word) => this.words.number(word, 0, word.length, hashOf(word)));
      this.ownerTerms.set(text, terms);
    }
    return { identity, prefix: `${identity.kind}:${identity.owner}:`, terms };
  }
}

/** Reads the texts of the documents and builds their postings; the position of a document is its ordinal. */
export function indexDocuments(documents: readonly RankDocument[]): Postings {
  const reader = new DocumentReader(documents.length);
  documents.forEach((document) => {
    reader.read(document);
  });
  return reader.build();
}
