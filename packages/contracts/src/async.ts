/** Rejects with `onTimeout()` when the promise has not settled in time. The promise itself goes on; its late rejection is swallowed. */
export async function withTimeout<Value>(promise: PromiseLike<Value>, milliseconds: number, onTimeout: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onTimeout()), milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the promise at most that long and never rejects: true when it settled in time. */
export async function settledWithin(promise: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, limit]);
  clearTimeout(timer);
  return result;
}

/** The promise, or a rejection with the signal's reason if that comes first. */
export async function untilAborted<Value>(promise: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  let abort: () => void = () => undefined;
  const interruption = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, interruption]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A controller that also aborts when one of the signals does. `release` unlinks it, so that a long-lived signal keeps nothing alive. */
export function linkedController(...signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const links: [AbortSignal, () => void][] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else {
      signal.addEventListener('abort', abort, { once: true });
      links.push([signal, abort]);
    }
  }
  return { controller, release: () => links.forEach(([signal, abort]) => signal.removeEventListener('abort', abort)) };
}

/** True for anything with a `then`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
