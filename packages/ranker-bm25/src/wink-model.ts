import { JsonBytes } from './json-bytes.js';

/** What a model of wink is made of; postings are sorted by the number of their term, then by ordinal. */
export interface WinkModelParts {
  /** Where the postings of a term begin; those of the next one end them. */
  readonly starts: Int32Array;
  readonly ordinals: Int32Array;
  /** Terms of each document, with repetitions. */
  readonly lengths: readonly number[];
}

/** Bytes of most postings and of most documents; only a first guess at the room that is needed. */
const bytesOfPosting = 6;
const bytesOfDocument = 40;

/**
 * The model in the form of wink's `exportJSON`: configuration, totals, documents, postings, number of tokens, vocabulary. Tokens are the
 * numbers of terms. Terms of a single document, such as the whole of a name, are most of a vocabulary and need no inverted index.
 */
export function winkModel({ starts, ordinals, lengths }: WinkModelParts): string {
  const config = { fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 }, ovFldNames: ['ordinal'] };
  const totals = { totalCorpusLength: lengths.reduce((sum, length) => sum + length, 0), totalDocs: lengths.length, consolidated: true };
  const json = new JsonBytes(ordinals.length * bytesOfPosting + lengths.length * bytesOfDocument + 1024);
  json.text(`[${JSON.stringify(config)},${JSON.stringify(totals)},{`);
  writeDocuments(json, lengths.length);
  json.text('},[');
  const tokens = writePostings(json, starts, ordinals);
  json.text(`],${String(tokens.length)},{${tokens.map((term, token) => `"${String(term)}":${String(token)}`).join(',')}},{},[],[]]`);
  return json.toString();
}

/** A document's retained values are what wink hands to a filter: here its ordinal and nothing else. */
function writeDocuments(json: JsonBytes, count: number): void {
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    json.text(ordinal === 0 ? '"' : ',"');
    json.number(ordinal);
    json.text('":{"fieldValues":');
    json.number(ordinal);
    json.text('}');
  }
}

/** Answers the terms that were written. */
function writePostings(json: JsonBytes, starts: Int32Array, ordinals: Int32Array): readonly number[] {
  const terms: number[] = [];
  for (let term = 0; term + 1 < starts.length; term += 1) {
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
