import type { CallAnswer, JsonObject } from '@toolrack/contracts';

/** What a call needs from the caller before it can go on. */
export type Pending =
  | { readonly kind: 'client'; readonly callId: string; readonly toolId: string; readonly arguments: JsonObject }
  | {
      readonly kind: 'approval';
      readonly approvalId: string;
      readonly toolId: string;
      readonly arguments: JsonObject;
      readonly reasons: readonly string[];
    };

/** One step of a call: it waits for the caller, or it has ended. */
export type Outcome = { readonly pending: Pending } | { readonly answer: CallAnswer };

/**
 * One `call` of the protocol from its request to its last answer. Its steps come one after the other, also when several
 * tools behind it wait at the same time; each `call`, `result` and `approve` takes the next one.
 */
export class HostCall {
  private readonly controller = new AbortController();
  private readonly steps: Outcome[] = [];
  private readonly takers: ((outcome: Outcome) => void)[] = [];
  private answer: CallAnswer | undefined;

  constructor(
    readonly runId: string,
    readonly callId: string,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  cancel(): void {
    this.controller.abort(new Error('cancelled by the caller'));
  }

  /** A tool waits for the caller. Returns what takes the step back when it no longer waits. */
  wait(pending: Pending): () => void {
    const step: Outcome = { pending };
    const taker = this.takers.shift();
    if (taker !== undefined) taker(step);
    else this.steps.push(step);
    return () => {
      const index = this.steps.indexOf(step);
      if (index >= 0) this.steps.splice(index, 1);
    };
  }

  /** The call has ended: everybody who waits, now or later, is told the same. */
  end(answer: CallAnswer): void {
    this.answer = answer;
    this.steps.length = 0;
    for (const taker of this.takers.splice(0)) taker({ answer });
  }

  /** The next step, as soon as there is one. */
  async next(): Promise<Outcome> {
    const step = this.steps.shift();
    if (step !== undefined) return step;
    if (this.answer !== undefined) return { answer: this.answer };
    return new Promise((resolve) => this.takers.push(resolve));
  }
}
