/** A connection that the user is asked for. */
export interface ConnectionCard {
  readonly connector: string;
  readonly connectionId: string;
  /** For the card alone; never put it into what a model reads. */
  readonly connectUrl?: string;
  readonly alias?: string;
}

/**
 * Shows a card until its promise settles or the signal aborts. `skipped`: the user does not want to connect. Any other end means that
 * the card is closed while the connection itself is still watched.
 */
export type CardPresenter = (card: ConnectionCard, context: { readonly signal: AbortSignal }) => Promise<'skipped' | undefined>;

/** A local MCP server as the host manages it. */
export interface McpServerState {
  readonly name: string;
  /** For example `available`, `installed`, `disabled`, `needs_authorization`, `ready`. */
  readonly status: string;
}

/** What the host can do with local MCP servers. Each method rejects with an error whose message a model may read. */
export interface McpManager {
  status(): Promise<readonly McpServerState[]>;
  install(name: string): Promise<McpServerState>;
  enable(name: string): Promise<McpServerState>;
  authorize(name: string): Promise<McpServerState & { readonly connect_url?: string }>;
}
