import { winkModel } from './wink-model.js';
import { createWink, type WinkEngine } from './wink.js';

/** Postings that are sorted by the number of their term, then by ordinal. */
export interface SortedPostings {
  /** Where the postings of a term begin; those of the next one end them. */
  readonly starts: Int32Array;
  readonly ordinals: Int32Array;
}

/** Terms that are loaded one by one before all others follow at once. */
const mostSingle = 32;
/** Share of all postings that may be loaded one term at a time: above it, all at once is as little work. */
const mostSingleShare = 0.125;

/** Never keeps a document: wink walks the postings, scores are worked out elsewhere. */
function visitPosting(ordinal: number, ordinals: number[]): boolean {
  ordinals.push(ordinal);
  return false;
}

/**
 * The inverted index inside wink. A term is loaded when it is first asked for: who searches a few times after a start never waits for
 * the rest of the vocabulary. Who asks for many terms gets all of them in one engine, as each single one has documents of its own.
 */
export class WinkWalk {
  private readonly singles = new Map<number, WinkEngine>();
  private loaded = 0;
  private whole: WinkEngine | undefined;

  constructor(private readonly postings: SortedPostings) {}

  /** The ordinals of the documents with a term, ascending. */
  walk(term: number): readonly number[] {
    const ordinals: number[] = [];
    (this.whole ?? this.single(term)).search(String(term), 1, visitPosting, ordinals);
    return ordinals;
  }

  private single(term: number): WinkEngine {
    const known = this.singles.get(term);
    if (known !== undefined) return known;
    const { starts, ordinals } = this.postings;
    this.loaded += (starts[term + 1] as number) - (starts[term] as number);
    if (this.singles.size === mostSingle || this.loaded > ordinals.length * mostSingleShare) {
      this.singles.clear();
      return (this.whole = engineOf(this.postings, 0, starts.length - 1));
    }
    const engine = engineOf(this.postings, term, term + 1);
    this.singles.set(term, engine);
    return engine;
  }
}

/** An engine with the terms between two numbers. */
function engineOf(postings: SortedPostings, from: number, to: number): WinkEngine {
  const engine = createWink();
  engine.defineConfig({ fldWeights: { text: 1 } });
  engine.definePrepTasks([(token) => [token]]);
  engine.importJSON(winkModel(postings, from, to));
  return engine;
}
