import type { EventId, EventStore, JSONRPCMessage, RequestId, StreamId } from '@modelcontextprotocol/server';

/** Most events of one session that are kept, and the characters that they may hold together; an event alone may hold more. */
const mostEvents = 256;
const mostCharacters = 1_048_576;

/** What all sessions of a gateway may keep together; a session over it gives up its own oldest events. */
export class EventBudget {
  /** Characters that are kept now. */
  used = 0;
  constructor(readonly most = 64 * mostCharacters) {}
}

interface KeptEvent {
  readonly stream: StreamId;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/**
 * The last events of one session, so that a client whose connection broke can ask for what it missed (`Last-Event-ID`). Bounded: what is too
 * old is forgotten, and a client that asks for what came after it is refused.
 */
export class EventLog implements EventStore {
  private readonly events = new Map<EventId, KeptEvent>();
  private count = 0;
  private size = 0;

  /** `onAnswer` hears of each answer to a request when it is kept. */
  constructor(
    private readonly budget: EventBudget,
    private readonly onAnswer: (id: RequestId) => void = () => undefined,
  ) {}

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    this.count += 1;
    const id = String(this.count);
    const size = sizeOf(message);
    this.events.set(id, { stream, message, size });
    this.grow(size);
    this.trim();
    if ('id' in message && message.id !== undefined && !('method' in message)) this.onAnswer(message.id);
    return Promise.resolve(id);
  }

  async getStreamIdForEventId(id: EventId): Promise<StreamId | undefined> {
    return Promise.resolve(this.events.get(id)?.stream);
  }

  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (id: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const stream = this.events.get(lastEventId)?.stream;
    if (stream === undefined) throw new Error('The event is no longer known.');
    let isMissed = false;
    for (const [id, event] of [...this.events]) {
      // The event that only opens a stream has no message.
      if (isMissed && event.stream === stream && 'jsonrpc' in event.message) await send(id, event.message);
      if (id === lastEventId) isMissed = true;
    }
    return stream;
  }

  /** Forgets everything. */
  clear(): void {
    this.events.clear();
    this.grow(-this.size);
  }

  private trim(): void {
    const isOver = (): boolean => this.events.size > mostEvents || this.size > mostCharacters || this.budget.used > this.budget.most;
    for (const [id, { size }] of this.events) {
      if (this.events.size === 1 || !isOver()) return;
      this.events.delete(id);
      this.grow(-size);
    }
  }

  private grow(by: number): void {
    this.size += by;
    this.budget.used += by;
  }
}

/** About how many characters a message holds; reading it is many times cheaper than writing it as JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const key in value) size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}
