import type { EventName, Events, ToolrackEvent } from '@toolrack/contracts';

type Listener = (event: ToolrackEvent) => void | Promise<void>;

/** An event bus that isolates listeners as the kernel's does: one that throws or rejects disturbs nobody. */
export function testEvents(): Events & { emit(event: ToolrackEvent): void } {
  const listeners = new Set<{ readonly name: EventName | undefined; readonly listener: Listener }>();
  const add = (name: EventName | undefined, listener: Listener): (() => void) => {
    const entry = { name, listener };
    listeners.add(entry);
    return () => void listeners.delete(entry);
  };
  return {
    on: (name, listener) => add(name, listener as Listener),
    onAny: (listener) => add(undefined, listener),
    emit: (event) => {
      for (const entry of [...listeners]) {
        if (entry.name !== undefined && entry.name !== event.name) continue;
        try {
          void Promise.resolve(entry.listener(event)).catch(() => undefined);
        } catch {
          // A listener's failure is its own: the bus goes on.
        }
      }
    },
  };
}
