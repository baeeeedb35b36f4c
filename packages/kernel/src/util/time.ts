/** Rejects with `onTimeout()` when the promise has not settled in time. The promise itself goes on; its late rejection is swallowed. */
export async function withTimeout<Value>(
  promise: PromiseLike<Value>,
  milliseconds: number,
  onTimeout: () => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
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
  let timer: NodeJS.Timeout | undefined;
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

/** The words of an unknown thrown value, at most 2,000 characters. Never throws. */
export function reasonOf(error: unknown): string {
  try {
    const text =
      error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
        ? String(error.message)
        : String(error);
    return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  } catch {
    return 'unreadable error';
  }
}
