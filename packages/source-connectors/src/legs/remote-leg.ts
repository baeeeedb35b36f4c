import {
  extensionPoint,
  type ContentBlock,
  type JsonObject,
  type JsonSchema,
  type RunContext,
  type SurfaceSession,
} from '@toolrack/contracts';

// What @toolrack/surface-hermes asks of a remote side (its src/remote/remote-leg.ts), restated by structure because a plugin imports the
// contracts alone. Extension points with equal ids are the same one.

/** A remote tool that a search found. */
export interface RemoteTool {
  /** Id of the tool, under which policies and hooks know it. It is asked for by `SurfaceSession.resolve` and shown only when that finds it. */
  readonly id: string;
  /** `connectors__<connector>__<tool>`, as a model calls it. */
  readonly name: string;
  readonly connector: string;
  /** The vendor's name of the tool; its words are searched. */
  readonly slug: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Why the gateway could not answer, in what a model may know; absent where nothing is to be said. */
export type RemoteFailure =
  { readonly status: 'unavailable'; readonly reason: 'unreachable' | 'sign_in_expired' } | { readonly status: 'not_set_up' };

/** The remote tools for each query, by position. */
export interface RemoteSearchAnswer {
  readonly groups: readonly (readonly RemoteTool[])[];
  readonly failure?: RemoteFailure;
}

/** Schemas by the name that was asked for. */
export interface RemoteDescribeAnswer {
  readonly tools: Readonly<Record<string, { readonly id: string; readonly description: string; readonly parameters: JsonSchema }>>;
  readonly failure?: RemoteFailure;
}

/** One call of a remote tool. */
export interface RemoteEntry {
  readonly index: number;
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

/** A place of remote tools. No method rejects for a reason of the remote side. */
export interface RemoteLeg {
  isAvailable(run: RunContext): boolean;
  search(queries: readonly string[], limit: number, signal: AbortSignal, run: RunContext): Promise<RemoteSearchAnswer>;
  describe(names: readonly string[], signal: AbortSignal, run: RunContext): Promise<RemoteDescribeAnswer>;
  execute(entries: readonly RemoteEntry[], session: SurfaceSession): Promise<readonly (RemoteOutcome | undefined)[]>;
}

/** Where surfaces find remote legs. */
export const RemoteLegs = extensionPoint<RemoteLeg>('@toolrack/surface-hermes.remoteLeg');
