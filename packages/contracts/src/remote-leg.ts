import type { JsonObject, JsonSchema } from './json.js';
import type { ContentBlock } from './result.js';
import type { RunContext } from './run.js';
import type { SurfaceSession } from './surface.js';
import { extensionPoint } from './tokens.js';

/** A remote tool that a search found. */
export interface RemoteTool {
  /** Id of the tool, under which policies and hooks know it. It is asked for by `SurfaceSession.resolve` and shown only when that finds it. */
  readonly id: string;
  /** `connectors__<connector>__<tool>`, as a model calls it. */
  readonly name: string;
  /** The connector, for example `gmail`. */
  readonly connector: string;
  /** The vendor's name of the tool, for example `GMAIL_SEND_EMAIL`; its words are searched. */
  readonly slug: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * Why the remote side could not answer, in what a model may know. `undefined` where nothing is to be said: switched off, signed out,
 * or not served for this account.
 */
export type RemoteFailure =
  { readonly status: 'unavailable'; readonly reason: 'unreachable' | 'sign_in_expired' } | { readonly status: 'not_set_up' };

/** The remote tools for each query, by position; best first. */
export interface RemoteSearchAnswer {
  readonly groups: readonly (readonly RemoteTool[])[];
  readonly failure?: RemoteFailure;
}

/** What is known of the names asked for, by name; a name without a schema is absent. */
export interface RemoteDescribeAnswer {
  readonly tools: Readonly<Record<string, { readonly id: string; readonly description: string; readonly parameters: JsonSchema }>>;
  readonly failure?: RemoteFailure;
}

/** One call of a remote tool. */
export interface RemoteEntry {
  /** Position in the model's call, for its own bookkeeping. */
  readonly index: number;
  /** A well-formed `connectors__<connector>__<tool>`. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** An error of one entry. */
export interface RemoteError {
  readonly code: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

/** What became of an entry. */
export type RemoteOutcome = { readonly response: unknown; readonly content?: readonly ContentBlock[] } | { readonly error: RemoteError };

/**
 * A place of remote tools that are never registered locally. No method may reject for a reason of the remote side; a rejection is
 * taken for `unreachable`. Each method keeps to its own time limits and ends early when the signal aborts.
 */
export interface RemoteLeg {
  /** Whether this run may use it. Fails closed; asked again before each search, describe and execution. */
  isAvailable(run: RunContext): boolean;
  /** One request for all queries. `limit` is the most that one group can show. */
  search(queries: readonly string[], limit: number, signal: AbortSignal, run: RunContext): Promise<RemoteSearchAnswer>;
  /** `names` are well-formed connector names. */
  describe(names: readonly string[], signal: AbortSignal, run: RunContext): Promise<RemoteDescribeAnswer>;
  /**
   * Runs the entries one after another, each through the whole chain of hooks and approvals under its own name, and answers by
   * position. It stops before an entry when the session's signal aborts; entries that were not sent are `INTERRUPTED`.
   */
  execute(entries: readonly RemoteEntry[], session: SurfaceSession): Promise<readonly (RemoteOutcome | undefined)[]>;
}

/** Where surfaces find remote legs; the first that is available for a run is used. */
export const RemoteLegs = extensionPoint<RemoteLeg>('@toolrack/contracts.remoteLeg');
