import { createWink, type WinkEngine } from './wink.js';

/** The terms of one document, with repetitions. */
export interface TermDocument {
  readonly terms: Iterable<string>;
  /** Terms of its owner: searched apart, not counted in its length. */
  readonly ownerTerms?: Iterable<string>;
}

/** Documents that contain a term, by ascending ordinal, with how often. */
export interface Matches {
  readonly ordinals: readonly number[];
  readonly counts: readonly number[];
}

const textToken = (term: string): string => `t:${term}`;
const ownerToken = (term: string): string => `o:${term}`;
const noMatches: Matches = { ordinals: [], counts: [] };

interface Walk {
  position: number;
  readonly counts: readonly number[];
  readonly visit: (ordinal: number, count: number) => void;
}

/** Never keeps a document: wink walks the postings, scores are worked out elsewhere. */
function visitPosting(fieldValues: { readonly ordinal: number }, walk: Walk): boolean {
  walk.visit(fieldValues.ordinal, walk.counts[walk.position] as number);
  walk.position += 1;
  return false;
}

/** Collects terms, then becomes a `Postings`. */
export class PostingsBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly documents: number[][] = [];
  private readonly counts: number[][] = [];
  private readonly lengths: number[] = [];

  /** The number of a token; equal tokens have equal numbers. */
  number(token: string): number {
    const known = this.numbers.get(token);
    if (known !== undefined) return known;
    const next = this.numbers.size;
    this.numbers.set(token, next);
    this.documents.push([]);
    this.counts.push([]);
    return next;
  }

  textNumber(term: string): number {
    return this.number(textToken(term));
  }

  ownerNumber(term: string): number {
    return this.number(ownerToken(term));
  }

  /** Adds one occurrence of a token to the document that is being added. */
  occur(number: number): void {
    const ordinal = this.lengths.length;
    const documents = this.documents[number] as number[];
    const counts = this.counts[number] as number[];
    const last = documents.length - 1;
    if (documents[last] === ordinal) counts[last] = (counts[last] as number) + 1;
    else {
      documents.push(ordinal);
      counts.push(1);
    }
  }

  /** Ends the document that is being added. */
  end(length: number): void {
    this.lengths.push(length);
  }

  build(): Postings {
    const total = this.lengths.reduce((sum, length) => sum + length, 0);
    const engine = createWink();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([(token) => [token]]);
    engine.importJSON(this.model(total));
    return new Postings(engine, this.counts, this.lengths);
  }

  /** The model in the form of wink's `exportJSON`: configuration, totals, documents, postings, vocabulary. */
  private model(totalCorpusLength: number): string {
    const config = { fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 }, ovFldNames: ['ordinal'] };
    const totals = { totalCorpusLength, totalDocs: this.lengths.length, consolidated: true };
    const documents = Object.fromEntries(this.lengths.map((length, ordinal) => [ordinal, { freq: {}, fieldValues: { ordinal }, length }]));
    const vocabulary = Object.fromEntries(this.numbers);
    return JSON.stringify([config, totals, documents, this.documents, this.numbers.size, vocabulary, {}, [], []]);
  }
}

/** The inverted index inside wink, and beside it what wink's filter does not tell: term counts and document lengths. */
export class Postings {
  constructor(
    private readonly engine: WinkEngine,
    private readonly counts: readonly (readonly number[])[],
    readonly lengths: readonly number[],
  ) {}

  /** Builds from plain lists of terms. */
  static of(documents: readonly TermDocument[]): Postings {
    const builder = new PostingsBuilder();
    for (const { terms, ownerTerms = [] } of documents) {
      let length = 0;
      for (const term of terms) {
        builder.occur(builder.textNumber(term));
        length += 1;
      }
      for (const term of ownerTerms) builder.occur(builder.ownerNumber(term));
      builder.end(length);
    }
    return builder.build();
  }

  /** Documents with the term in their text. */
  text(term: string): Matches {
    return this.matches(textToken(term));
  }

  /** Documents whose owner has the term. */
  owner(term: string): Matches {
    return this.matches(ownerToken(term));
  }

  private matches(token: string): Matches {
    const tokens = this.engine.getTokens();
    if (!Object.hasOwn(tokens, token)) return noMatches;
    const counts = this.counts[tokens[token] as number] as readonly number[];
    const ordinals: number[] = [];
    const walk: Walk = { position: 0, counts, visit: (ordinal) => void ordinals.push(ordinal) };
    this.engine.search(token, 1, visitPosting, walk);
    return { ordinals, counts };
  }
}
