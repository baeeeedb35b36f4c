import { reasonOf, ToolrackError, type Logger } from '@toolrack/contracts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRemembered, type RememberedDecision } from './remembered-decision.js';

/** Format of the file. */
const version = 1;

/**
 * Remembered decisions by their ids, in memory and, with a `file`, on disk: read again whenever the file has changed, so that a
 * decision revoked by another process no longer holds at once. What cannot be read remembers nothing.
 */
export class DecisionStore {
  private decisions = new Map<string, RememberedDecision>();
  private seen = '';

  constructor(
    private readonly options: {
      readonly file: string | undefined;
      readonly mostEntries: number;
      readonly now: () => number;
      readonly logger?: Pick<Logger, 'warn'>;
    },
  ) {}

  get(id: string): RememberedDecision | undefined {
    this.refresh();
    const found = this.decisions.get(id);
    return found !== undefined && found.until > this.options.now() ? found : undefined;
  }

  /** Every decision that still holds, the oldest first. */
  list(): readonly RememberedDecision[] {
    this.refresh();
    return [...this.decisions.values()].filter((entry) => entry.until > this.options.now());
  }

  /** The oldest decision leaves when there are too many. */
  set(decision: RememberedDecision): void {
    this.refresh();
    this.decisions.delete(decision.id);
    const kept = [...this.list(), decision].slice(-this.options.mostEntries);
    this.replace(kept);
  }

  /** Forgets what the filter names; returns how many decisions that were. */
  revoke(filter: (decision: RememberedDecision) => boolean): number {
    const before = this.list();
    const kept = before.filter((decision) => !filter(decision));
    if (kept.length < before.length) this.replace(kept);
    return before.length - kept.length;
  }

  private replace(decisions: readonly RememberedDecision[]): void {
    this.decisions = new Map(decisions.map((decision) => [decision.id, decision]));
    const { file } = this.options;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    // Written beside it and renamed, so that a reader never sees half a file; nobody else may read or change it.
    const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      writeFileSync(draft, `${JSON.stringify({ version, decisions }, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
    this.seen = this.stamp(file);
  }

  private refresh(): void {
    const { file } = this.options;
    if (file === undefined) return;
    const stamp = this.stamp(file);
    if (stamp === this.seen) return;
    this.seen = stamp;
    this.decisions = stamp === '' ? new Map<string, RememberedDecision>() : this.read(file);
  }

  private read(file: string): Map<string, RememberedDecision> {
    try {
      const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown; readonly decisions?: unknown };
      if (content.version !== version || !Array.isArray(content.decisions)) throw new Error(`not a file of version ${version}`);
      const read = content.decisions.map(readRemembered);
      if (read.includes(undefined)) throw new Error('an entry is damaged');
      return new Map((read as RememberedDecision[]).map((decision) => [decision.id, decision]));
    } catch (error) {
      this.options.logger?.warn(`remembered approvals are not used: ${file} cannot be read: ${reasonOf(error)}`);
      return new Map();
    }
  }

  /** Changes when the file does; `""` without one. */
  private stamp(file: string): string {
    try {
      const { mtimeMs, size, ino } = statSync(file);
      return `${ino} ${mtimeMs} ${size}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw new ToolrackError('ERR_CONFIG_FILE', `The file of remembered approvals ${file} cannot be read: ${reasonOf(error)}.`);
    }
  }
}
