import { ToolrackError, type JsonObject, type Logger } from '@toolrack/contracts';
import { describeRefusal } from './authorization/describe-refusal.js';
import { remoteAccess, type RemoteAccess } from './authorization/remote-access.js';
import type { TokenStore } from './authorization/token-store.js';
import { Backoff } from './backoff.js';
import type { Connection } from './connection.js';
import { createGuardedFetch, type GuardedFetch } from './network/index.js';
import { openServer, type Attempt, type EraMemory } from './open-server.js';
import { secretMaskFor, type WireMask } from './secret-mask.js';
import { describeFailure, failureReason, sourceFailedError, type ServerFailure } from './server-failure.js';
import type { ServerDefinition } from './server-options.js';
import type { StartLimiter } from './start-limiter.js';
import { StdioTransport } from './stdio-transport.js';

/**
 * The life of one server: started when it is needed, once however many ask; started again after it was lost; left alone
 * for a growing pause while it keeps failing.
 */
export class ServerSession {
  readonly mask: WireMask;
  /** Why the last start or list failed. */
  failure?: ServerFailure;
  /** Why the server is not running although nothing failed since. */
  lostReason?: string;
  /** What the server said last that it can do. */
  capabilities?: JsonObject;
  /** Hears that resources or prompts may have changed. */
  onContentChanged: (what: 'resources' | 'prompts') => void = () => undefined;
  /** Hears that a watched resource has changed. */
  onResourceUpdated: (uri: string) => void = () => undefined;
  /** Hears that the server is gone although nobody asked for it. */
  onLost: () => void = () => undefined;
  /** Hears that the server was started. */
  onStarted: () => void = () => undefined;
  private current?: Connection;
  private starting?: Promise<Connection>;
  private attempt?: Attempt;
  private readonly memory: EraMemory = {};
  /** Pauses after failed starts and lists. */
  private readonly failures: Backoff;
  /** Pauses after losses of a server that had started, until it answers a call again. */
  private readonly losses: Backoff;
  private readonly closings = new Set<Promise<unknown>>();
  private callFailure?: ServerFailure;
  private readonly access?: RemoteAccess;
  /** Carries everything that is said to a remote server. */
  private readonly fetch?: GuardedFetch;
  private isDisposed = false;

  constructor(
    private readonly definition: ServerDefinition,
    private readonly limiter: StartLimiter,
    private readonly logger: Logger,
    private readonly onToolsChanged: () => void,
    /** The server runs again after it was lost: its list may be another one. */
    private readonly onRestarted: () => void,
    tokens: TokenStore,
  ) {
    this.mask = secretMaskFor(definition);
    const { endpoint } = definition;
    if (endpoint.type !== 'stdio') {
      this.fetch = createGuardedFetch({ configured: endpoint.url, allowHosts: endpoint.allowHosts, mostBytes: definition.maxResultBytes });
    }
    this.access = remoteAccess(definition, tokens, logger, this.mask);
    this.failures = new Backoff(definition.backoffMs, definition.maxBackoffMs);
    this.losses = new Backoff(definition.backoffMs, definition.maxBackoffMs);
  }

  get isConnected(): boolean {
    return this.current?.open ?? false;
  }

  /** The live connection, if there is one. */
  get connection(): Connection | undefined {
    return this.current?.open === true ? this.current : undefined;
  }

  get isStarting(): boolean {
    return this.starting !== undefined;
  }

  /** Milliseconds until a failing server may be tried again. */
  get waitMs(): number {
    return Math.max(this.failures.waitMs, this.losses.waitMs);
  }

  /** The live connection, starting the server when there is none. Rejects with `ERR_SOURCE_FAILED`. */
  async connect(): Promise<Connection> {
    if (this.isDisposed) throw this.disposedError();
    if (this.current?.open === true) return this.current;
    this.refuseEarly();
    this.starting ??= this.start().finally(() => {
      this.starting = undefined;
    });
    return await this.starting;
  }

  /** The live connection for a list, which is not asked for again before the pause after a failed one. */
  async connectForList(): Promise<Connection> {
    this.refuseEarly();
    return await this.connect();
  }

  /** Records that the server failed in a phase, and returns the error to reject with. */
  fail(error: unknown, phase: string, transport: object | undefined): ToolrackError {
    this.failure = this.describe(error, phase, transport);
    this.failures.fail();
    this.logger.warn(`MCP server "${this.definition.name}" ${failureReason(this.failure)}`);
    return sourceFailedError(this.definition.name, this.failure, this.waitMs);
  }

  /** Records that a call showed that the server cannot be reached or used; the next success clears it. */
  failCall(error: unknown, connection: Connection): void {
    // One outage is one failure, however many calls it breaks; and what breaks on an old connection says nothing of the new one.
    if (this.current !== connection) return this.drop(connection);
    this.failure = this.describe(error, 'answered a call', connection.transport);
    this.callFailure = this.failure;
    this.losses.fail();
    this.drop(connection);
  }

  /** A list was read: earlier failures no longer count against the state. */
  listed(): void {
    this.failure = undefined;
    this.failures.reset();
  }

  /** A call was answered: the server works. */
  answered(): void {
    this.losses.reset();
    if (this.failure === this.callFailure) this.failure = undefined;
  }

  /** Replaces a connection whose session the server forgot, once for all calls that notice. */
  forget(connection: Connection): void {
    if (this.current === connection) {
      this.current = undefined;
      this.lostReason = 'forgot the session; a new one is opened when it is needed';
    }
    connection.retire();
  }

  /** Ends a server that reads no more. */
  async leave(connection: Connection): Promise<void> {
    this.lost(connection);
    await connection.close();
  }

  /** Closes a connection that no longer works. */
  drop(connection: Connection): void {
    if (this.current === connection) this.current = undefined;
    this.track(connection.close());
  }

  /** Ends the server with everything it started; within about three seconds. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    const current = this.current;
    this.current = undefined;
    await Promise.allSettled([current?.close(), this.attempt?.transport?.close(), ...this.closings]);
    await this.access?.close();
    await this.fetch?.close();
  }

  private async start(): Promise<Connection> {
    const release = await this.limiter.acquire();
    const attempt: Attempt = this.fetch === undefined ? {} : { fetch: this.access?.wrap(this.fetch) ?? this.fetch };
    this.attempt = attempt;
    try {
      if (this.isDisposed) throw this.disposedError();
      const connection = await openServer(this.definition, this.memory, attempt, {
        onToolsChanged: this.onToolsChanged,
        onContentChanged: (what) => this.onContentChanged(what),
        onResourceUpdated: (uri) => this.onResourceUpdated(uri),
        onLost: (lost) => this.lost(lost),
        mask: this.mask,
        onNote: (note) => this.logger.debug(`MCP server "${this.definition.name}": ${this.mask.apply(note).slice(0, 500)}`),
      });
      if (this.isDisposed) {
        await connection.close();
        throw this.disposedError();
      }
      this.current = connection;
      this.capabilities = connection.capabilities;
      if (this.lostReason !== undefined) this.restarted();
      this.lostReason = undefined;
      this.onStarted();
      return connection;
    } catch (error) {
      if (this.isDisposed) throw this.disposedError();
      this.track(attempt.transport?.close());
      // A write may fail before the news of the exit arrives, which says more.
      if (attempt.transport instanceof StdioTransport) await attempt.transport.settle(error);
      throw this.fail(error, 'answered "initialize"', attempt.transport);
    } finally {
      this.attempt = undefined;
      release();
    }
  }

  private restarted(): void {
    this.onRestarted();
    this.onContentChanged('resources');
    this.onContentChanged('prompts');
  }

  private lost(connection: Connection): void {
    if (this.current !== connection) return;
    this.current = undefined;
    const exit = connection.transport instanceof StdioTransport ? connection.transport.exit : undefined;
    const how = exit === undefined ? 'closed the connection' : `exited (${exit.signal ?? `code ${exit.code}`})`;
    this.lostReason = `${how}; it is started again when it is needed`;
    this.losses.fail(1);
    this.logger.warn(`MCP server "${this.definition.name}" ${this.lostReason}`);
    this.onLost();
  }

  /** Keeps an end that nobody waits for, so that disposing does. */
  private track(closing: Promise<unknown> | undefined): void {
    if (closing === undefined) return;
    const tracked = closing.catch(() => undefined).finally(() => this.closings.delete(tracked));
    this.closings.add(tracked);
  }

  private describe(error: unknown, phase: string, transport: object | undefined): ServerFailure {
    const failure = describeFailure(error, phase, this.definition, transport, this.mask);
    return describeRefusal(failure, error, this.definition, this.access?.authorization.problem, this.mask);
  }

  private refuseEarly(): void {
    if (this.waitMs === 0) return;
    // Somebody may have signed in meanwhile, which the pause was waiting for.
    if (this.access?.authorization.hasNews === true) {
      this.failures.reset();
      this.losses.reset();
      return;
    }
    const reason: ServerFailure = { state: 'failed', summary: this.lostReason ?? 'failed', output: '', hint: 'Try again later.' };
    throw sourceFailedError(this.definition.name, this.failure ?? reason, this.waitMs);
  }

  private disposedError(): ToolrackError {
    return new ToolrackError('ERR_SOURCE_FAILED', `MCP server "${this.definition.name}" is stopped.`, {
      fields: { server: this.definition.name },
    });
  }
}
