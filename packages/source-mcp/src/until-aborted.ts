import { shareSignal } from './shared-signal.js';

/** The promise's outcome, or a rejection with `makeError()` as soon as the signal aborts; the work itself goes on. */
export async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal, makeError: () => Error): Promise<Value> {
  promise.catch(() => undefined);
  if (signal.aborted) throw makeError();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(makeError());
    shareSignal(signal).addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
