import { type JsonObject, type Scope } from '@toolrack/contracts';
import { randomUUID } from 'node:crypto';

import type { ResolvedTimeouts } from '../options.js';
import { gatewayError } from './gateway-error.js';
import type { GatewayRequest, GatewayTransport } from './gateway-transport.js';
import { readCallOutcome, readConnection, readConnectorPage, readSchemas, readSearchReply } from './wire.js';
import type { CallOutcome, Connection, ConnectorState, SearchReply, ToolSchema } from './wire.js';

/** Connectors on one page, and the most pages that are read. */
const pageSize = 50;
const mostPages = 20;

/** For whom a request is made and how long anybody wants its answer. */
export interface RequestContext {
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** One call of a vendor's tool. */
export interface VendorCall {
  readonly slug: string;
  readonly connector: string;
  readonly arguments: JsonObject;
}

/** What starts a connection. */
export interface ConnectionStart {
  readonly connector: string;
  readonly alias?: string;
  /** The connection to authorize anew. */
  readonly reconnect?: string;
}

type Part = Pick<GatewayRequest, 'method' | 'path' | 'timeoutMs'> & Partial<Pick<GatewayRequest, 'body' | 'retries' | 'idempotencyKey'>>;

/** The requests of the gateway's protocol (see the README). Every method rejects with the errors of `gatewayError`. */
export class GatewayClient {
  constructor(
    private readonly transport: GatewayTransport,
    private readonly timeouts: ResolvedTimeouts,
  ) {}

  /** One request for all use cases; never repeated. */
  async search(useCases: readonly string[], limit: number, context: RequestContext): Promise<SearchReply> {
    const body = { queries: useCases.map((useCase) => ({ use_case: useCase })), limit };
    const reply = await this.send({ method: 'POST', path: 'v1/tools/search', body, timeoutMs: this.timeouts.searchMs }, context);
    return required(readSearchReply(reply));
  }

  /** The schemas of those slugs that exist; one further attempt. */
  async schemas(slugs: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, ToolSchema>> {
    const part = { method: 'POST', path: 'v1/tools/schemas', body: { slugs }, retries: 1, timeoutMs: this.timeouts.schemasMs } as const;
    return readSchemas((required(await this.send(part, context)) as JsonObject)['schemas']);
  }

  /** Executes one call; the one further attempt carries the same idempotency key, so that the gateway runs it once. */
  async execute(call: VendorCall, context: RequestContext): Promise<CallOutcome> {
    const reply = await this.send(
      {
        method: 'POST',
        path: 'v1/tools/execute',
        body: { calls: [{ slug: call.slug, connector: call.connector, arguments: call.arguments }] },
        timeoutMs: this.timeouts.executeMs,
        retries: 1,
        idempotencyKey: randomUUID(),
      },
      context,
    );
    return readCallOutcome(reply);
  }

  /** Every connector with its connections, at most 1,000. */
  async connectors(context: RequestContext): Promise<readonly ConnectorState[]> {
    const connectors: ConnectorState[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const path = `v1/connectors?limit=${pageSize}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const reply = required(readConnectorPage(await this.send({ method: 'GET', path, timeoutMs: this.timeouts.otherMs }, context)));
      connectors.push(...reply.connectors);
      cursor = reply.next;
      if (cursor === undefined) break;
    }
    return connectors;
  }

  /** Starts a connection; never repeated, since each start may send the user a new link. */
  async startConnection(start: ConnectionStart, context: RequestContext): Promise<Connection> {
    const part = { method: 'POST', path: 'v1/connections', body: { ...start }, timeoutMs: this.timeouts.otherMs } as const;
    return required(readConnection(await this.send(part, context)));
  }

  /** The state of one connection. */
  async connection(id: string, context: RequestContext): Promise<Connection> {
    const part = { method: 'GET', path: `v1/connections/${encodeURIComponent(id)}`, timeoutMs: this.timeouts.otherMs } as const;
    return required(readConnection(await this.send(part, context)));
  }

  /** Gives a connection another name. */
  async renameConnection(id: string, alias: string, context: RequestContext): Promise<Connection> {
    const path = `v1/connections/${encodeURIComponent(id)}`;
    return required(readConnection(await this.send({ method: 'PATCH', path, body: { alias }, timeoutMs: this.timeouts.otherMs }, context)));
  }

  private send(part: Part, context: RequestContext): Promise<unknown> {
    return this.transport.send({ retries: 0, ...part, scope: context.scope, signal: context.signal });
  }
}

/** An answer that is not what the protocol promises is a fault of the gateway. */
function required<Value>(value: Value | undefined): Value {
  if (value === undefined || value === null) throw gatewayError('malformed');
  return value;
}
