import { isJsonObject } from '@toolrack/contracts';
import {
  createMcpHandler,
  legacyStatelessFallback,
  type McpHttpHandler,
  type McpRequestContext,
  type Server,
} from '@modelcontextprotocol/server';
import { ScopeContent } from '../content/scope-content.js';
import { announceContent } from '../mcp/announce-content.js';
import { createServer, type ServerIdentity } from '../mcp/create-server.js';
import type { GatewayOptions } from '../options.js';
import type { Questions } from '../peer/ask-client.js';
import { freshRuns, PinnedRuns } from '../runs/run-supplier.js';
import type { ScopeRuns } from '../runs/scope-runs.js';
import type { Answer, Exchange } from './exchange.js';
import { eraOf, plainSessionRequest, plainStatelessCall, statelessRevision } from './plain-request.js';
import { opensSession, type SessionTable } from './session-table.js';
import { Session } from './session.js';
import { StatelessCalls } from './stateless-calls.js';

/** What all endpoints of a gateway are told. */
export type EndpointOptions = ServerIdentity & Pick<GatewayOptions, 'contentNames'>;

/** What an exchange came to. */
interface Outcome {
  readonly answer: Answer;
  readonly release?: () => void;
}

/** Answers every MCP exchange of one scope, in both protocol eras. Scopes share no handler, so a change of one is never told to another. */
export class ScopeEndpoint {
  private readonly modern: McpHttpHandler;
  private readonly calls: StatelessCalls;
  private readonly stateless: (exchange: Exchange) => Promise<Response>;
  private readonly stopWatching: () => void;
  private readonly content: ScopeContent;
  private readonly own = new Set<Session>();

  constructor(
    private readonly runs: ScopeRuns,
    private readonly identity: EndpointOptions,
    private readonly sessions: SessionTable,
    private readonly questions: Omit<Questions, 'era'>,
  ) {
    const supplier = freshRuns(runs);
    this.content = new ScopeContent(runs, { naming: identity.contentNames ?? 'namespaced', logger: identity.logger });
    const make = async (era: Questions['era'], revisions?: readonly string[]): Promise<Server> =>
      (await createServer({ runs: supplier, content: this.content, questions: { ...questions, era } }, identity, revisions)).server;
    const factory = ({ era }: McpRequestContext): Promise<Server> => make(era);
    this.calls = new StatelessCalls(() => make('modern', [statelessRevision]));
    this.modern = createMcpHandler(factory, { legacy: 'reject', onerror: this.report });
    const fallback = legacyStatelessFallback(factory, this.report);
    this.stateless = ({ webRequest, body }) => fallback(webRequest(), { parsedBody: body });
    this.stopWatching = runs.onListChanged((fingerprint) => this.announce(fingerprint));
    this.content.onChanged((what) => {
      if (what === 'resources') this.modern.notify.resourcesChanged();
      else this.modern.notify.promptsChanged();
      for (const session of this.own) announceContent(session.server, what);
    });
  }

  /** `release`, if there is one, is to be called when the answer has been written. */
  async handle(exchange: Exchange, clientKey: string): Promise<Outcome> {
    const { method, headers, body, webRequest } = exchange;
    const id = headers['mcp-session-id'];
    const isPlain = typeof id === 'string' && plainSessionRequest(exchange) !== undefined;
    const era = isPlain ? 'legacy' : eraOf(exchange);
    if (era !== 'legacy') {
      const authInfo = { token: '', clientId: clientKey, scopes: [] };
      const call = era === 'modern' ? plainStatelessCall(exchange) : undefined;
      if (call !== undefined) return { answer: await this.calls.answer(call, exchange.signal, authInfo) };
      return { release: this.watchFor(exchange), answer: await this.modern.fetch(webRequest(), { parsedBody: body, authInfo }) };
    }
    if (opensSession(body)) return this.open(exchange, clientKey);
    if (typeof id === 'string') {
      const session = this.sessions.find(id, clientKey);
      if (session === undefined) return { answer: rpcError(404, -32001, 'Session not found.') };
      return { release: session.use(headers['last-event-id'] !== undefined), answer: await session.handle(exchange) };
    }
    if (method !== 'POST') return { answer: rpcError(405, -32000, 'This method needs a session.', { allow: 'POST' }) };
    return { answer: await this.stateless(exchange) };
  }

  /** Lets sessions move on to another runtime with their next request. */
  unpin(): void {
    for (const session of this.own) session.runs.unpin();
  }

  async close(): Promise<void> {
    this.stopWatching();
    this.content.close();
    await Promise.all([this.calls.close(), this.modern.close()]);
  }

  private async open(exchange: Exchange, clientKey: string): Promise<Outcome> {
    if (!this.sessions.makeRoom()) return { answer: rpcError(503, -32000, 'Too many sessions are open.', { 'retry-after': '5' }) };
    const pinned = new PinnedRuns(this.runs);
    const questions = { ...this.questions, era: 'legacy' as const };
    const { server, dispose } = await createServer({ runs: pinned, content: this.content, questions }, this.identity);
    const events = {
      opened: (id: string, opened: Session) => {
        this.sessions.add(id, opened);
        this.own.add(opened);
      },
      closed: (ended: Session) => {
        this.sessions.remove(ended);
        this.own.delete(ended);
        dispose();
      },
    };
    const session = new Session(server, pinned, { clientKey, resumption: this.sessions.limits.resumption }, events, this.report);
    await server.connect(session.transport);
    const release = session.use();
    const answer = await session.handle(exchange);
    if (session.transport.sessionId === undefined) await server.close().catch(() => undefined);
    return { answer, release };
  }

  /** A stream that listens to changes of resources: their sources are watched until the returned function is called. */
  private watchFor({ signal, body }: Exchange): () => void {
    let isOver = false;
    const ends: (() => void)[] = [];
    for (const uri of listenedResources(body)) {
      const tell = (): void => this.modern.notify.resourceUpdated(uri);
      this.content.subscribe(uri, tell, { signal }).then(
        (end) => (isOver ? end() : void ends.push(end)),
        // A resource that cannot be watched never changes, as far as this stream is concerned.
        () => undefined,
      );
    }
    return () => {
      isOver = true;
      for (const end of ends.splice(0)) end();
    };
  }

  private announce(fingerprint: string): void {
    this.modern.notify.toolsChanged();
    for (const session of this.own) {
      if (session.runs.isOutdatedBy(fingerprint)) session.server.sendToolListChanged().catch(() => undefined);
    }
  }

  private readonly report = (error: Error): void => {
    this.identity.logger?.debug('A message was not served.', { reason: error.message });
  };
}

function rpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers });
}

/** The resources that a `subscriptions/listen` request names; as many as one connection may watch. */
function listenedResources(body: unknown): readonly string[] {
  if (!isJsonObject(body) || body['method'] !== 'subscriptions/listen' || !isJsonObject(body['params'])) return [];
  const filter = body['params']['notifications'];
  const uris = isJsonObject(filter) ? filter['resourceSubscriptions'] : undefined;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string').slice(0, 1_000) : [];
}
