import type { JsonValue } from '@toolrack/contracts';

import { AnswerOrder, errorBody, type AnswerBody } from './answer-order.js';
import { protocolError } from './fields.js';
import type { SplitLine } from './line-splitter.js';
import { createOperations, type Operation, type OperationContext } from './operations.js';
import { parseRequest } from './request.js';
import { toJsonLine } from './to-json-line.js';

/** How long running calls are awaited after the input has ended. */
const graceMs = 10_000;
/** How long a cancelled call may take to answer at the end. */
const abortMs = 2_000;

/** What the engine needs besides what its operations act on. */
export interface EngineOptions extends OperationContext {
  /** Writes one line, without its end; resolves when more may be written. */
  readonly write: (line: string) => Promise<void>;
  readonly graceMs?: number;
}

/** Answers the lines of the protocol over one runtime. */
export class JsonlEngine {
  private readonly order: AnswerOrder;
  private readonly operations: Readonly<Record<string, Operation>>;
  private starting = 0;

  constructor(private readonly options: EngineOptions) {
    this.order = new AnswerOrder((answer) => options.write(toJsonLine(answer)));
    this.operations = createOperations(options);
  }

  /** Takes one line; blank ones are skipped. Never throws. */
  handle(line: SplitLine): void {
    if ('fault' in line) {
      this.refuse(null, false, protocolError(`The request cannot be read: ${line.fault}.`));
      return;
    }
    if (line.text.trim() === '') return;
    const parsed = parseRequest(line.text);
    if ('error' in parsed) {
      this.refuse(parsed.id, parsed.isAsync, parsed.error);
      return;
    }
    const { id, isAsync, op, fields } = parsed.request;
    try {
      const work = (this.operations[op] as Operation)(fields);
      this.order.add(id, isAsync, op === 'start' ? { run: () => this.counted(() => work.run()) } : work);
    } catch (error) {
      this.refuse(id, isAsync, error);
    }
  }

  /**
   * The input has ended: requests that were read are still answered as long as one of them gets done every 10 seconds. Then,
   * or when `signal` aborts, everything that still runs or waits for the caller is cancelled and answered as such.
   */
  async finish(signal?: AbortSignal): Promise<void> {
    while (this.order.outstanding > 0 && signal?.aborted !== true) {
      const isDone = await within(this.order.nextSettled(), this.options.graceMs ?? graceMs, signal);
      // The start of a run has limits of its own.
      if (!isDone && this.starting === 0) break;
    }
    this.options.calls.cancelAll();
    while (this.order.outstanding > 0) {
      if (!(await within(this.order.nextSettled(), abortMs))) break;
      this.options.calls.cancelAll();
    }
  }

  private async counted(run: () => AnswerBody | Promise<AnswerBody>): Promise<AnswerBody> {
    this.starting += 1;
    try {
      return await run();
    } finally {
      this.starting -= 1;
    }
  }

  private refuse(id: JsonValue, isAsync: boolean, error: unknown): void {
    this.order.add(id, isAsync, { run: () => errorBody(error) });
  }
}

/** True when the promise settles in time. */
async function within(promise: Promise<void>, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  let stop = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const abort = (): void => resolve(false);
    signal?.addEventListener('abort', abort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    stop();
  }
}
