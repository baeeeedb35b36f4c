import {
  PerRequestHTTPServerTransport,
  ProtocolErrorCode,
  type AuthInfo,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Server,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { Answer } from './exchange.js';
import { EventStream } from './event-stream.js';
import { statelessRevision } from './plain-request.js';

/** Code of the one error of a call that the specification gives a status of its own. */
const missingCapability: number = ProtocolErrorCode.MissingRequiredClientCapability;

interface Running {
  /** What the client calls its request. */
  readonly id: RequestId;
  readonly settle: (answer: Answer) => void;
  stream?: EventStream;
}

/**
 * Serves the tool calls of all stateless clients of a scope from one server. The library makes a server for each request, which costs more
 * than the call; in this era a server knows nothing of its clients that a request does not say itself, so one does for all. Requests get
 * ids of their own here, for those of clients repeat.
 */
export class StatelessCalls {
  private readonly transport = new SharedTransport();
  private server?: Promise<Server>;

  /** `makeServer` makes a server that serves `statelessRevision`. */
  constructor(private readonly makeServer: () => Promise<Server>) {}

  /** Answers one call; resolves with a stream of events when there is something to tell before its end. */
  async answer(request: JSONRPCRequest, signal: AbortSignal, authInfo: AuthInfo): Promise<Answer> {
    await (this.server ??= this.connect());
    return await this.transport.dispatch(request, signal, authInfo);
  }

  async close(): Promise<void> {
    const server = await this.server;
    await server?.close();
  }

  private async connect(): Promise<Server> {
    const server = await this.makeServer();
    await server.connect(this.transport);
    return server;
  }
}

/** The library binds a server to the stateless era by the kind of its transport alone. */
class SharedTransport extends PerRequestHTTPServerTransport {
  private readonly running = new Map<RequestId, Running>();
  private count = 0;

  constructor() {
    super({ classification: { era: 'modern', revision: statelessRevision } });
  }

  dispatch(request: JSONRPCRequest, signal: AbortSignal, authInfo: AuthInfo): Promise<Answer> {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve) => {
      const cancel = (): void => {
        const params = { requestId: id, reason: 'The client closed its connection.' };
        this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
        this.end(id, gone());
      };
      const settle = (answer: Answer): void => {
        // A stream may still be broken off.
        if (!(answer instanceof Response)) signal.removeEventListener('abort', cancel);
        resolve(answer);
      };
      this.running.set(id, { id: request.id, settle });
      signal.addEventListener('abort', cancel, { once: true });
      this.onmessage?.({ ...request, id }, { authInfo });
    });
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !('method' in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const call = id === undefined ? undefined : this.running.get(id);
    if (id !== undefined && call !== undefined) {
      if (isAnswer) this.finish(id, call, { ...message, id: call.id });
      else this.streamOf(call).write(message);
    }
    return Promise.resolve();
  }

  override async close(): Promise<void> {
    for (const id of [...this.running.keys()]) this.end(id, gone());
    await super.close();
  }

  private finish(id: RequestId, call: Running, message: JSONRPCMessage): void {
    if (call.stream === undefined) {
      const isUnable = 'error' in message && message.error.code === missingCapability;
      return this.end(id, { message, status: isUnable ? 400 : 200, headers: {} });
    }
    call.stream.write(message);
    this.end(id, gone());
  }

  private streamOf(call: Running): EventStream {
    if (call.stream === undefined) {
      call.stream = new EventStream();
      call.settle(call.stream.response);
    }
    return call.stream;
  }

  /** `answer` counts only for a call that has no stream. */
  private end(id: RequestId, answer: Answer): void {
    const call = this.running.get(id);
    this.running.delete(id);
    call?.stream?.end();
    call?.settle(answer);
  }
}

/** Nobody reads it: the status that the library gives to a client that has gone. */
function gone(): Response {
  return new Response(null, { status: 499 });
}
