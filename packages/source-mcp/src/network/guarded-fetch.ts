import { Agent } from 'undici';
import { shareSignal } from '../shared-signal.js';
import { AddressGuard, BlockedAddressError, defaultPort } from './address-guard.js';
import type { DirectResponse } from './direct-response.js';
import { sendRequest } from './send-request.js';
import { defaultLookup, guardedConnector, type Lookup } from './guarded-connector.js';

/** Redirects in a row that are followed. */
const mostRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that go to another origin: nothing that says who asks. Headers of an operator's own making may be credentials. */
const neutralHeaders = new Set(['accept', 'accept-language', 'user-agent', 'mcp-protocol-version']);

/** What a guarded fetch is made of. */
export interface GuardedFetchOptions {
  /** The operator's own address: it may be this machine, written literally, or a name without public DNS, also in a private network. */
  readonly configured?: URL;
  /** Hosts that are allowed wherever they are: names, `*.suffix`, addresses, networks (`10.0.0.0/8`). */
  readonly allowHosts?: readonly string[];
  /** Longest time for opening a connection, in milliseconds (10,000). */
  readonly connectTimeoutMs?: number;
  /** Longest time without a byte of an answer, in milliseconds; 0, the default, leaves it to the caller's signal. */
  readonly idleTimeoutMs?: number;
  /** Longest body, and longest event of an event stream, in bytes (unlimited). */
  readonly mostBytes?: number;
  /** Replaces the resolver of the operating system. */
  readonly lookup?: Lookup;
}

/** `fetch` that refuses private, local, metadata and reserved addresses; rejects with a cause of `BlockedAddressError`. */
export interface GuardedFetch {
  (url: string | URL, init?: RequestInit): Promise<DirectResponse>;
  /** Ends all connections; running requests fail. */
  close(): Promise<void>;
}

/**
 * Makes a `fetch` for addresses that others may have named. Every connection is judged by the address that it is really made to, so
 * neither spellings of numbers nor names that resolve to private addresses pass. Redirects are judged anew; one to another origin is
 * followed only without a body and without any header that could be a credential, and never from https to http.
 * Throws an `Error` that names an entry of `allowHosts` which cannot be read.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const guard = new AddressGuard(options.configured, options.allowHosts ?? []);
  const idleTimeoutMs = options.idleTimeoutMs ?? 0;
  const agent = new Agent({
    connect: guardedConnector(guard, options.connectTimeoutMs ?? 10_000, options.lookup ?? defaultLookup),
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  const send = async (url: URL, init: RequestInit): Promise<DirectResponse> => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new BlockedAddressError(url.host, `"${url.protocol}" is not http or https`);
    guard.checkLiteral(url.hostname, url.port === '' ? defaultPort(url.protocol) : url.port);
    return await sendRequest(agent, url, init, options.mostBytes ?? Infinity);
  };
  const guarded = async (input: string | URL, init: RequestInit = {}): Promise<DirectResponse> => {
    const { redirect = 'follow' } = init;
    shareSignal(init.signal);
    let url = new URL(input);
    let current = init;
    for (let hop = 0; ; hop += 1) {
      const response = await send(url, current);
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
      if (location === null || redirect === 'manual') return response;
      response.discard();
      if (redirect === 'error') throw new TypeError(`"${url.host}" answered with a redirect`);
      if (hop >= mostRedirects) throw new TypeError(`"${url.host}" redirects more than ${mostRedirects} times`);
      const next = new URL(location, url);
      current = redirected(current, response.status, url, next);
      url = next;
    }
  };
  return Object.assign(guarded, { close: async () => agent.destroy() });
}

function redirected(init: RequestInit, status: number, from: URL, to: URL): RequestInit {
  const method = (init.method ?? 'GET').toUpperCase();
  // As in the Fetch standard: these make a POST a GET; 307 and 308 keep it.
  const becomesGet = (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
  const { body, ...rest } = init;
  const next: RequestInit = becomesGet ? { ...rest, method: 'GET' } : { ...rest, ...(body === undefined ? {} : { body }) };
  if (from.origin === to.origin) return next;
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new TypeError(`"${from.host}" redirects from https to "${to.protocol}//${to.host}", which is not followed`);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    throw new TypeError(`"${from.host}" redirects a ${method} to "${to.host}", which is not followed; set the address that it names`);
  }
  const headers = [...new Headers(init.headers)].filter(([name]) => neutralHeaders.has(name.toLowerCase()));
  return { ...next, headers };
}
