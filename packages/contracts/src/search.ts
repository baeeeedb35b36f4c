import type { SourceSummary } from './source-summary.js';
import type { ToolDescriptor } from './tool.js';

/** A search over a run's catalog. */
export interface SearchRequest {
  readonly text: string;
  /** Most hits wanted, at least 1. */
  readonly limit: number;
}

/** One found tool. */
export interface SearchHit {
  readonly tool: ToolDescriptor;
  readonly score: number;
}

/** The answer to a search. An empty one says why. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Words of the query that match nothing in this catalog. */
  readonly unmatched: readonly string[];
  /** Probability-like mark in 0..1 that the catalog has what was asked for. */
  readonly confidence: number;
  /** The catalog probably has no such ability. A mark, not a filter. */
  readonly weak: boolean;
  /** Why the ranker answered in a simpler way than usual; absent when it did not. */
  readonly fallback?: string;
  /** Sources with their states; given when there are no hits or a source is not `started`. */
  readonly sources?: readonly SourceSummary[];
}
