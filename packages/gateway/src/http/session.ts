import {
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type RequestId,
  type Server,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { isJsonObject } from '@toolrack/contracts';
import type { PinnedRuns } from '../runs/run-supplier.js';
import type { Exchange } from './exchange.js';

/** One session of the 2025 era: a server, a transport and the run that both are pinned to. */
export class Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  private open = 0;
  lastUsed = Date.now();

  constructor(
    readonly server: Server,
    readonly runs: PinnedRuns,
    readonly clientKey: string,
    events: { readonly opened: (id: string, session: Session) => void; readonly closed: (session: Session) => void },
    onerror: (error: Error) => void,
  ) {
    this.transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => events.opened(id, this),
    });
    server.onerror = onerror;
    server.onclose = () => {
      runs.close();
      events.closed(this);
    };
  }

  /** Whether no request and no stream of the client is open. */
  get isIdle(): boolean {
    return this.open === 0;
  }

  /** Answers one exchange. A client that leaves cancels what it asked for: without its stream the answer could not reach it any more. */
  async handle(exchange: Exchange): Promise<Response> {
    const { request, body } = exchange;
    const ids = requestIds(body);
    if (ids.length > 0) {
      request.signal.addEventListener('abort', () => ids.forEach((id) => this.cancel(id)), { once: true });
    }
    const response = await this.transport.handleRequest(request, { parsedBody: body });
    for (const id of cancelledIds(body)) this.settle(id);
    return response;
  }

  /** Counts an exchange as open until the returned function is called. */
  use(): () => void {
    this.open += 1;
    this.lastUsed = Date.now();
    return () => {
      this.open -= 1;
      this.lastUsed = Date.now();
    };
  }

  private cancel(requestId: RequestId): void {
    const notification: JSONRPCMessage = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason: 'The client closed its connection.' },
    };
    this.transport.onmessage?.(notification);
    this.settle(requestId);
  }

  /** A cancelled request gets no answer, so the library would keep its stream and its entry for the life of the session. */
  private settle(requestId: RequestId): void {
    this.transport.closeSSEStream(requestId);
    const error = { code: -32000, message: 'Cancelled.' };
    this.transport.send({ jsonrpc: '2.0', id: requestId, error }).catch(() => undefined);
  }
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function requestIds(body: unknown): readonly RequestId[] {
  return messagesOf(body)
    .filter((message) => isJSONRPCRequest(message))
    .map((message) => message.id);
}

function cancelledIds(body: unknown): readonly RequestId[] {
  return messagesOf(body).flatMap((message) => {
    if (!isJsonObject(message) || message['method'] !== 'notifications/cancelled') return [];
    const id = isJsonObject(message['params']) ? message['params']['requestId'] : undefined;
    return typeof id === 'string' || typeof id === 'number' ? [id] : [];
  });
}
