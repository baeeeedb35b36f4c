import type { FetchLike } from '@modelcontextprotocol/client';
import { boundedBody } from '@toolrack/contracts';
import { blockedAddress } from '../network/index.js';
import { AuthorizationError } from './authorization-error.js';
import { requireSecureAddress } from './secure-address.js';

/** Longest time that one answer of an authorization server may take, in milliseconds. */
const longestAnswerMs = 15_000;
/** Most bytes of an answer that are read; metadata and tokens are far smaller. */
const mostBytes = 1_000_000;

/**
 * The fetch for everything that is said to authorization servers on behalf of `server`: https or this machine only, at every redirect;
 * within a time; with a bounded answer that is complete when the promise resolves.
 */
export function boundedFetch(base: FetchLike, server: URL, signal?: AbortSignal): FetchLike {
  return async (input, init) => {
    const url = requireSecureAddress(input, server, 'an address of the authorization server');
    const limit = AbortSignal.timeout(longestAnswerMs);
    const signals = [limit, signal, init?.signal].filter((entry) => entry !== undefined && entry !== null);
    try {
      const response = await base(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) });
      return new Response(noBody.has(response.status) ? null : await readBody(response, url), {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      });
    } catch (error) {
      if (error instanceof AuthorizationError) throw error;
      const blocked = blockedAddress(error);
      if (blocked !== undefined) throw new AuthorizationError('refused', `${blocked.host} may not be asked: ${blocked.reason}`);
      const what = limit.aborted ? `does not answer within ${longestAnswerMs / 1000} s` : 'cannot be reached';
      throw new AuthorizationError('temporary', `${url.host} ${what}`, { cause: error });
    }
  };
}

/** Statuses that a `Response` with a body may not have. */
const noBody = new Set([204, 205, 304]);

async function readBody(response: Response, url: URL): Promise<Buffer<ArrayBuffer>> {
  const body = await boundedBody(response, mostBytes);
  if (body === undefined) throw new AuthorizationError('refused', `${url.host} answers with more than ${mostBytes} bytes`);
  return body;
}
