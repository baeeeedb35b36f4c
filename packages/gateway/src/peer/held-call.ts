import { randomBytes } from 'node:crypto';
import { ToolrackError, type CallPeer, type JsonObject, type PeerRequestOptions } from '@toolrack/contracts';
import type { ClientAbilities } from './client-abilities.js';
import type { Listeners } from './listeners.js';
import { clientPeer, isAnswerTo, type QuestionMethod } from './client-peer.js';

/** Questions of one moment travel together; later ones wait for the next round. */
const gatherMs = 5;

interface Question {
  readonly method: QuestionMethod;
  readonly params: JsonObject | undefined;
  resolve(answer: JsonObject): void;
  reject(error: ToolrackError): void;
}

/** The form in which a stateless client gets questions. */
export interface InputRequests {
  readonly [key: string]: { readonly method: QuestionMethod; readonly params?: JsonObject };
}

/** What a round of a call came to: its end, or questions that must be answered first. */
export type Round<Result> = { readonly result: Promise<Result> } | { readonly questions: InputRequests };

/**
 * One call on behalf of a stateless client (2026-07-28). It starts once and goes on between the client's requests; each request waits
 * until the call has ended or has questions.
 */
export class HeldCall<Result> {
  readonly peer: CallPeer;
  private readonly ending = new AbortController();
  private readonly questions = new Map<string, Question>();
  private outcome: Promise<Result> = new Promise(() => undefined);
  private gather?: NodeJS.Timeout;
  private wake: () => void = () => undefined;
  private asked = 0;
  private listeners: Listeners = {};

  /** `early` holds answers that the first request brought along, by the names that servers give their questions. */
  constructor(
    abilities: ClientAbilities,
    private readonly early: Readonly<Record<string, unknown>> = {},
  ) {
    this.peer = clientPeer(abilities, (method, params, options) => this.ask(method, params, options), {
      log: (message) => this.listeners.log?.(message),
    });
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Starts the work; `ended` is called when it has settled. */
  start(work: (call: HeldCall<Result>) => Promise<Result>, ended: () => void): void {
    this.outcome = work(this).finally(ended);
    this.outcome.catch(() => undefined);
  }

  /** Progress of the call; reaches the client while one of its requests waits. */
  readonly onProgress: NonNullable<Listeners['onProgress']> = (progress) => this.listeners.onProgress?.(progress);

  /** Waits as one request of the client, whose going away ends the call. */
  async round(requestSignal: AbortSignal, listeners: Listeners = {}): Promise<Round<Result>> {
    this.listeners = listeners;
    const stop = (): void => this.abort('The client went away.');
    if (requestSignal.aborted) stop();
    requestSignal.addEventListener('abort', stop, { once: true });
    try {
      const asked = new Promise<'asked'>((resolve) => (this.wake = () => resolve('asked')));
      if (this.questions.size > 0) this.announce();
      const ended = this.outcome.then(
        () => 'ended' as const,
        () => 'ended' as const,
      );
      if ((await Promise.race([asked, ended])) === 'ended') return { result: this.outcome };
      return { questions: this.open() };
    } finally {
      this.wake = () => undefined;
      this.listeners = {};
      requestSignal.removeEventListener('abort', stop);
    }
  }

  /** Takes the answers of a request. Those that are missing or malformed are asked for again. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    for (const [key, question] of this.questions) {
      const given = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (isAnswerTo(question.method, given)) question.resolve(given);
    }
  }

  /** Lets all open questions fail; the call goes on without their answers. */
  refuse(error: ToolrackError): void {
    for (const question of this.questions.values()) question.reject(error);
  }

  /** Ends the call. */
  abort(reason: string): void {
    this.refuse(new ToolrackError('ERR_CALL_INTERRUPTED', reason));
    this.ending.abort();
  }

  private ask(method: QuestionMethod, params: JsonObject | undefined, options: PeerRequestOptions): Promise<JsonObject> {
    if (options.key !== undefined && Object.hasOwn(this.early, options.key)) {
      const given = this.early[options.key];
      if (isAnswerTo(method, given)) return Promise.resolve(given);
    }
    const key = this.keyFor(options.key);
    return new Promise((resolve, reject) => {
      const withdraw = (): void => settle(() => reject(new ToolrackError('ERR_CALL_INTERRUPTED', 'The question was withdrawn.')));
      const settle = (finish: () => void): void => {
        this.questions.delete(key);
        options.signal.removeEventListener('abort', withdraw);
        finish();
      };
      this.questions.set(key, {
        method,
        params,
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      });
      if (options.signal.aborted || this.signal.aborted) return withdraw();
      options.signal.addEventListener('abort', withdraw, { once: true });
      this.announce();
    });
  }

  private keyFor(wanted: string | undefined): string {
    this.asked += 1;
    return wanted === undefined || this.questions.has(wanted) ? `question-${this.asked}` : wanted;
  }

  private announce(): void {
    this.gather ??= setTimeout(() => {
      this.gather = undefined;
      if (this.questions.size > 0) this.wake();
    }, gatherMs);
  }

  private open(): InputRequests {
    return Object.fromEntries(
      [...this.questions].map(([key, { method, params }]) => [
        key,
        // MCP wants `params` of all but a request for roots, where it may be absent.
        { method, ...(params === undefined ? {} : { params }) },
      ]),
    );
  }
}

/** A name of a call that nobody can guess, for one use. */
export function newState(): string {
  return randomBytes(24).toString('base64url');
}
