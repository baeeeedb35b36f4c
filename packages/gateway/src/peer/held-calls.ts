import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequests,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { ToolrackError } from '@toolrack/contracts';
import { canBeAsked, type ClientAbilities } from './client-abilities.js';
import { HeldCall, newState } from './held-call.js';
import type { Listeners } from './listeners.js';

/** Bounds of the calls that wait for answers of their clients. */
export interface HeldCallsLimits {
  /** How long a call waits for the next request of its client, in milliseconds. */
  readonly timeoutMs: number;
  /** Most waiting calls of all clients. */
  readonly most: number;
  /** Most waiting calls of one client. */
  readonly mostOfOneClient: number;
}

/** One request of a client, as far as its call is concerned. */
export interface CallRequest {
  /** Tells clients apart: nobody goes on with the call of another. */
  readonly clientKey: string;
  /** What is called and with what; a retry must ask for the same. */
  readonly digest: string;
  readonly signal: AbortSignal;
  readonly state: string | undefined;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly listeners: Listeners;
}

interface Waiting {
  readonly call: HeldCall<unknown>;
  readonly clientKey: string;
  readonly digest: string;
  readonly timer: NodeJS.Timeout;
}

/**
 * The multi-round-trip form of the stateless era: a call with questions answers "input required" and waits, under a state that can be
 * used once, for its client to ask again with the answers. The call itself is made once.
 */
export class HeldCalls {
  private readonly waiting = new Map<string, Waiting>();
  private readonly running = new Set<HeldCall<unknown>>();

  constructor(private readonly limits: HeldCallsLimits) {}

  get size(): number {
    return this.waiting.size;
  }

  /** Starts a call, or goes on with the one that the request's state names. `work` is used by the former only. */
  async serve<Result>(
    request: CallRequest,
    abilities: ClientAbilities,
    work: (call: HeldCall<Result>) => Promise<Result>,
  ): Promise<Result | InputRequiredResult> {
    const call = request.state === undefined ? this.start(request, abilities, work) : this.resume<Result>(request, request.state);
    for (;;) {
      const round = await call.round(request.signal, request.listeners);
      if ('result' in round) return round.result;
      const state = this.hold(call, request);
      if (state !== undefined) return inputRequired({ inputRequests: round.questions as InputRequests, requestState: state });
      call.refuse(new ToolrackError('ERR_CALL_FAILED', 'Too many calls wait for answers of their clients; the question was not asked.'));
    }
  }

  /** Ends the calls that wait for their client. */
  closeWaiting(): void {
    for (const [state, { call }] of [...this.waiting]) {
      this.take(state);
      call.abort('The gateway is shutting down.');
    }
  }

  /** Ends all calls, waiting or not. */
  close(): void {
    this.closeWaiting();
    for (const call of this.running) call.abort('The gateway is shutting down.');
  }

  private start<Result>(
    request: CallRequest,
    abilities: ClientAbilities,
    work: (call: HeldCall<Result>) => Promise<Result>,
  ): HeldCall<Result> {
    const call = new HeldCall<Result>(abilities, request.answers);
    const key = call as HeldCall<unknown>;
    if (canBeAsked(abilities)) this.running.add(key);
    call.start(work, () => this.running.delete(key));
    return call;
  }

  private resume<Result>(request: CallRequest, state: string): HeldCall<Result> {
    const found = this.waiting.get(state);
    if (found === undefined || found.clientKey !== request.clientKey || found.digest !== request.digest) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', { reason: 'invalid_request_state' });
    }
    this.take(state);
    found.call.answer(request.answers);
    return found.call as HeldCall<Result>;
  }

  private hold(call: HeldCall<unknown>, { clientKey, digest }: CallRequest): string | undefined {
    if (this.waiting.size >= this.limits.most) return undefined;
    const own = [...this.waiting.values()].filter((other) => other.clientKey === clientKey).length;
    if (own >= this.limits.mostOfOneClient) return undefined;
    const state = newState();
    const timer = setTimeout(() => {
      this.waiting.delete(state);
      call.abort('The client did not answer in time.');
    }, this.limits.timeoutMs).unref();
    this.waiting.set(state, { call, clientKey, digest, timer });
    return state;
  }

  private take(state: string): void {
    clearTimeout(this.waiting.get(state)?.timer);
    this.waiting.delete(state);
  }
}
