/**
 * A taken slot of a lane. It is free again when the call and all work that the call leaves behind have settled, or `limitMs` milliseconds after
 * nobody waits for the call any more (0: not before), since something that never settles would lock its catalog for ever.
 */
export class LaneSlot {
  private holders = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `free` is called once; `abandoned` before it when the limit has passed. */
  constructor(
    private readonly free: () => void,
    private readonly limitMs: number,
    private readonly abandoned: () => void,
  ) {}

  /** Keeps the slot until that work has settled, too. */
  hold(work: PromiseLike<unknown>): void {
    this.holders += 1;
    const leave = (): void => this.leave();
    work.then(leave, leave);
  }

  /** The call itself has settled. */
  close(): void {
    this.leave();
    this.giveUp();
  }

  /** Nobody waits for the call any more; from now on the limit counts. */
  giveUp(): void {
    if (this.holders === 0 || this.limitMs === 0 || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      if (this.holders === 0) return;
      this.holders = 0;
      this.abandoned();
      this.free();
    }, this.limitMs);
    this.timer.unref();
  }

  private leave(): void {
    // After the limit nothing is left to free.
    if (this.holders === 0 || (this.holders -= 1) > 0) return;
    clearTimeout(this.timer);
    this.free();
  }
}
