import { EventEmitter } from 'eventemitter3';
import { injectable } from 'inversify';
import { isThenable } from '@toolrack/contracts';
import type { EventMap, EventName, Events, ToolrackEvent } from '@toolrack/contracts';

type Listener = (event: ToolrackEvent) => void | Promise<void>;
const anyEvent = '*';

/** Tells observers what has happened. A listener that throws or rejects disturbs neither the runtime nor other listeners. */
@injectable()
export class EventBus implements Events {
  private readonly emitter = new EventEmitter<string>();
  private faults = 0;

  /** Faults of listeners so far, for `inspect`. */
  get listenerFaults(): number {
    return this.faults;
  }

  emit<Name extends EventName>(name: Name, payload: EventMap[Name]): void {
    if (this.emitter.listenerCount(name) === 0 && this.emitter.listenerCount(anyEvent) === 0) return;
    const event = Object.freeze({ name, at: Date.now(), ...payload });
    this.emitter.emit(name, event);
    this.emitter.emit(anyEvent, event);
  }

  on<Name extends EventName>(name: Name, listener: (event: Extract<ToolrackEvent, { name: Name }>) => void | Promise<void>): () => void {
    return this.add(name, listener as Listener);
  }

  onAny(listener: Listener): () => void {
    return this.add(anyEvent, listener);
  }

  private add(name: string, listener: Listener): () => void {
    const isolated = (event: ToolrackEvent): void => {
      try {
        const returned: unknown = listener(event);
        if (isThenable(returned)) returned.then(undefined, () => this.faults++);
      } catch {
        this.faults++;
      }
    };
    this.emitter.on(name, isolated);
    return () => void this.emitter.off(name, isolated);
  }
}
