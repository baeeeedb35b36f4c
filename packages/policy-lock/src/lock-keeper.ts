import { statSync } from 'node:fs';

import { compareCodeUnits, matchPattern, reasonOf, sourceId, type ToolDescriptor } from '@toolrack/contracts';

import { changeOf, changeOfSource, isMoved, type LockChange, type Origins } from './compare-lock.js';
import { readLock, type Lock } from './lock-file.js';
import type { Quarantine } from './quarantine.js';

/** Why a tool is kept out. */
export type QuarantineStatus = 'new' | 'changed' | 'moved' | 'unreadable lock';

/** Says of every tool whether it is as it was reviewed. The lock is the one stored status; this reads it again when its file changes. */
export class LockKeeper implements Quarantine {
  private lock: Lock | undefined;
  private fault: string | undefined;
  private seen: string;
  private readonly quarantined = new Map<string, { readonly digest: string; readonly change: LockChange }>();
  /** Facts about sources, so that ten thousand tools do not ask the same question. */
  private readonly sources = new Map<string, { readonly isExempt: boolean; readonly isMoved: boolean }>();

  /** Throws `ERR_CONFIG_FILE` when the lock is missing or damaged. */
  constructor(
    readonly file: string,
    private readonly except: readonly string[],
    private readonly origins: Origins,
  ) {
    this.seen = fingerprint(file);
    this.lock = readLock(file);
  }

  /** Reads the file again if it is another one now; true when statuses may have changed. A damaged one quarantines everything. */
  refresh(): boolean {
    const now = fingerprint(this.file);
    if (now === this.seen) return false;
    this.seen = now;
    this.sources.clear();
    this.quarantined.clear();
    try {
      this.lock = readLock(this.file);
      this.fault = undefined;
    } catch (error) {
      this.lock = undefined;
      this.fault = reasonOf(error);
    }
    return true;
  }

  /** `undefined` for a tool that is as it was reviewed, or that is not locked at all. */
  check(tool: ToolDescriptor): QuarantineStatus | undefined {
    const source = this.sourceOf(sourceId(tool.source));
    if (source.isExempt) return undefined;
    if (this.lock === undefined) return 'unreadable lock';
    const locked = this.lock.tools.get(tool.id);
    if (locked?.digest === tool.digest && !source.isMoved) return undefined;
    return locked === undefined ? 'new' : locked.digest === tool.digest ? 'moved' : 'changed';
  }

  /** Of a source without tools, whose resources and prompts are all that there is of it. `isFresh`: it was not known to be quarantined. */
  checkSource(id: string): { readonly status: QuarantineStatus | undefined; readonly isFresh: boolean } {
    if (this.sourceOf(id).isExempt) return { status: undefined, isFresh: false };
    if (this.lock === undefined) return { status: 'unreadable lock', isFresh: false };
    const change = changeOfSource(this.lock, id, this.origins);
    if (change === undefined) return { status: undefined, isFresh: false };
    const isFresh = this.quarantined.get(change.id)?.change.status !== change.status;
    if (isFresh) this.quarantined.set(change.id, { digest: '', change });
    return { status: change.status === 'new' ? 'new' : 'moved', isFresh };
  }

  /** Notes what a catalog was built with; true when the tool was not known to be quarantined as it is. */
  note(tool: ToolDescriptor, status: QuarantineStatus | undefined): boolean {
    if (status === undefined || status === 'unreadable lock' || this.lock === undefined) {
      if (this.quarantined.size > 0) this.quarantined.delete(tool.id);
      return false;
    }
    const known = this.quarantined.get(tool.id);
    if (known?.digest === tool.digest && known.change.status === status) return false;
    this.quarantined.set(tool.id, { digest: tool.digest, change: changeOf(this.lock, tool, status, this.origins) });
    return true;
  }

  changes(): readonly LockChange[] {
    return [...this.quarantined.values()].map(({ change }) => change).sort((left, right) => compareCodeUnits(left.id, right.id));
  }

  damage(): string | undefined {
    return this.fault;
  }

  /** True for a source whose tools are held to the lock. */
  holds(source: string): boolean {
    return !this.sourceOf(source).isExempt;
  }

  private sourceOf(id: string): { readonly isExempt: boolean; readonly isMoved: boolean } {
    let facts = this.sources.get(id);
    if (facts === undefined) {
      const moved = this.lock !== undefined && isMoved(this.lock, id, this.origins);
      facts = { isExempt: this.except.some((pattern) => matchPattern(pattern, id)), isMoved: moved };
      this.sources.set(id, facts);
    }
    return facts;
  }
}

/** Changes with every replacement of the file; `""` when it cannot be looked at. */
function fingerprint(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}
