import { AsyncLocalStorage } from 'node:async_hooks';
import { ProtocolError, type Client } from '@modelcontextprotocol/client';
import { isJsonObject, type CallPeer, type JsonObject } from '@toolrack/contracts';
import { questions, unanswerable } from './ask-peer.js';
import { OpenedAddresses } from './opened-addresses.js';
import type { RunningCall } from './running-call.js';

/** How long a server may go on with a call that was given up, in milliseconds; until then a question may still be about that call. */
const lingerMs = 30_000;
const relatedTask = 'io.modelcontextprotocol/related-task';

/**
 * The calls that run on one connection, and which of them a question of the server belongs to. Over Streamable HTTP a question comes on
 * the stream of its call, whose asynchronous context it inherits. On a shared channel (stdio, SSE, a server's general stream) nothing says
 * where a question belongs: then it is put to a client only while a single call runs, for another client must never see it.
 */
export class RunningCalls {
  /** What people were asked to open on behalf of this server. */
  readonly addresses = new OpenedAddresses();
  private readonly context = new AsyncLocalStorage<RunningCall | undefined>();
  private readonly running = new Set<RunningCall>();
  private readonly lingering = new Map<RunningCall, NodeJS.Timeout>();

  /** Sends a request of a call, or of none. */
  send<Result>(call: RunningCall | undefined, request: () => Promise<Result>): Promise<Result> {
    return this.context.run(call, request);
  }

  begin(call: RunningCall): void {
    this.running.add(call);
  }

  /** `isAnswered`: the server has nothing more to do for it. */
  end(call: RunningCall, isAnswered: boolean): void {
    this.running.delete(call);
    if (isAnswered) return;
    const timer = setTimeout(() => this.lingering.delete(call), lingerMs).unref();
    this.lingering.set(call, timer);
  }

  /** Answers the questions of a server; before it is connected. */
  answer(client: Client): void {
    for (const method of questions) {
      client.setRequestHandler(method, async ({ params = {} }, context): Promise<never> => {
        const parameters = params as JsonObject;
        const call = this.callOf(method, parameters);
        const { mode, elicitationId } = parameters;
        if (mode === 'url' && typeof elicitationId === 'string') this.addresses.add(elicitationId, call.peer);
        return (await call.ask(method, parameters, context.mcpReq.signal)) as never;
      });
    }
  }

  /**
   * The peer that a log message of the server is for: that of the call which it belongs to. `undefined` when it belongs to none, or nothing
   * says to which, for another client must never see it.
   */
  listener(message: JsonObject): CallPeer | undefined {
    try {
      return this.callOf('notifications/message', message).peer;
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    for (const timer of this.lingering.values()) clearTimeout(timer);
    this.lingering.clear();
  }

  private callOf(method: string, parameters: JsonObject): RunningCall {
    const own = this.context.getStore() ?? this.ofTask(parameters);
    if (own !== undefined) {
      if (this.running.has(own)) return own;
      throw unanswerable(method, 'its call has ended');
    }
    const [only] = this.running;
    if (only === undefined) throw unanswerable(method, 'no call is running, so there is no client to ask');
    if (this.running.size + this.lingering.size > 1) {
      throw unanswerable(method, 'several calls are running on this connection, and nothing says which of them it belongs to');
    }
    return only;
  }

  private ofTask(parameters: JsonObject): RunningCall | undefined {
    const meta = parameters['_meta'];
    const task = isJsonObject(meta) ? meta[relatedTask] : undefined;
    const id = isJsonObject(task) ? task['taskId'] : undefined;
    if (typeof id !== 'string') return undefined;
    const found = [...this.running].find(({ taskId }) => taskId === id);
    if (found === undefined) throw new ProtocolError(-32602, `No running call belongs to the task "${id}"`);
    return found;
  }
}
