import type { RankDocument } from '@toolrack/contracts';
import { documentText, ownerText } from './document-text.js';
import { type Postings, PostingsBuilder } from './postings.js';
import { analyzeChunk, splitChunks, tokenize } from './tokenizer.js';

/** Reads the texts of the documents and builds their postings; the position of a document is its ordinal. */
export function indexDocuments(documents: readonly RankDocument[]): Postings {
  const builder = new PostingsBuilder();
  // Descriptions repeat their words: each spelling is taken apart and stemmed once.
  const numbersOf = new Map<string, readonly number[]>();
  const ownersOf = new Map<string, readonly number[]>();
  for (const document of documents) {
    let length = 0;
    for (const chunk of splitChunks(documentText(document))) {
      let numbers = numbersOf.get(chunk);
      if (numbers === undefined) {
        numbers = analyzeChunk(chunk).pieces.flatMap(({ stems }) => stems.map((stem) => builder.textNumber(stem)));
        numbersOf.set(chunk, numbers);
      }
      for (const number of numbers) builder.occur(number);
      length += numbers.length;
    }
    const owner = ownerText(document);
    let ownerNumbers = ownersOf.get(owner);
    if (ownerNumbers === undefined) {
      ownerNumbers = [...new Set(tokenize(owner))].map((stem) => builder.ownerNumber(stem));
      ownersOf.set(owner, ownerNumbers);
    }
    for (const number of ownerNumbers) builder.occur(number);
    builder.end(length);
  }
  return builder.build();
}
