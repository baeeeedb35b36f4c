import { type JsonObject } from '@toolrack/contracts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { Accounts } from './accounts.js';
import { FaultBox, faultKinds, refusals, type Fault, type FaultRoute } from './faults.js';
import { defaultConnectors, defaultTools, type ReferenceConnector, type ReferenceTool } from './fixture.js';
import { answerRoute, readObject, routeOf, type RouteContext } from './routes.js';
import { ToolDesk } from './tool-desk.js';

/** What the reference gateway is made of. */
export interface ReferenceGatewayOptions {
  /** Port on 127.0.0.1 (any free one). */
  readonly port?: number;
  /** The only accepted token; without it every token and none are accepted. */
  readonly token?: string;
  readonly connectors?: readonly ReferenceConnector[];
  readonly tools?: readonly ReferenceTool[];
  /** Serve `POST` and `DELETE /reference/faults`, for tests in another process (false). */
  readonly control?: boolean;
}

/** A request as the reference gateway received it; tokens are not kept. */
export interface ReceivedRequest {
  readonly route: FaultRoute;
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
  readonly idempotencyKey?: string;
  readonly authorized: boolean;
}

/** A running reference gateway. */
export interface ReferenceGateway extends AsyncDisposable {
  readonly url: string;
  /** Every request of the protocol, in order. */
  readonly requests: readonly ReceivedRequest[];
  readonly accounts: Accounts;
  /** Switches a fault on; returns what switches it off. */
  fault(fault: Fault): () => void;
  clearFaults(): void;
  close(): Promise<void>;
}

/** A small gateway on the loopback interface that speaks the protocol of this package, for tests, examples and first steps. Not for users' data. */
export async function startReferenceGateway(options: ReferenceGatewayOptions = {}): Promise<ReferenceGateway> {
  const gateway = new LoopbackGateway(options);
  await gateway.listen(options.port ?? 0);
  return gateway;
}

class LoopbackGateway implements ReferenceGateway {
  readonly requests: ReceivedRequest[] = [];
  readonly accounts = new Accounts();
  url = '';
  private readonly faults = new FaultBox();
  private readonly closing = new AbortController();
  private readonly context: RouteContext;
  private readonly server: Server;

  constructor(private readonly options: ReferenceGatewayOptions) {
    const { connectors = defaultConnectors, tools = defaultTools } = options;
    const linkOf = (id: string): string => `${this.url}/connect/${id}`;
    const desk = new ToolDesk(connectors, tools, this.accounts, linkOf);
    this.context = { connectors, accounts: this.accounts, desk, linkOf, results: new Map() };
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  fault(fault: Fault): () => void {
    return this.faults.add(fault);
  }

  clearFaults(): void {
    this.faults.clear();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', this.url);
    const body = readObject(await textOf(request));
    const route = routeOf(method, url.pathname);
    if (route === undefined) return this.serveOther(method, url, body, response);
    const authorized = this.isAuthorized(request);
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? { idempotencyKey: key } : {};
    this.requests.push({ route, method, path: `${url.pathname}${url.search}`, body, authorized, ...idempotencyKey });
    const faults = this.faults.take(route);
    const delays = faults.map((fault) => (fault.kind === 'delay' ? (fault.delayMs ?? 1000) : 0));
    await pause(Math.max(0, ...delays), undefined, { signal: this.closing.signal });
    if (misbehave(faults, response)) return;
    if (!authorized) return send(response, 401, { error: { code: 'UNAUTHORIZED', message: 'The token is not accepted.' } });
    const answer = answerRoute(route, { method, url, body, faults, ...idempotencyKey }, this.context);
    if (faults.some(({ kind }) => kind === 'reset-after-work')) response.destroy();
    else send(response, answer.status, answer.body);
  }

  /** The page behind a link, and the switches for tests in another process. */
  private serveOther(method: string, url: URL, body: JsonObject, response: ServerResponse): void {
    const account = url.pathname.startsWith('/connect/') ? this.accounts.find(url.pathname.slice('/connect/'.length)) : undefined;
    if (account !== undefined && method === 'GET') {
      account.status = 'connected';
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(`${account.connector} is connected.\n`);
      return;
    }
    if (this.options.control === true && url.pathname === '/reference/faults') {
      if (method === 'POST' && !(faultKinds as readonly unknown[]).includes(body['kind'])) {
        return send(response, 400, { error: { code: 'UNKNOWN_FAULT', message: `The kinds are ${faultKinds.join(', ')}.` } });
      }
      if (method === 'POST') this.faults.add(body as unknown as Fault);
      if (method === 'DELETE') this.faults.clear();
      return send(response, 200, {});
    }
    if (this.options.control === true && url.pathname === '/reference/requests') {
      return send(response, 200, { requests: this.requests as unknown as readonly JsonObject[] });
    }
    send(response, 404, { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } });
  }

  private isAuthorized(request: IncomingMessage): boolean {
    return this.options.token === undefined || request.headers.authorization === `Bearer ${this.options.token}`;
  }
}

/** Carries out the faults that leave no work to do; true when one did. */
function misbehave(faults: readonly Fault[], response: ServerResponse): boolean {
  for (const { kind, retryAfter = '7' } of faults) {
    const refusal = refusals[kind];
    if (kind === 'reset') response.destroy();
    else if (kind === 'not-json') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>');
    else if (kind === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();
    else if (refusal !== undefined) {
      if (kind === 'rate-limited') response.setHeader('retry-after', retryAfter);
      send(response, refusal[0], { error: { code: refusal[1], message: 'As asked for.' } });
    } else continue;
    return true;
  }
  return false;
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
