import { ToolrackError, type Logger, type RunRequest, type Runtime } from '@toolrack/contracts';
import { within } from '../util/time.js';
import { SharedRun, type RunLease } from './shared-run.js';

/** Bounds of the runs of one scope, in milliseconds. */
export interface ScopeRunsLimits {
  readonly maxRunAgeMs: number;
  readonly refreshWaitMs: number;
}

/** How long after a reported change the visible list is looked at again; reports of one change come in bursts. */
const settleMs = 100;

/** The runs of one scope: everyone with this scope shares the newest; older ones live until their last use. */
export class ScopeRuns {
  private current?: SharedRun;
  private startedAt = 0;
  private starting?: Promise<SharedRun>;
  /** Reported changes, and how many of them the newest run (or the last attempt at one) has taken in. */
  private changes = 0;
  private seen = 0;
  private closed = false;
  private timer?: NodeJS.Timeout;
  private readonly listeners = new Set<(fingerprint: string) => void>();
  private readonly renewals = new Set<(shared: SharedRun) => void>();
  private readonly alive = new Set<SharedRun>();

  constructor(
    private runtime: Runtime,
    private readonly request: RunRequest,
    private readonly limits: ScopeRunsLimits,
    private readonly logger: Logger | undefined,
  ) {}

  /** A lease of the newest run. Rejects when none can be started. */
  async lease(): Promise<RunLease> {
    for (;;) {
      const shared = await this.newest();
      const lease = shared.lease();
      if (lease !== undefined) return lease;
    }
  }

  /** Calls the listener with the fingerprint of a visible list that differs from the one before; returns its disposer. */
  onListChanged(listener: (fingerprint: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls the listener with each newer run; returns its disposer. */
  onRenewed(listener: (shared: SharedRun) => void): () => void {
    this.renewals.add(listener);
    return () => this.renewals.delete(listener);
  }

  /** Whether patterns limit the runs of this scope. */
  get isLimited(): boolean {
    return this.request.allow !== undefined;
  }

  /** The catalog may have changed: the next lease is of a new run. */
  invalidate(): void {
    this.changes += 1;
    if (this.listeners.size === 0 || this.closed) return;
    this.timer ??= setTimeout(() => this.look(), settleMs).unref();
  }

  /** As `invalidate`, unless a run is being started: what its start itself reports is no news. */
  invalidateUnlessStarting(): void {
    if (this.starting === undefined && this.current !== undefined) this.invalidate();
  }

  /** Serves another runtime; resolves when the runs of the old one have ended. */
  async swap(runtime: Runtime): Promise<void> {
    this.runtime = runtime;
    const old = [...this.alive];
    this.current?.retire();
    if (this.current !== undefined) this.invalidate();
    await Promise.all(old.map((shared) => shared.ended));
  }

  /** Ends all runs, used or not. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.listeners.clear();
    this.renewals.clear();
    await this.starting?.catch(() => undefined);
    await Promise.all([...this.alive].map((shared) => shared.end()));
  }

  private get stale(): boolean {
    return this.changes > this.seen;
  }

  private async newest(): Promise<SharedRun> {
    if (this.closed) throw new ToolrackError('ERR_RUNTIME_DISPOSED', 'The gateway has been closed.');
    const current = this.current;
    if (current === undefined || current.runtime !== this.runtime) return this.renew();
    if (this.stale) {
      await within(this.renew(), this.limits.refreshWaitMs).catch((error: unknown) => this.report(error));
    } else if (Date.now() - this.startedAt > this.limits.maxRunAgeMs) {
      this.renew().catch((error: unknown) => this.report(error));
    }
    return this.current ?? current;
  }

  private renew(): Promise<SharedRun> {
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async start(): Promise<SharedRun> {
    const runtime = this.runtime;
    const changes = this.changes;
    // After a failure, too, the next attempt waits for an event or for the age: a broken runtime is not asked at each request.
    const shared = new SharedRun(
      await runtime.startRun(this.request).finally(() => {
        this.startedAt = Date.now();
        this.seen = changes;
      }),
      runtime,
    );
    if (this.closed || runtime !== this.runtime) {
      await shared.end();
      if (!this.closed) return this.start();
      throw new ToolrackError('ERR_RUNTIME_DISPOSED', 'The gateway has been closed.');
    }
    this.alive.add(shared);
    void shared.ended.then(() => this.alive.delete(shared));
    const before = this.current;
    this.current = shared;
    before?.retire();
    if (before !== undefined && this.listeners.size > 0) this.announce(before, shared);
    if (before !== undefined) for (const listener of this.renewals) listener(shared);
    return shared;
  }

  private announce(before: SharedRun, after: SharedRun): void {
    const fingerprint = after.fingerprint();
    if (before.fingerprint() === fingerprint) return;
    for (const listener of this.listeners) listener(fingerprint);
  }

  private look(): void {
    this.timer = undefined;
    if (this.stale && !this.closed) this.renew().catch((error: unknown) => this.report(error));
  }

  private report(error: unknown): void {
    const reason = ToolrackError.is(error) ? error.message : 'unexpected failure';
    this.logger?.warn('The catalog could not be renewed; the old one is served on.', { reason });
  }
}
