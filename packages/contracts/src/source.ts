import type { JsonObject } from './json.js';
import type { CallPeer } from './peer.js';
import type { ToolProgress, ToolResult } from './result.js';
import type { RunContext } from './run.js';
import type { ToolDefinition, ToolDescriptor, Trust } from './tool.js';
import type { SourceServer, SourceState, ToolProblem } from './source-summary.js';

/** What a source lists. */
export interface SourceListing {
  readonly tools: readonly ToolDefinition[];
  /** Definitions that the source itself had to leave out. */
  readonly problems?: readonly ToolProblem[];
  /** Default `started`. */
  readonly state?: SourceState;
}

/** What `ToolSource.list` receives. */
export interface SourceListContext {
  /** Aborted when the runtime is disposed or the list is no longer wanted. */
  readonly signal: AbortSignal;
}

/** One call that a source is to carry out. It is made at most once; a source never sends it twice. */
export interface ToolSourceCall {
  readonly tool: ToolDescriptor;
  /** `tool.name`. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** Unique among the calls of its run. */
  readonly callId: string;
  readonly run: RunContext;
  /** Aborted on cancellation and at the end of the run. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
  /** Who made the call, when that party can be asked something. */
  readonly peer?: CallPeer;
  /**
   * Tells of an implementation that goes on after `call` has settled, for example one that does not listen to `signal`. The slot of the call
   * is held until that has settled too, at most `settleTimeoutMs`, so that no sequential call overlaps with it. How it settles does not count.
   */
  readonly waitUntil?: (work: PromiseLike<unknown>) => void;
}

/**
 * A place where tools come from. `list` may be called at any time and concurrently with `call`.
 * `list` rejects when the source as a whole cannot be listed; the reason is shown to people.
 * `call` resolves with `isError` for a tool's own failure and rejects with a `ToolrackError` (`ERR_TOOL_UNAVAILABLE`,
 * `ERR_CALL_TIMEOUT`, `ERR_CALL_INTERRUPTED`, `ERR_CALL_FAILED`) for everything else.
 */
export interface ToolSource {
  readonly kind: string;
  readonly owner: string;
  readonly label?: string;
  /** What the source claims for its tools; the deployment's grant may lower it. Default `untrusted`. */
  readonly trust?: Trust;
  list(context: SourceListContext): Promise<SourceListing>;
  call(call: ToolSourceCall): Promise<ToolResult>;
  /**
   * A tool that `list` leaves out, by its name: for sources of more tools than can be listed. Asked when a call names an id of this source
   * that the run's catalog does not hold; `undefined` when there is no such tool. Hooks, rules and events treat it as a listed one; it is
   * never searched, described or shown.
   */
  resolve?(name: string, context: { readonly run: RunContext; readonly signal: AbortSignal }): Promise<ToolDefinition | undefined>;
  /** State without listing; default: what the kernel saw of the last `list`. */
  state?(): { readonly state: SourceState; readonly reason?: string };
  /** The server behind it as it last answered; `undefined` before. Hosts read it from what is contributed to `ToolSources`. */
  server?(): SourceServer | undefined;
  /** Registers a listener for "my list may have changed"; returns its disposer. */
  onChange?(listener: () => void): () => void;
  dispose?(): Promise<void> | void;
}

/** The id of a source: `<kind>:<owner>`. */
export function sourceId(source: { readonly kind: string; readonly owner: string }): string {
  return `${source.kind}:${source.owner}`;
}
