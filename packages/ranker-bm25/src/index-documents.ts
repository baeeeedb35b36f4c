import type { RankDocument } from '@toolrack/contracts';
import { ChunkTable } from './chunk-table.js';
import { localId, ownerText, visitParameterTexts } from './document-text.js';
import { type Postings } from './postings.js';
import { PostingsBuilder } from './postings-builder.js';
import { splitChunks } from './split-chunks.js';
import { chunkWords, tokenize, wordStems } from './tokenizer.js';

type Numbers = readonly number[];

/** Looks up by text what was worked out for it before. */
function memoized(work: (text: string) => Numbers): (text: string) => Numbers {
  const known = new Map<string, Numbers>();
  return (text) => {
    let numbers = known.get(text);
    if (numbers === undefined) {
      numbers = work(text);
      known.set(text, numbers);
    }
    return numbers;
  };
}

/** What the documents of one source share. */
interface SourceFacts {
  readonly identity: RankDocument['source'];
  /** What their ids begin with. */
  readonly prefix: string;
  /** Numbers of the terms of their owner. */
  readonly terms: Numbers;
}

/** True when `text` is `left` followed by `right`; makes no string. */
function isJoined(text: string, left: string, right: string): boolean {
  return text.length === left.length + right.length && text.startsWith(left) && text.endsWith(right);
}

/** Reads the texts of the documents and builds their postings; the position of a document is its ordinal. */
export function indexDocuments(documents: readonly RankDocument[]): Postings {
  const builder = new PostingsBuilder(documents.length);
  // Catalogs repeat themselves: each word is stemmed once, each spelling taken apart once, each parameter text and title split once.
  const ofPart = memoized((word) => wordStems(word).map((stem) => builder.textNumber(stem)));
  const ofChunk = (chunk: string): Numbers => {
    const { whole, parts } = chunkWords(chunk);
    if (parts.length === 0) return ofPart(whole);
    // The whole of a name with parts is hardly ever met again as a word.
    const numbers = wordStems(whole).map((stem) => builder.textNumber(stem));
    for (const part of parts) numbers.push(...ofPart(part));
    return numbers;
  };
  const table = new ChunkTable(ofChunk);
  const ofText = memoized((text) => table.read(text).flat());
  const ofOwner = memoized((text) => [...new Set(tokenize(text))].map((stem) => builder.ownerNumber(stem)));
  const occurText = (text: string): void => builder.occurEach(ofText(text));
  let source: SourceFacts | undefined;
  for (const document of documents) {
    if (source?.identity !== document.source) {
      const { kind, owner } = document.source;
      source = { identity: document.source, prefix: `${kind}:${owner}:`, terms: ofOwner(ownerText(document)) };
    }
    const isNamedById = isJoined(document.id, source.prefix, document.name);
    // Names are unlike each other, so nothing is kept of them.
    for (const chunk of splitChunks(document.name)) builder.occurEach(ofChunk(chunk), isNamedById ? 2 : 1);
    if (!isNamedById) builder.occurAll(table.read(localId(document)));
    if (document.title !== undefined) occurText(document.title);
    builder.occurAll(table.read(document.description));
    visitParameterTexts(document, occurText);
    builder.end(source.terms);
  }
  return builder.build();
}
