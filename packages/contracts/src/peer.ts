import type { JsonObject } from './json.js';

/** How long one question to a peer may be waited for. */
export interface PeerRequestOptions {
  /** Aborted when the answer is no longer wanted; the peer is told. */
  readonly signal: AbortSignal;
  /** Name of the question that the asking server itself chose; a client of the stateless protocol era sees it where it is not taken yet. */
  readonly key?: string;
}

/**
 * The party that made a call, as far as it can be asked something while the call runs: an MCP client behind the gateway, or an
 * embedding host. Parameters and results have the shapes of MCP; a method that is absent cannot be asked. Each rejects with a
 * `ToolrackError` when the peer answers with an error or has gone. A peer belongs to one call, never to a run: clients of equal scope
 * share a run.
 */
export interface CallPeer {
  /** The ways in which the person can be asked: a form, or an address to open (`["form"]` when absent, as in MCP). */
  readonly elicitationModes?: readonly ('form' | 'url')[];
  /** Whether the client's model may be given tools with a question (false). */
  readonly samplingTools?: boolean;
  /** Whether the client can add context of servers to a question to its model (false). */
  readonly samplingContext?: boolean;
  /** Asks the person behind the client: `elicitation/create`. */
  elicit?(request: JsonObject, options: PeerRequestOptions): Promise<JsonObject>;
  /** Lets the client's model answer: `sampling/createMessage`. */
  sample?(request: JsonObject, options: PeerRequestOptions): Promise<JsonObject>;
  /** The folders that the client lets servers see: `roots/list`. */
  listRoots?(options: PeerRequestOptions): Promise<JsonObject>;
  /** Passes a log message on, the `params` of `notifications/message`; the client's own log level decides whether it arrives. Never throws. */
  log?(message: JsonObject): void;
  /**
   * Tells the client that what it was asked to open an address for is done (`notifications/elicitation/complete`); it may come after the call has
   * ended. Absent where the client's protocol revision knows no such message. Never throws.
   */
  elicitationCompleted?(elicitationId: string): void;
}
