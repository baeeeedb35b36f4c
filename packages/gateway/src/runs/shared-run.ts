import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Run, Runtime } from '@toolrack/contracts';
import { toWireTools, type WireTool } from '../mcp/wire-tools.js';

/** One use of a shared run. `release` is idempotent. */
export interface RunLease {
  readonly run: Run;
  readonly shared: SharedRun;
  release(): void;
}

/** A run that several requests use at once; it ends when it is retired and its last lease has been released. */
export class SharedRun {
  private uses = 0;
  private retired = false;
  private wire?: readonly WireTool[];
  private byName?: ReadonlyMap<string, WireTool>;
  private print?: string;
  private finish: () => void = () => undefined;
  /** Resolves when the run has ended. */
  readonly ended: Promise<void>;

  constructor(
    readonly run: Run,
    readonly runtime: Runtime,
  ) {
    this.ended = new Promise((resolve) => (this.finish = resolve));
    // One listener for each running call of every client that shares the run; there is no sensible limit to warn at.
    setMaxListeners(0, run.context.signal);
  }

  /** A lease, or `undefined` once the run has been retired. */
  lease(): RunLease | undefined {
    return this.retired ? undefined : this.share();
  }

  /** A further lease for one who already holds one; a retired run stays alive until all are released. */
  share(): RunLease {
    this.uses += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.uses -= 1;
      this.endWhenUnused();
    };
    return { run: this.run, shared: this, release };
  }

  /** No new leases; ends the run as soon as it is unused. */
  retire(): void {
    if (this.retired) return;
    this.retired = true;
    this.endWhenUnused();
  }

  /** Ends the run now: its running calls answer that they were interrupted. */
  async end(): Promise<void> {
    this.retired = true;
    await this.run.end().catch(() => undefined);
    this.finish();
  }

  /** The tools as MCP lists them, made once. */
  tools(): readonly WireTool[] {
    this.wire ??= toWireTools(this.run);
    return this.wire;
  }

  /** The listed tool of that name. */
  tool(name: string): WireTool | undefined {
    this.byName ??= new Map(this.tools().map((tool) => [tool.name, tool]));
    return this.byName.get(name);
  }

  /** Equal fingerprints mean the same visible list, byte for byte. */
  fingerprint(): string {
    this.print ??= createHash('sha256').update(JSON.stringify(this.tools())).digest('hex');
    return this.print;
  }

  private endWhenUnused(): void {
    if (this.retired && this.uses === 0) void this.end();
  }
}
