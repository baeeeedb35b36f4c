/** Ends something that shows no sign of life for a time; the time stands still while somebody else is waited for. */
export class IdleLimit {
  private timer?: NodeJS.Timeout;
  private isPaused = false;
  private isStopped = false;

  constructor(
    private readonly limitMs: number,
    private readonly onIdle: () => void,
  ) {
    this.restart();
  }

  /** A sign of life. */
  restart(): void {
    clearTimeout(this.timer);
    if (!this.isPaused && !this.isStopped) this.timer = setTimeout(this.onIdle, this.limitMs);
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.restart();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
