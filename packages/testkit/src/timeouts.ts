/** Resolves after `milliseconds` of real time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Rejects with an error that says `what` when the promise does not settle in time; the timer never keeps the process alive. */
export async function within<Value>(milliseconds: number, what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} did not settle within ${String(milliseconds)} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How a promise ended. */
export type Settled<Value> =
  { readonly status: 'fulfilled'; readonly value: Value } | { readonly status: 'rejected'; readonly reason: unknown };

/** Calls the function and reports how it ended; a synchronous throw counts as a rejection. */
export async function outcome<Value>(body: () => Value | Promise<Value>): Promise<Settled<Value>> {
  try {
    return { status: 'fulfilled', value: await body() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}
