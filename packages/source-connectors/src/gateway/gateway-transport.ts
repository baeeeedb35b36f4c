import { isJsonObject, linkedController, SecretMask, ToolrackError, type JsonObject, type Scope } from '@toolrack/contracts';
import { setTimeout as pause } from 'node:timers/promises';

import { failureOfStatus, gatewayError, isRetryable } from './gateway-error.js';
import { parseJson, readBody } from './read-body.js';
import { retryAfterSeconds } from './retry-after.js';

/** Largest accepted answer: a page of schemas is well below 1 MB. */
const mostBytes = 16 * 1024 * 1024;
/** Pause before the one further attempt. */
const retryPauseMs = 150;

/** Where the gateway is and who asks. */
export interface GatewayAddress {
  readonly url: URL;
  /** The bearer token for a scope; `undefined` for a guest. Asked for each request, so a renewed token is used at once. */
  readonly token: (scope: Scope) => Promise<string | undefined>;
  /** Further values that no answer may show. */
  readonly secrets?: readonly string[];
}

/** One request and its bounds. */
export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the gateway's address, without a leading slash. */
  readonly path: string;
  readonly body?: JsonObject;
  /** For the whole request with its further attempts. */
  readonly timeoutMs: number;
  /** Further attempts after a failed server or a broken connection. */
  readonly retries: 0 | 1;
  readonly idempotencyKey?: string;
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** Sends requests: bounded in time and size, never redirected, errors without secrets. */
export class GatewayTransport {
  /** Hides the tokens of all scopes that were sent lately, and the operator's own values. */
  private readonly mask: SecretMask;

  constructor(private readonly address: GatewayAddress) {
    this.mask = new SecretMask(address.secrets);
  }

  /** The parsed JSON answer; `undefined` for an empty one. Rejects with the errors of `gatewayError`. */
  async send(request: GatewayRequest): Promise<unknown> {
    if (request.signal.aborted) throw gatewayError('interrupted');
    const { controller, release } = linkedController(request.signal);
    const timer = setTimeout(() => controller.abort(gatewayError('timeout')), request.timeoutMs);
    try {
      return await this.attempt(request, controller.signal, request.retries);
    } catch (error) {
      if (request.signal.aborted) throw gatewayError('interrupted');
      throw controller.signal.aborted ? gatewayError('timeout') : error;
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  private async attempt(request: GatewayRequest, signal: AbortSignal, retries: number): Promise<unknown> {
    try {
      return await this.exchange(request, signal);
    } catch (error) {
      if (retries === 0 || signal.aborted || !isRetryable(error)) throw error;
      await pause(retryPauseMs, undefined, { signal });
      return this.attempt(request, signal, retries - 1);
    }
  }

  private async exchange(request: GatewayRequest, signal: AbortSignal): Promise<unknown> {
    const token = await this.address.token(request.scope);
    // A gateway that echoes it must not put it before a model.
    if (token !== undefined) this.mask.add([token]);
    const base = this.address.url.href.endsWith('/') ? this.address.url : new URL(`${this.address.url.href}/`);
    try {
      const response = await fetch(new URL(request.path, base), {
        method: request.method,
        headers: headersOf(request, token),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        // The token is for this address alone.
        redirect: 'error',
        signal,
      });
      return this.mask.within(await readAnswer(response));
    } catch (error) {
      if (ToolrackError.is(error)) throw error;
      throw gatewayError('connection', networkFacts(error));
    }
  }
}

function headersOf(request: GatewayRequest, token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
  };
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await readBody(response, mostBytes);
  const { status } = response;
  const value = parseJson(text);
  if (response.ok) {
    if (value === undefined && text.trim() !== '') throw gatewayError('malformed', { status });
    return value;
  }
  const seconds = retryAfterSeconds(response.headers.get('retry-after'));
  throw gatewayError(failureOfStatus(status, codeOf(value)), {
    status,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  });
}

function codeOf(body: unknown): string | undefined {
  const error = isJsonObject(body) ? body['error'] : undefined;
  const code = isJsonObject(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Only the code of a network error: its message may hold addresses or, for a bad header, the token. */
function networkFacts(error: unknown): { readonly network?: string } {
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause;
  return typeof cause?.code === 'string' ? { network: cause.code } : {};
}
