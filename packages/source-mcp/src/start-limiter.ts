/** After this long a start no longer counts: it waits for a network or a person, not for a processor. In milliseconds. */
const longestTurnMs = 5_000;

/** Lets only so many servers start at the same time; a hanging one holds its turn for five seconds at most. */
export class StartLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  /** Waits for a turn and returns the function that ends it. */
  async acquire(): Promise<() => void> {
    if (this.running >= this.limit) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    };
    const timer = setTimeout(release, longestTurnMs);
    return release;
  }
}
