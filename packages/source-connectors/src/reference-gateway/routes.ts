import { canonicalJson, isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { Account, Accounts } from './accounts.js';
import type { Fault, FaultRoute } from './faults.js';
import type { ReferenceConnector } from './fixture.js';
import type { ToolDesk } from './tool-desk.js';

/** More queries than this make the gateway answer 502, as the real one does. */
const mostQueries = 7;

/** A request of the protocol. */
export interface RouteRequest {
  readonly method: string;
  /** Without the gateway's own address. */
  readonly url: URL;
  readonly body: JsonObject;
  readonly idempotencyKey?: string;
  readonly faults: readonly Fault[];
}

/** What is answered. */
export interface RouteAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/** What the routes work on. */
export interface RouteContext {
  readonly connectors: readonly ReferenceConnector[];
  readonly accounts: Accounts;
  readonly desk: ToolDesk;
  readonly linkOf: (connectionId: string) => string;
  /** Results by idempotency key. */
  readonly results: Map<string, { readonly request: string; readonly answer: JsonObject }>;
}

const ok = (body: JsonObject): RouteAnswer => ({ status: 200, body });
const problem = (status: number, code: string, message: string): RouteAnswer => ({ status, body: { error: { code, message } } });
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** The part of the protocol that a request belongs to; `undefined` for none. */
export function routeOf(method: string, path: string): FaultRoute | undefined {
  if (method === 'POST' && path === '/v1/tools/search') return 'search';
  if (method === 'POST' && path === '/v1/tools/schemas') return 'schemas';
  if (method === 'POST' && path === '/v1/tools/execute') return 'execute';
  if (method === 'GET' && path === '/v1/connectors') return 'connectors';
  return /^\/v1\/connections(?:\/[^/]+)?$/u.test(path) ? 'connections' : undefined;
}

/** Carries out a request of one route. */
export function answerRoute(route: FaultRoute, request: RouteRequest, context: RouteContext): RouteAnswer {
  switch (route) {
    case 'search':
      return search(request, context);
    case 'schemas':
      return ok({ schemas: context.desk.schemas(texts(request.body['slugs'])) });
    case 'execute':
      return execute(request, context);
    case 'connectors':
      return listConnectors(request, context);
    default:
      return connections(request, context);
  }
}

const hasFault = ({ faults }: RouteRequest, kind: Fault['kind']): boolean => faults.some((fault) => fault.kind === kind);

function search(request: RouteRequest, { desk }: RouteContext): RouteAnswer {
  const queries = Array.isArray(request.body['queries']) ? (request.body['queries'] as readonly JsonObject[]) : [];
  if (queries.length > mostQueries) return problem(502, 'TOO_MANY_QUERIES', 'Too many queries.');
  const limit = typeof request.body['limit'] === 'number' ? request.body['limit'] : 10;
  const results = queries.map(({ use_case: value }) => {
    const useCase = typeof value === 'string' ? value : '';
    return { use_case: hasFault(request, 'wrong-use-case') ? 'something else' : useCase, tools: desk.search(useCase, limit) };
  });
  const schemas = desk.schemas(results.flatMap(({ tools }) => tools));
  const [first] = results.flatMap(({ tools }) => tools);
  const lacking = hasFault(request, 'missing-schema') ? first : undefined;
  return ok({ results, schemas: Object.fromEntries(Object.entries(schemas).filter(([slug]) => slug !== lacking)) });
}

/** Each key runs once: the same request again gets the first answer, another one a conflict. */
function execute(request: RouteRequest, { desk, results }: RouteContext): RouteAnswer {
  const text = canonicalJson(request.body);
  const known = request.idempotencyKey === undefined ? undefined : results.get(request.idempotencyKey);
  if (known !== undefined)
    return known.request === text ? ok(known.answer) : problem(409, 'IDEMPOTENCY_CONFLICT', 'Other request, same key.');
  const calls = Array.isArray(request.body['calls']) ? (request.body['calls'] as readonly JsonObject[]) : [];
  const outcomes = calls.map((call, index) => ({ index, ...desk.run(call) }));
  const errors = outcomes.filter((outcome) => 'error' in outcome).length;
  const shown = hasFault(request, 'no-result') ? [] : outcomes;
  const answer = { results: shown, success_count: outcomes.length - errors, error_count: errors, total_count: outcomes.length };
  if (request.idempotencyKey !== undefined) results.set(request.idempotencyKey, { request: text, answer });
  return ok(answer);
}

function listConnectors({ url }: RouteRequest, { connectors, accounts, linkOf }: RouteContext): RouteAnswer {
  const limit = Number(url.searchParams.get('limit') ?? 50);
  const first = Number(url.searchParams.get('cursor') ?? 0);
  const page = connectors.slice(first, first + limit).map(({ connector, label }) => ({
    connector,
    ...(label === undefined ? {} : { label }),
    connections: accounts.of(connector).map((account) => shown(account, linkOf)),
  }));
  const next = first + limit;
  return ok({ connectors: page, ...(next < connectors.length ? { next_cursor: String(next) } : {}) });
}

function connections({ method, url, body }: RouteRequest, { connectors, accounts, linkOf }: RouteContext): RouteAnswer {
  const id = url.pathname.split('/')[3];
  if (id === undefined) {
    const { connector, alias, reconnect } = body;
    if (method !== 'POST' || !connectors.some((known) => known.connector === connector)) {
      return problem(400, 'UNKNOWN_CONNECTOR', 'There is no such connector.');
    }
    const options = { ...(typeof alias === 'string' ? { alias } : {}), ...(typeof reconnect === 'string' ? { reconnect } : {}) };
    return ok(shown(accounts.start(connector as string, options), linkOf));
  }
  const account = accounts.find(decodeURIComponent(id));
  if (account === undefined) return problem(400, 'UNKNOWN_CONNECTION', 'There is no such connection.');
  if (method === 'PATCH' && typeof body['alias'] === 'string') account.alias = body['alias'];
  return ok(shown(account, linkOf));
}

function shown({ connection_id: id, connector, status, alias }: Account, linkOf: RouteContext['linkOf']): JsonObject {
  return {
    connection_id: id,
    connector,
    status,
    ...(alias === undefined ? {} : { alias }),
    ...(status === 'pending' ? { connect_url: linkOf(id) } : {}),
  };
}

/** The JSON object of a body; anything else counts as an empty one. */
export function readObject(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as unknown;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
