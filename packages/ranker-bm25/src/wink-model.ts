import { JsonBytes } from './json-bytes.js';
import type { SortedPostings } from './wink-walk.js';

const bytesOfPosting = 8;
const bytesOfDocument = 40;

/**
 * A model in the form of wink's `exportJSON`: configuration, totals, documents, postings, number of tokens, vocabulary. It has the terms
 * from number `from` to before `to` that are in more than one document; their numbers are its tokens. Terms of a single document, such as
 * the whole of a name, are most of a vocabulary and need no inverted index. Lengths and frequencies are left out: wink is not asked for scores.
 */
export function winkModel(postings: SortedPostings, from: number, to: number): string {
  const { starts } = postings;
  const documents = documentsOf(postings, starts[from] as number, starts[to] as number);
  const size = (starts[to] as number) - (starts[from] as number);
  const json = new JsonBytes(size * bytesOfPosting + documents.length * bytesOfDocument + 1024);
  const config = { fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 }, ovFldNames: ['ordinal'] };
  json.text(`[${JSON.stringify(config)},{"totalCorpusLength":0,"totalDocs":${String(documents.length)},"consolidated":true},{`);
  // A document's retained values are what wink hands to a filter: here its ordinal and nothing else.
  for (let place = 0; place < documents.length; place += 1) {
    json.text(place === 0 ? '"' : ',"');
    json.number(documents[place] as number);
    json.text('":{"fieldValues":');
    json.number(documents[place] as number);
    json.text('}');
  }
  json.text('},[');
  const tokens = writePostings(json, postings, from, to);
  json.text(`],${String(tokens.length)},{${tokens.map((term, token) => `"${String(term)}":${String(token)}`).join(',')}},{},[],[]]`);
  return json.toString();
}

/** The documents of the postings between two places, each once, ascending. */
function documentsOf({ ordinals }: SortedPostings, start: number, end: number): readonly number[] {
  const seen = new Uint8Array(ordinals.subarray(start, end).reduce((most, ordinal) => Math.max(most, ordinal), -1) + 1);
  for (let place = start; place < end; place += 1) seen[ordinals[place] as number] = 1;
  const documents: number[] = [];
  for (let ordinal = 0; ordinal < seen.length; ordinal += 1) if (seen[ordinal] === 1) documents.push(ordinal);
  return documents;
}

/** Answers the terms that were written. */
function writePostings(json: JsonBytes, { starts, ordinals }: SortedPostings, from: number, to: number): readonly number[] {
  const terms: number[] = [];
  for (let term = from; term < to; term += 1) {
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    if (end - start < 2) continue;
    json.text(terms.length === 0 ? '[' : ',[');
    json.list(ordinals, start, end);
    json.text(']');
    terms.push(term);
  }
  return terms;
}
