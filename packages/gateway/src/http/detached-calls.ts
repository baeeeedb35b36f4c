import type { RequestId } from '@modelcontextprotocol/server';

interface Detached {
  readonly release: () => void;
  timer?: NodeJS.Timeout;
}

/**
 * Calls whose client lost its connection and may come back for the answer (`Last-Event-ID`). They go on for a while; one that nobody comes
 * back for is given up. While a client is there that came back, none is.
 */
export class DetachedCalls {
  private readonly calls = new Map<RequestId, Detached>();
  private resumed = 0;

  constructor(
    private readonly waitMs: number,
    private readonly giveUp: (id: RequestId) => void,
  ) {}

  /** The client of a running call has gone; `release` is called when the call needs no client any more. */
  add(id: RequestId, release: () => void): void {
    const call: Detached = { release };
    this.calls.set(id, call);
    if (this.resumed === 0) this.wait(id, call);
  }

  /** A client came back; it stays until the returned function is called. */
  resume(): () => void {
    this.resumed += 1;
    for (const call of this.calls.values()) clearTimeout(call.timer);
    return () => {
      this.resumed -= 1;
      if (this.resumed === 0) for (const [id, call] of this.calls) this.wait(id, call);
    };
  }

  /** The call has been answered or given up. */
  settle(id: RequestId): void {
    const call = this.calls.get(id);
    if (call === undefined) return;
    clearTimeout(call.timer);
    this.calls.delete(id);
    call.release();
  }

  /** Gives up waiting for all of them. */
  clear(): void {
    for (const id of [...this.calls.keys()]) this.settle(id);
  }

  private wait(id: RequestId, call: Detached): void {
    call.timer = setTimeout(() => {
      this.giveUp(id);
      this.settle(id);
    }, this.waitMs).unref();
  }
}
