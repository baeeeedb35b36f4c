/** Longest wait of a call for a source that has told of a change, in milliseconds. */
const longestWaitMs = 2_000;
/** A source that tells of a change with every list is not listed more often than this, in milliseconds. */
const shortestPauseMs = 100;

/** One source that has told of a change which nobody has seen yet. */
interface Change {
  /** Settles when the new list has arrived or could not be had. */
  readonly seen: Promise<void>;
  readonly resolve: () => void;
  /** The source has told of another change while the list was under way. */
  isOutdated: boolean;
  /** A call has waited in vain: the next ones do not wait. */
  isOverdue: boolean;
}

/**
 * Sources that have told of a change, until their new list has arrived: `relist` is called for it at once, and calls of their tools wait for
 * it. A source that is slow delays one call of its own tools, never those of others.
 */
export class ChangeWatch {
  private readonly changes = new Map<string, Change>();
  private readonly listedAt = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /** `relist` has every source listed again that has told of a change. */
  constructor(private readonly relist: () => void) {}

  announced(source: string): void {
    const known = this.changes.get(source);
    if (known !== undefined) {
      known.isOutdated = true;
      return;
    }
    let resolve = (): void => undefined;
    const seen = new Promise<void>((done) => (resolve = done));
    this.changes.set(source, { seen, resolve, isOutdated: false, isOverdue: false });
    this.ask(source);
  }

  /** A list of the source has arrived, or it failed: its calls tell what is wrong with it. */
  listed(source: string): void {
    const change = this.changes.get(source);
    if (change === undefined) return;
    this.listedAt.set(source, performance.now());
    if (change.isOutdated) {
      change.isOutdated = false;
      this.ask(source);
      return;
    }
    this.changes.delete(source);
    change.resolve();
  }

  /** Resolves when nothing is known to have changed unseen; `undefined` when that is so now. Never rejects. */
  settled(source: string, signal: AbortSignal): Promise<undefined> | undefined {
    const change = this.changes.get(source);
    if (change === undefined || change.isOverdue || signal.aborted) return undefined;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.timers.delete(timer);
        signal.removeEventListener('abort', end);
        resolve(undefined);
      };
      const timer = setTimeout(() => {
        change.isOverdue = true;
        end();
      }, longestWaitMs);
      this.timers.add(timer);
      signal.addEventListener('abort', end, { once: true });
      void change.seen.then(end);
    });
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const { resolve } of this.changes.values()) resolve();
    this.changes.clear();
  }

  private ask(source: string): void {
    const pause = (this.listedAt.get(source) ?? -shortestPauseMs) + shortestPauseMs - performance.now();
    if (pause <= 0) return this.relist();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.relist();
    }, pause).unref();
    this.timers.add(timer);
  }
}
