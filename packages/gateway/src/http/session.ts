import { isJSONRPCRequest, type JSONRPCMessage, type RequestId, type Server } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { isJsonObject } from '@toolrack/contracts';
import type { PinnedRuns } from '../runs/run-supplier.js';
import { DetachedCalls } from './detached-calls.js';
import { EventLog, type EventBudget } from './event-log.js';
import type { Answer, Exchange } from './exchange.js';
import { plainSessionRequest } from './plain-request.js';
import { SessionTransport } from './session-transport.js';

/** From this revision on every client can come back to a broken stream. */
const resumableSince = '2025-11-25';
/** When a client of a broken stream is to come back, in milliseconds. */
const retryMs = 1_000;

/** How clients may come back to broken streams. */
export interface Resumption {
  /** How long a call goes on without its client; 0: streams cannot be resumed. */
  readonly waitMs: number;
  /** Shared by all sessions. */
  readonly budget: EventBudget;
}

/** One session of the 2025 era: a server, a transport and the run that both are pinned to. */
export class Session {
  /** Whose session it is. */
  readonly clientKey: string;
  readonly transport: SessionTransport;
  private readonly log: EventLog | undefined;
  private readonly detached: DetachedCalls;
  /** Requests that are not answered yet and whose clients can come back. */
  private readonly running = new Set<RequestId>();
  private open = 0;
  lastUsed = Date.now();

  constructor(
    readonly server: Server,
    readonly runs: PinnedRuns,
    owner: { readonly clientKey: string; readonly resumption: Resumption },
    events: { readonly opened: (id: string, session: Session) => void; readonly closed: (session: Session) => void },
    onerror: (error: Error) => void,
  ) {
    const { clientKey, resumption } = owner;
    this.clientKey = clientKey;
    this.detached = new DetachedCalls(resumption.waitMs, (id) => this.cancel(id));
    this.log = resumption.waitMs === 0 ? undefined : new EventLog(resumption.budget, (id) => this.answered(id));
    this.transport = new SessionTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => events.opened(id, this),
      ...(this.log === undefined ? {} : { eventStore: this.log, retryInterval: retryMs }),
    });
    server.onerror = onerror;
    server.onclose = () => {
      this.detached.clear();
      this.log?.clear();
      runs.close();
      events.closed(this);
    };
  }

  /** Whether no request and no stream of the client is open. */
  get isIdle(): boolean {
    return this.open === 0;
  }

  /**
   * Answers one exchange. A client that leaves and cannot come back for the answer cancels what it asked for; others may come back to the
   * broken stream for a while.
   */
  async handle(exchange: Exchange): Promise<Answer> {
    const request = plainSessionRequest(exchange);
    if (request === undefined || this.transport.isRunning(request.id) || this.running.has(request.id)) return this.stream(exchange);
    // What has not got a stream yet cannot be come back to.
    const leave = (): void => {
      if (this.transport.isRunning(request.id)) this.cancel(request.id);
    };
    exchange.signal.addEventListener('abort', leave, { once: true });
    const answer = await this.transport.answer(request, () => {
      exchange.signal.removeEventListener('abort', leave);
      return this.stream(exchange);
    });
    return answer instanceof Response ? answer : { message: answer, status: 200, headers: this.headers };
  }

  /** Answers with all that the library can do. */
  private async stream({ method, headers, body, signal, webRequest }: Exchange): Promise<Response> {
    const ids = method === 'POST' ? requestIds(body) : [];
    if (ids.length > 0) {
      const isResumable = this.log !== undefined && String(headers['mcp-protocol-version'] ?? '') >= resumableSince;
      if (isResumable) ids.forEach((id) => this.running.add(id));
      signal.addEventListener('abort', () => ids.forEach((id) => (isResumable ? this.detach(id) : this.cancel(id))), { once: true });
    }
    const response = await this.transport.handleRequest(webRequest(), body);
    // A refused request has not been taken.
    if (!response.ok) for (const id of ids) this.running.delete(id);
    for (const id of cancelledIds(body)) this.settle(id);
    return response;
  }

  /** Counts an exchange as open until the returned function is called. `isReturn`: its client comes back to a broken stream. */
  use(isReturn = false): () => void {
    this.open += 1;
    this.lastUsed = Date.now();
    const leave = isReturn ? this.detached.resume() : undefined;
    return () => {
      leave?.();
      this.open -= 1;
      this.lastUsed = Date.now();
    };
  }

  private get headers(): Record<string, string> {
    const { sessionId } = this.transport;
    return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  }

  /** The client of a request has gone, but may come back. */
  private detach(id: RequestId): void {
    if (this.running.has(id)) this.detached.add(id, this.use());
  }

  private answered(id: RequestId): void {
    this.running.delete(id);
    this.detached.settle(id);
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
