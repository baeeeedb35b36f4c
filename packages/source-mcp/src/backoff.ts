/** Keeps a failing server from being started again and again: the pause doubles with each failure in a row. */
export class Backoff {
  private failures = 0;
  private retryAt = 0;

  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a failure. The first `free` ones in a row cost no pause. */
  fail(free = 0): void {
    this.failures += 1;
    const exponent = this.failures - 1 - free;
    this.retryAt = exponent < 0 ? 0 : this.now() + Math.min(this.mostMs, this.firstMs * 2 ** Math.min(exponent, 30));
  }

  /** The server has worked. */
  reset(): void {
    this.failures = 0;
    this.retryAt = 0;
  }

  /** Milliseconds until the next attempt is allowed; 0 when it is. */
  get waitMs(): number {
    return Math.max(0, this.retryAt - this.now());
  }
}
