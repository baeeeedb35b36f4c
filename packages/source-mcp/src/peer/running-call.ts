import type { CallPeer, JsonObject } from '@toolrack/contracts';
import { askPeer } from './ask-peer.js';

/** One request that a server is working on, with the party that may be asked something meanwhile. */
export class RunningCall {
  /** The task that the server made of it, if it did. */
  taskId?: string;
  private questions = 0;

  constructor(
    readonly peer: CallPeer | undefined,
    /** Aborted when the call is given up: open questions end with it. */
    private readonly signal: AbortSignal,
    /** Told when the first question is put to the peer and when the last one is answered: the server is not to blame for that time. */
    private readonly onWaiting: (isWaiting: boolean) => void = () => undefined,
  ) {}

  /** Puts a question of the server to the peer, under the server's own name of it where there is one. Rejects with a `ProtocolError` that the server may be given. */
  async ask(method: string, parameters: JsonObject, signal: AbortSignal, key?: string): Promise<JsonObject> {
    this.questions += 1;
    if (this.questions === 1) this.onWaiting(true);
    try {
      return await askPeer(this.peer, method, parameters, [this.signal, signal], key);
    } finally {
      this.questions -= 1;
      if (this.questions === 0) this.onWaiting(false);
    }
  }
}
