/** Counts the exchanges that must be allowed to end before a shutdown. */
export class Drain {
  private running = 0;
  private open = true;
  private readonly waiters = new Set<() => void>();

  /** Whether new exchanges are taken. */
  get isOpen(): boolean {
    return this.open;
  }

  /** Counts an exchange until the returned function is called; calling it again does nothing. */
  enter(): () => void {
    this.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.running -= 1;
      if (this.running === 0) for (const waiter of this.waiters) waiter();
    };
  }

  /** Takes no new exchanges; tells whether all running ones ended in time. */
  async wait(ms: number): Promise<boolean> {
    this.open = false;
    if (this.running === 0) return true;
    return new Promise((resolve) => {
      const done = (ended: boolean): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(ended);
      };
      const waiter = (): void => done(true);
      const timer = setTimeout(() => done(false), ms);
      this.waiters.add(waiter);
    });
  }
}
