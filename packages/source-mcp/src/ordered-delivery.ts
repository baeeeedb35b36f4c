import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

/**
 * Lets the SDK hear messages in the order in which they came. It handles a notification one turn of the microtask queue later and an answer at once, so
 * that progress which arrives together with its answer would come after it, when nobody listens any more. What follows progress therefore waits for that
 * turn, in the asynchronous context in which it came; a connection that closes first waits for nothing.
 */
export function deliverInOrder(transport: Transport): void {
  const deliver = transport.onmessage;
  const close = transport.onclose;
  if (deliver === undefined) return;
  const queue = new OrderedDelivery(deliver, (error) => transport.onerror?.(error));
  transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => queue.take(message, extra);
  transport.onclose = () => {
    queue.empty();
    close?.();
  };
}

class OrderedDelivery {
  /** What came while progress was being handled; `undefined` while nothing is waited for. */
  private held: (() => void)[] | undefined;

  constructor(
    private readonly deliver: Deliver,
    private readonly failed: (error: Error) => void,
  ) {}

  take(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (this.held !== undefined) {
      const inContext = AsyncLocalStorage.snapshot();
      this.held.push(() => inContext(() => this.take(message, extra)));
      return;
    }
    this.deliver(message, extra);
    if (!('method' in message) || message.method !== 'notifications/progress') return;
    this.held = [];
    // One turn for the SDK, which schedules its own first, and one to be behind it.
    queueMicrotask(() => queueMicrotask(() => this.release()));
  }

  /** Hands on all that is held, now. */
  empty(): void {
    while (this.held !== undefined) this.release();
  }

  private release(): void {
    const { held = [] } = this;
    this.held = undefined;
    for (const pass of held) {
      try {
        pass();
      } catch (error) {
        this.failed(error as Error);
      }
    }
  }
}
