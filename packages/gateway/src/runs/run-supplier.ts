import type { ScopeRuns } from './scope-runs.js';
import type { RunLease } from './shared-run.js';

/** Where a connection takes its run from. Each lease must be released. */
export interface RunSupplier {
  /** For `tools/list`: the newest run. */
  forList(): Promise<RunLease>;
  /** For everything else: the run whose list the client knows, or the newest when it knows none. */
  forCall(): Promise<RunLease>;
}

/** For requests without a connection: always the newest run. */
export function freshRuns(runs: ScopeRuns): RunSupplier {
  return { forList: () => runs.lease(), forCall: () => runs.lease() };
}

/** For a session or a stdio connection: pinned to one run until the list is asked for again, so that what was listed can be called. */
export class PinnedRuns implements RunSupplier {
  private pinned?: RunLease;
  private known?: string;
  private closed = false;

  constructor(private readonly runs: ScopeRuns) {}

  async forList(): Promise<RunLease> {
    const lease = await this.runs.lease();
    this.known = lease.shared.fingerprint();
    this.pin(lease.shared.share());
    return lease;
  }

  async forCall(): Promise<RunLease> {
    if (this.pinned !== undefined) return this.pinned.shared.share();
    const lease = await this.runs.lease();
    this.pin(lease.shared.share());
    return lease;
  }

  /** Whether a client that has asked for the list would now see another one. */
  isOutdatedBy(fingerprint: string): boolean {
    return this.known !== undefined && this.known !== fingerprint;
  }

  /** Lets go of the pinned run; the next use pins the newest. */
  unpin(): void {
    this.pinned?.release();
    this.pinned = undefined;
  }

  /** Lets go for good. */
  close(): void {
    this.closed = true;
    this.unpin();
  }

  private pin(lease: RunLease): void {
    this.unpin();
    if (this.closed) lease.release();
    else this.pinned = lease;
  }
}
