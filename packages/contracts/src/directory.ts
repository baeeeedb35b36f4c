import type { RunContext } from './run.js';
import type { SourceSummary } from './source-summary.js';
import type { ToolSourceIdentity } from './tool.js';

/** One deferred tool that may be named in the prompt. */
export interface DirectoryEntry {
  readonly id: string;
  readonly name: string;
  readonly callName: string;
  readonly description: string;
  readonly source: ToolSourceIdentity;
}

/** What a directory is to draw. */
export interface DirectoryRequest {
  readonly run: RunContext;
  /** Trusted deferred tools, sorted by id. */
  readonly entries: readonly DirectoryEntry[];
  /** All deferred tools, with those that get no row. */
  readonly deferred: number;
  /** Sources with the number of their deferred tools. */
  readonly sources: readonly SourceSummary[];
  /** The surface's own words on how to use what is listed: when all deferred tools have a row, and when some have not. */
  readonly guidance: { readonly complete: string; readonly partial: string };
}

/** A drawn directory. The same request gives the same bytes. */
export interface DirectoryListing {
  /** `""` when there is nothing to say. */
  readonly text: string;
  /** How it was fitted, for example `full`, `shortened`, `names`, `mixed`, `groups`, `none`. */
  readonly form: string;
  /** Tools with a row. */
  readonly listed: number;
  /** Deferred tools without one. */
  readonly omitted: number;
}

/** Draws the bounded directory of what exists. */
export interface Directory {
  readonly name: string;
  render(request: DirectoryRequest): DirectoryListing;
}
