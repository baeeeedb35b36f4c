/** A clock that stands still until it is told to move. */
export interface FakeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, delayMs: number): number;
  clearTimeout(handle: number): void;
  /** Moves on and runs due callbacks in the order of their times; each sees `now()` at its own time. Lets pending promises settle in between. */
  advance(milliseconds: number): Promise<void>;
  /** Timers that have not run. */
  readonly pending: number;
}

/** A fake clock that starts at `start` (default 2026-01-01T00:00:00Z). */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let time = start;
  let handles = 0;
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const nextDue = (end: number): [number, { readonly at: number; readonly callback: () => void }] | undefined =>
    [...timers].filter(([, timer]) => timer.at <= end).sort(([left, a], [right, b]) => a.at - b.at || left - right)[0];
  return {
    now: () => time,
    setTimeout: (callback, delayMs) => {
      handles += 1;
      timers.set(handles, { at: time + Math.max(0, delayMs), callback });
      return handles;
    },
    clearTimeout: (handle) => void timers.delete(handle),
    advance: async (milliseconds) => {
      const end = time + milliseconds;
      await settle();
      for (let due = nextDue(end); due !== undefined; due = nextDue(end)) {
        timers.delete(due[0]);
        time = due[1].at;
        due[1].callback();
        await settle();
      }
      time = end;
    },
    get pending() {
      return timers.size;
    },
  };
}
