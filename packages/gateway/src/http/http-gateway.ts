import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { isJsonObject, type Runtime } from '@toolrack/contracts';
import { carryArguments } from '../mcp/carried-arguments.js';
import { newQuestions } from '../peer/questions.js';
import { identityKey, poolLimits, RunPool } from '../runs/run-pool.js';
import { allowedNames, type AllowedNames } from './address.js';
import { readJsonBody } from './body.js';
import { corsHeaders, isPreflight } from './cors.js';
import { Drain } from './drain.js';
import { EventBudget } from './event-log.js';
import { abortOnDisconnect, handedOver, newExchange, writeWebResponse } from './exchange.js';
import { RateLimiter } from './rate-limit.js';
import { replyError, replyJson } from './replies.js';
import { ScopeEndpoint } from './scope-endpoint.js';
import type { ServeHttpOptions } from './serve-http-options.js';
import { SessionTable } from './session-table.js';
import { TokenTable, type Client } from './tokens.js';

/** Takes HTTP requests through all checks to the endpoint of their client's scope. */
export class HttpGateway {
  private readonly pool: RunPool;
  private readonly tokens: TokenTable;
  private readonly names: AllowedNames;
  private readonly sessions: SessionTable;
  private readonly limiter: RateLimiter | undefined;
  private readonly endpoints = new Map<string, ScopeEndpoint>();
  private readonly drain = new Drain();
  private readonly path: string;
  private readonly questions: ReturnType<typeof newQuestions>;

  constructor(
    runtime: Runtime,
    private readonly options: ServeHttpOptions & { readonly host: string },
  ) {
    // What can refuse its options comes first, so that nothing is left behind.
    this.tokens = new TokenTable(options.tokens ?? [], options.run);
    this.names = allowedNames(options.host, options.allowedHosts, options.allowedOrigins);
    this.sessions = new SessionTable({
      idleMs: options.sessionIdleMs ?? 1_800_000,
      most: options.maxSessions ?? 1_000,
      resumption: { waitMs: options.resumeWaitMs ?? 15_000, budget: new EventBudget() },
    });
    this.limiter = options.rateLimit === undefined ? undefined : new RateLimiter(options.rateLimit);
    this.questions = newQuestions(options);
    this.path = options.path ?? '/mcp';
    this.pool = new RunPool(runtime, poolLimits(options), options.logger);
  }

  /** Answers one request; never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      response.on('error', () => undefined);
      await this.answer(request, response);
    } catch (error) {
      this.options.logger?.error('A request could not be answered.', { reason: String(error) });
      replyError(response, 500, 'The gateway failed inside.', { code: -32603 });
    }
  }

  /** Serves another runtime from the next request on. */
  swap(runtime: Runtime): Promise<void> {
    const done = this.pool.swap(runtime);
    for (const endpoint of this.endpoints.values()) endpoint.unpin();
    return done;
  }

  /** Takes no new requests, waits for running ones, then ends what is left: ended runs answer their calls as interrupted. */
  async close(drainTimeoutMs: number): Promise<void> {
    // A call between two requests of its client would wait for one that is no longer taken.
    const drained = this.drain.wait(drainTimeoutMs);
    this.questions.held.closeWaiting();
    if (!(await drained)) {
      await this.pool.close();
      await this.drain.wait(500);
    }
    this.questions.held.close();
    await this.sessions.close();
    await Promise.all([...this.endpoints.values()].map((endpoint) => endpoint.close()));
    await this.pool.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.checkNames(request, response)) return;
    const path = pathOf(request);
    if (path === '/healthz') return this.health(request, response);
    if (path !== this.path) return replyError(response, 404, `Nothing is served here; the MCP endpoint is ${this.path}.`);
    const cors = corsHeaders(request, this.options.allowedOrigins);
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (isPreflight(request)) return void response.writeHead(204).end();
    const client = this.identify(request, response);
    if (client === undefined) return;
    if (!this.drain.isOpen) return replyError(response, 503, 'The gateway is shutting down.', { headers: { connection: 'close' } });
    await this.serve(request, response, client);
  }

  private checkNames(request: IncomingMessage, response: ServerResponse): boolean {
    const { hosts, origins } = this.names;
    if (hosts !== undefined && !validateHostHeader(request.headers.host, [...hosts]).ok) {
      replyError(response, 403, 'The Host header is not allowed.');
      return false;
    }
    if (!validateOriginHeader(request.headers.origin, [...origins]).ok) {
      replyError(response, 403, 'The Origin header is not allowed.');
      return false;
    }
    return true;
  }

  private health(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return replyError(response, 405, 'Use GET.', { headers: { allow: 'GET, HEAD' } });
    const open = this.drain.isOpen;
    replyJson(response, open ? 200 : 503, { status: open ? 'ok' : 'draining' });
  }

  /** The client, or `undefined` when the request has been refused. A refused token counts against the sender's address. */
  private identify(request: IncomingMessage, response: ServerResponse): Client | undefined {
    const address = `address:${request.socket.remoteAddress ?? ''}`;
    const client =
      this.tokens.size === 0
        ? { key: address, scope: this.options.scope ?? {}, run: this.options.run ?? {} }
        : this.tokens.find(request.headers.authorization);
    const wait = this.limiter?.take(client?.key ?? address) ?? 0;
    if (wait > 0) {
      replyError(response, 429, 'Too many requests.', { headers: { 'retry-after': String(wait) } });
      return undefined;
    }
    if (client === undefined) {
      const challenge = request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
      replyError(response, 401, 'A valid bearer token is required.', { headers: { 'www-authenticate': challenge } });
    }
    return client;
  }

  private async serve(request: IncomingMessage, response: ServerResponse, client: Client): Promise<void> {
    if (request.method !== 'POST') return this.exchange(request, response, client, undefined);
    // From before its body is read until its answer is handed over: what was taken is answered, though the gateway is told to stop meanwhile.
    const done = this.drain.enter();
    try {
      if (!isJsonContentType(request.headers['content-type'] ?? null))
        return replyError(response, 415, 'Content-Type must be application/json.');
      const read = await readJsonBody(request, this.options.maxBodyBytes ?? 4 * 1024 * 1024);
      if ('status' in read) return replyError(response, read.status, read.text, { code: read.code, headers: { connection: 'close' } });
      // A stream that only listens is not waited for.
      if (isJsonObject(read.value) && read.value['method'] === 'subscriptions/listen') done();
      await this.exchange(request, response, client, carryArguments(read.value));
      await handedOver(response);
    } finally {
      done();
    }
  }

  private async exchange(request: IncomingMessage, response: ServerResponse, client: Client, body: unknown): Promise<void> {
    const signal = abortOnDisconnect(response);
    let release: (() => void) | undefined;
    try {
      const outcome = await this.endpoint(client).handle(newExchange(request, body, signal), client.key);
      release = outcome.release;
      if (outcome.answer instanceof Response) await writeWebResponse(outcome.answer, response, signal);
      else replyJson(response, outcome.answer.status, outcome.answer.message, outcome.answer.headers);
    } finally {
      release?.();
    }
  }

  private endpoint(client: Client): ScopeEndpoint {
    const key = identityKey(client.scope, client.run);
    let endpoint = this.endpoints.get(key);
    if (endpoint === undefined) {
      endpoint = new ScopeEndpoint(this.pool.scope(client.scope, client.run), this.options, this.sessions, this.questions);
      this.endpoints.set(key, endpoint);
    }
    return endpoint;
  }
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
