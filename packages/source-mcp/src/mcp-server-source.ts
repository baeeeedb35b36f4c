import {
  ToolrackError,
  type Logger,
  type SourceListContext,
  type SourceListing,
  type SourceServer,
  type SourceState,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
  type Trust,
} from '@toolrack/contracts';
import { describeCallRefusal } from './authorization/call-refusal.js';
import { signInHint } from './authorization/describe-refusal.js';
import type { TokenStore } from './authorization/token-store.js';
import type { KeptLists } from './cache/list-record.js';
import { callInterruptedError, describeCallFailure } from './call-failure.js';
import { callTool } from './call-tool.js';
import { confirmDefinition } from './confirm-definition.js';
import type { Connection } from './connection.js';
import { McpContent } from './content/mcp-content.js';
import { relayedElicitations } from './relayed-data.js';
import { failureReason } from './server-failure.js';
import type { ServerDefinition } from './server-options.js';
import { ServerSession } from './server-session.js';
import type { StartLimiter } from './start-limiter.js';
import { ToolListCache } from './tool-list-cache.js';
import { untilAborted } from './until-aborted.js';

/** The tools of one MCP server. */
export class McpServerSource implements ToolSource {
  readonly kind = 'mcp';
  readonly owner: string;
  readonly label?: string;
  readonly trust: Trust;
  /** Its resources and prompts. */
  readonly content: McpContent;
  private readonly session: ServerSession;
  private readonly cache: ToolListCache;
  private answered?: SourceServer;

  constructor(
    private readonly definition: ServerDefinition,
    limiter: StartLimiter,
    logger: Logger,
    tokens: TokenStore,
    store?: KeptLists,
  ) {
    this.owner = definition.name;
    this.trust = definition.trust;
    if (definition.label !== undefined) this.label = definition.label;
    this.session = new ServerSession(
      definition,
      limiter,
      logger,
      () => this.cache.changed(),
      () => this.cache.changed(),
      tokens,
    );
    this.cache = new ToolListCache(this.session, definition, store);
    this.content = new McpContent(this.session, definition, () => this.cache.rememberedOffers);
    this.session.onStarted = () => {
      this.answered = this.session.connection?.server;
      this.cache.started();
      this.content.started();
    };
    this.session.onLost = () => this.content.watch.lost();
    this.session.onResourceUpdated = (uri) => this.content.watch.updated(uri);
    this.session.onContentChanged = (what) => this.content.changed(what);
  }

  /** Looks up which tools the server had in an earlier run of the program. Never rejects. */
  async remember(): Promise<void> {
    await this.cache.remember();
    this.content.learn();
  }

  /**
   * The server's tools; starts the server at the first call, unless its tools are known from an earlier run. When `signal` aborts only the wait ends: the server goes on
   * starting, and `onChange` tells when it has listed. Rejects with `ERR_SOURCE_FAILED`.
   */
  list(context: SourceListContext): Promise<SourceListing> {
    return this.cache.list(context.signal);
  }

  /** Sends one call, starting the server first when it is not running. A call that may have run is never sent again. */
  async call(call: ToolSourceCall): Promise<ToolResult> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await this.confirmedConnection(call);
      try {
        const result = await callTool(connection, this.definition, call, this.cache.factsOf(call.name));
        this.session.answered();
        this.cache.heard(result, call.name);
        return result;
      } catch (error) {
        if (ToolrackError.is(error)) throw error;
        const failure =
          describeCallRefusal(error, this.definition, call.tool, this.session.mask) ??
          describeCallFailure(error, connection, this.owner, call.tool, this.session.mask);
        for (const id of relayedElicitations(failure.error)) connection.calls.addresses.add(id, call.peer);
        if (failure.kind === 'session-lost') this.session.forget(connection);
        if (failure.kind === 'resend' && connection.open) await this.session.leave(connection);
        if (failure.kind === 'down') this.session.failCall(error, connection);
        const isCertainlyNotRun = failure.kind === 'resend' || failure.kind === 'session-lost';
        if (!isCertainlyNotRun || attempt > 1) {
          this.cache.refused(failure.error, call.name);
          throw failure.error;
        }
      }
    }
  }

  state(): { readonly state: SourceState; readonly reason?: string } {
    const { failure, lostReason, isConnected, isStarting } = this.session;
    if (isStarting || (this.cache.isListing && !this.cache.hasList)) return { state: 'starting' };
    if (failure !== undefined && !(isConnected && this.cache.hasList)) {
      return { state: failure.state, reason: failureReason(failure) };
    }
    if (!this.cache.hasList) return { state: 'configured' };
    if (isConnected && !this.cache.isRemembered) return { state: 'started' };
    return lostReason === undefined ? { state: 'known' } : { state: 'known', reason: lostReason };
  }

  server(): SourceServer | undefined {
    return this.answered;
  }

  onChange(listener: () => void): () => void {
    return this.cache.onChange(listener);
  }

  /** Ends the server and its children, in about three seconds at most. */
  async dispose(): Promise<void> {
    this.content.dispose();
    await Promise.all([this.cache.dispose(), this.session.dispose()]);
  }

  /** A connection to a server that still has the tool as it was allowed. */
  private async confirmedConnection(call: ToolSourceCall): Promise<Connection> {
    const connection = await this.connectFor(call);
    if (!this.cache.isInDoubt) return connection;
    await confirmDefinition(this.cache, call, this.owner);
    // Listing may have had to begin a new one.
    return this.connectFor(call);
  }

  private async connectFor(call: ToolSourceCall): Promise<Connection> {
    const interrupted = (): ToolrackError => callInterruptedError(this.owner, call.tool, false);
    try {
      return await untilAborted(this.session.connect(), call.signal, interrupted);
    } catch (error) {
      if (!ToolrackError.is(error) || error.code !== 'ERR_SOURCE_FAILED') throw error;
      const isSignInWanted = error.fields['state'] === 'unauthorised';
      throw new ToolrackError('ERR_TOOL_UNAVAILABLE', error.message, {
        toolId: call.tool.id,
        fields: error.fields,
        cause: error,
        modelText: `The server "${this.owner}" is not available.`,
        hint: `The call was not run. ${isSignInWanted ? (signInHint(this.definition) ?? '') : 'Try later or use another tool.'}`.trim(),
      });
    }
  }
}
