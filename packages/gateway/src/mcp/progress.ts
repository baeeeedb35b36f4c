import type { ToolProgress } from '@toolrack/contracts';

/** Most notifications at once, and how many more each second: a tool that floods is thinned out, not buffered. */
const burst = 100;
const perSecond = 50;

/** Passes the progress of one call on, thinned out and strictly increasing as MCP demands; silent after `stop`. */
export class ProgressForwarder {
  private last = -Infinity;
  private tokens = burst;
  private refilledAt = performance.now();
  private stopped = false;

  constructor(private readonly send: (progress: ToolProgress) => Promise<void>) {}

  readonly forward = (progress: ToolProgress): void => {
    if (this.stopped || !(progress.progress > this.last) || !this.take()) return;
    this.last = progress.progress;
    const { total, message } = progress;
    const clean: ToolProgress = {
      progress: progress.progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that has gone cancels the call by its own signal; the failed notification adds nothing.
    this.send(clean).catch(() => undefined);
  };

  stop(): void {
    this.stopped = true;
  }

  private take(): boolean {
    const now = performance.now();
    this.tokens = Math.min(burst, this.tokens + ((now - this.refilledAt) / 1000) * perSecond);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
