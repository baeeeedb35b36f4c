/** Most messages at once, and how many more each second. */
const burst = 100;
const perSecond = 50;

/** Thins out a flood of messages that nobody needs in full, instead of buffering it. */
export class Thinner {
  private tokens = burst;
  private refilledAt = performance.now();

  /** Whether the next message may pass. */
  take(): boolean {
    const now = performance.now();
    this.tokens = Math.min(burst, this.tokens + ((now - this.refilledAt) / 1000) * perSecond);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
