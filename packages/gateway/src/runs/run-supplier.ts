import type { ScopeRuns } from './scope-runs.js';
import type { RunLease } from './shared-run.js';

/** Where a connection takes its run from. Each lease must be released. */
export interface RunSupplier {
  /** For `tools/list`: the newest run. */
  forList(): Promise<RunLease>;
  /** For everything else: the newest run, or the one whose list the client knows when only that one has the tool of this name. */
  forCall(tool?: string): Promise<RunLease>;
}

/** For requests without a connection: always the newest run. */
export function freshRuns(runs: ScopeRuns): RunSupplier {
  return { forList: () => runs.lease(), forCall: () => runs.lease() };
}

/**
 * For a session or a stdio connection. Calls go to the newest run, so that a server that listed late is found by a search of a client that
 * connected early; but what was listed can be called until the list is asked for again, in the run that it was listed from.
 */
export class PinnedRuns implements RunSupplier {
  private listed?: RunLease;
  private working?: RunLease;
  private known?: string;
  private closed = false;

  constructor(private readonly runs: ScopeRuns) {}

  async forList(): Promise<RunLease> {
    const lease = await this.runs.lease();
    this.known = lease.shared.fingerprint();
    this.unpin();
    if (!this.closed) [this.listed, this.working] = [lease.shared.share(), lease.shared.share()];
    return lease;
  }

  async forCall(tool?: string): Promise<RunLease> {
    const newest = await this.newest();
    const { listed } = this;
    const isGone = tool !== undefined && listed?.shared.tool(tool) !== undefined && newest.shared.tool(tool) === undefined;
    if (!isGone) return newest;
    newest.release();
    return listed.shared.share();
  }

  /** Whether a client that has asked for the list would now see another one. */
  isOutdatedBy(fingerprint: string): boolean {
    return this.known !== undefined && this.known !== fingerprint;
  }

  /** Lets go of the runs; the next use takes the newest. */
  unpin(): void {
    this.listed?.release();
    this.working?.release();
    this.listed = this.working = undefined;
  }

  /** Lets go for good. */
  close(): void {
    this.closed = true;
    this.unpin();
  }

  /** A run keeps what it has shown, so it is left only for one with another catalog. */
  private async newest(): Promise<RunLease> {
    const newest = await this.runs.lease().catch((error: unknown) => {
      if (this.working === undefined) throw error;
      return this.working.shared.share();
    });
    const { working } = this;
    if (working !== undefined && working.run.catalog.digest === newest.run.catalog.digest) {
      newest.release();
      return working.shared.share();
    }
    working?.release();
    this.working = this.closed ? undefined : newest.shared.share();
    return newest;
  }
}
