import type { JsonSchema } from './json.js';
import type { ToolSourceIdentity, Trust } from './tool.js';

/** What a ranker may see of a tool. The schema is absent for untrusted tools. */
export interface RankDocument {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly source: ToolSourceIdentity;
  readonly trust: Trust;
  /** Only of trusted tools. */
  readonly inputSchema?: JsonSchema;
  /** The digest of the definition, where it is known: equal digests mean equal definitions. Who hands a document on with another text leaves it out. */
  readonly digest?: string;
}

/** A query as a ranker gets it. */
export interface RankQuery {
  readonly text: string;
  /** Most hits wanted, at least 1. */
  readonly limit: number;
}

/** One ranked tool; a higher score is better and scores compare within one answer only. */
export interface RankedHit {
  readonly id: string;
  readonly score: number;
}

/** What a ranker answers: hits best first, each id once, at most `limit`. */
export interface RankAnswer {
  readonly hits: readonly RankedHit[];
  /** Words of the query that match nothing; default none. */
  readonly unmatched?: readonly string[];
  /** 0..1; default 1 with hits and 0 without. */
  readonly confidence?: number;
  /** Default: no hits. */
  readonly weak?: boolean;
  /** Why the answer was made in a simpler way than usual (an endpoint did not answer in time); absent when it was not. For people and models. */
  readonly fallback?: string;
}

/** What can be searched: a whole index or a view of it. */
export interface RankView {
  search(query: RankQuery): RankAnswer | Promise<RankAnswer>;
}

/** A change of the indexed tools: removals first, then additions (an id added again is replaced). */
export interface RankChange {
  readonly remove: readonly string[];
  readonly add: readonly RankDocument[];
}

/** An index over documents with distinct ids. The same documents give the same answers in whatever order they came. */
export interface RankIndex extends RankView {
  readonly size: number;
  /**
   * A view ranks exactly as an index built from the allowed documents alone: frequencies, lengths and floors are counted over it.
   * Bit `i` of `allowed` (word `i >>> 5`, bit `i & 31`) stands for ordinal `i`. The caller does not change `allowed` afterwards.
   * After a change of the index a view shows neither what is gone nor what came later, also where it has taken an allowed ordinal.
   */
  view?(allowed: Uint32Array): RankView;
  /** The stable number of a document, below `ordinals`; `undefined` when it is not indexed. Required with `view`. */
  ordinal?(id: string): number | undefined;
  /** One more than the highest ordinal in use. Required with `view`. */
  readonly ordinals?: number;
  /** Applies a change in place. An index without it is built anew. */
  apply?(change: RankChange): void;
  /** The index as bytes for the ranker's own file; `documents` are those that it holds, and `documentsDigest` of them is the key. */
  save?(documents: readonly RankDocument[]): Uint8Array;
}

/** Ranks tools for a query. Swap it by swapping its plugin. */
export interface Ranker {
  readonly name: string;
  index(documents: readonly RankDocument[]): RankIndex | Promise<RankIndex>;
}
