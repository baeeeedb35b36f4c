interface Waiter {
  readonly exclusive: boolean;
  readonly start: () => void;
}

/** A queue for slots: first in, first out; an exclusive call runs alone, and one that waits blocks those that came later. */
export class Lane {
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
