import { extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client';
import { cleanScopes } from './authorization-error.js';
import { boundedFetch } from './bounded-fetch.js';
import type { Challenge } from './discovery.js';

/** The server that is asked whether and how it wants a sign-in. */
export interface AskedServer {
  readonly url: URL;
  readonly type: 'http' | 'sse';
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
}

/** Asks the server for something harmless, to hear whether and how it wants a sign-in. */
export async function askServer(server: AskedServer, token?: string): Promise<Response> {
  const fetch = boundedFetch(readingNothing(server.fetch), server.url);
  const headers = { ...server.headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  if (server.type === 'sse') return await fetch(server.url, { headers: { ...headers, Accept: 'text/event-stream' } });
  return await fetch(server.url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
}

/** What an answer says about the sign-in. */
export function challengeIn(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const clean = cleanScopes(scope);
  return {
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(clean === undefined ? {} : { scope: clean }),
  };
}

/** Only the head of the answer counts, and an event stream has no end. */
function readingNothing(base: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await base(url, init);
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: response.headers });
  };
}
