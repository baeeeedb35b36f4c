import type { Runtime } from '@toolrack/contracts';

/** Which sources of a runtime have listed, for one that takes over from it. */
export class ListedSources {
  private readonly listed = new Set<string>();
  private readonly answered = new Set<string>();
  private readonly waiters = new Set<() => void>();
  private readonly unsubscribe: readonly (() => void)[];

  constructor(runtime: Runtime) {
    this.unsubscribe = [
      runtime.events.on('source:listed', ({ sourceId }) => {
        this.listed.add(sourceId);
        this.answer(sourceId);
      }),
      runtime.events.on('source:failed', ({ sourceId }) => {
        this.listed.delete(sourceId);
        this.answer(sourceId);
      }),
    ];
  }

  /** Whether the last list of a source came. */
  has(sourceId: string): boolean {
    return this.listed.has(sourceId);
  }

  /** Resolves when each of these has listed, or failed to. */
  async answers(sourceIds: readonly string[]): Promise<void> {
    while (sourceIds.some((id) => !this.answered.has(id))) await new Promise<void>((resolve) => this.waiters.add(resolve));
  }

  /** Listens no longer; nobody is kept waiting. */
  close(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
  }

  private answer(sourceId: string): void {
    this.answered.add(sourceId);
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const waiter of waiters) waiter();
  }
}
