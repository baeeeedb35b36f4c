import type { ToolrackEvent } from '@toolrack/contracts';

/** The newest events of the process; older ones are forgotten. */
export class EventBuffer {
  private readonly events: ToolrackEvent[] = [];
  private next = 0;

  constructor(private readonly capacity = 10_000) {}

  push(event: ToolrackEvent): void {
    this.events[this.next] = event;
    this.next = (this.next + 1) % this.capacity;
  }

  /** Events in their order, of one run and from a moment on (milliseconds since the epoch, inclusive) when asked so. */
  select(filter: { readonly runId?: string; readonly since?: number }): readonly ToolrackEvent[] {
    const isFull = this.events.length === this.capacity;
    const inOrder = isFull ? [...this.events.slice(this.next), ...this.events.slice(0, this.next)] : this.events;
    return inOrder.filter(
      (event) =>
        (filter.runId === undefined || ('runId' in event && event.runId === filter.runId)) &&
        (filter.since === undefined || event.at >= filter.since),
    );
  }
}
