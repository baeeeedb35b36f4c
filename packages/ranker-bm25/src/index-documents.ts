import type { RankDocument } from '@toolrack/contracts';
import { localId, ownerText, schemaTexts } from './document-text.js';
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

/** Reads the texts of the documents and builds their postings; the position of a document is its ordinal. */
export function indexDocuments(documents: readonly RankDocument[]): Postings {
  const builder = new PostingsBuilder(documents.length);
  // Catalogs repeat themselves: each word is stemmed once, each spelling taken apart once, each parameter text split once.
  const ofWord = memoized((word) => wordStems(word).map((stem) => builder.textNumber(stem)));
  const ofChunk = memoized((chunk) => {
    const { whole, parts } = chunkWords(chunk);
    return parts.length === 0 ? ofWord(whole) : [whole, ...parts].flatMap(ofWord);
  });
  const ofText = (text: string): Numbers => splitChunks(text).flatMap(ofChunk);
  const ofParameter = memoized(ofText);
  const ofOwner = memoized((text) => [...new Set(tokenize(text))].map((stem) => builder.ownerNumber(stem)));
  let length = 0;
  const occur = (numbers: Numbers): void => {
    length += numbers.length;
    for (let index = 0; index < numbers.length; index += 1) builder.occur(numbers[index] as number);
  };
  const occurText = (text: string): void => {
    for (const chunk of splitChunks(text)) occur(ofChunk(chunk));
  };
  for (const document of documents) {
    length = 0;
    const id = localId(document);
    const name = ofText(document.name);
    occur(name);
    occur(id === document.name ? name : ofText(id));
    if (document.title !== undefined) occurText(document.title);
    occurText(document.description);
    for (const text of schemaTexts(document)) {
      occur(ofParameter(text.name));
      occur(ofParameter(text.description));
    }
    builder.end(length, ofOwner(ownerText(document)));
  }
  return builder.build();
}
