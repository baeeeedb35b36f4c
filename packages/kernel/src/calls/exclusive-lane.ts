import { AsyncLocalStorage } from 'node:async_hooks';
import { injectable } from 'inversify';
import { ToolrackError, type Execution } from '@toolrack/contracts';

interface Waiter {
  readonly exclusive: boolean;
  readonly start: () => void;
}

/** First in, first out; an exclusive call runs alone, and one that waits blocks those that came later. */
class Lane {
  private readonly waiting: Waiter[] = [];
  private running = 0;
  private exclusiveRunning = false;

  get idle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  get exclusiveWaiting(): boolean {
    return this.waiting.some((waiter) => waiter.exclusive);
  }

  /** Resolves with the release of the slot. Rejects with the signal's reason while it waits. */
  enter(exclusive: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const leave = (): void => {
        const position = this.waiting.indexOf(waiter);
        if (position >= 0) this.waiting.splice(position, 1);
        reject(signal.reason as Error);
        this.admit();
      };
      const waiter: Waiter = {
        exclusive,
        start: () => {
          signal.removeEventListener('abort', leave);
          this.running++;
          this.exclusiveRunning = exclusive;
          let released = false;
          resolve(() => {
            if (released) return;
            released = true;
            this.running--;
            if (exclusive) this.exclusiveRunning = false;
            this.admit();
          });
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
      this.admit();
    });
  }

  private admit(): void {
    for (let head = this.waiting[0]; head !== undefined; head = this.waiting[0]) {
      if (this.exclusiveRunning || (head.exclusive && this.running > 0)) return;
      this.waiting.shift();
      head.start();
    }
  }
}

/** One ancestor of the code that runs now. */
interface Ancestor {
  readonly lane: Lane;
  readonly exclusive: boolean;
  readonly parent: Ancestor | undefined;
}

/** Exclusive execution among the calls of one catalog, over all its runs. */
@injectable()
export class ExclusiveLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly ancestry = new AsyncLocalStorage<Ancestor>();

  /**
   * Waits for a slot of the lane, then runs `work` in it. The slot is held until `work` has settled, even when nobody waits for it any more.
   * A call from inside a running tool of the same lane fails with `ERR_CALL_REENTRANT` where waiting could never end.
   */
  async run<Value>(
    key: string,
    execution: Execution,
    signal: AbortSignal,
    toolId: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    let lane = this.lanes.get(key);
    if (lane === undefined) this.lanes.set(key, (lane = new Lane()));
    const exclusive = execution === 'sequential';
    const parent = this.ancestry.getStore();
    this.refuseDeadlock(lane, exclusive, parent, toolId);
    const release = await lane.enter(exclusive, signal);
    try {
      return await this.ancestry.run({ lane, exclusive, parent }, work);
    } finally {
      release();
      if (lane.idle) this.lanes.delete(key);
    }
  }

  private refuseDeadlock(lane: Lane, exclusive: boolean, parent: Ancestor | undefined, toolId: string): void {
    for (let ancestor = parent; ancestor !== undefined; ancestor = ancestor.parent) {
      if (ancestor.lane !== lane) continue;
      if (ancestor.exclusive || exclusive || lane.exclusiveWaiting) {
        throw new ToolrackError(
          'ERR_CALL_REENTRANT',
          `The call of ${toolId} from inside a running tool would wait for that tool for ever.`,
          { toolId, hint: 'Call it after the running tool has ended.' },
        );
      }
    }
  }
}
