import { extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client';
import { AuthorizationError } from './authorization-error.js';
import type { RequestAuthorization } from './request-authorization.js';

/**
 * Puts the server's token on every request to it. A refusal (401, or 403 for want of scope) is answered with another token, once, when
 * there is one; otherwise the caller gets the refusal as it came. A call is not repeated when the refusal leaves open whether it ran.
 */
export function authorizedFetch(base: FetchLike, authorization: RequestAuthorization): FetchLike {
  return async (url, init) => {
    if (!authorization.covers(url)) return await base(url, init);
    const signal = init?.signal ?? undefined;
    let sent: string | undefined;
    try {
      sent = await authorization.token(signal);
    } catch (error) {
      return refusalFor(error, init);
    }
    const response = await base(url, withToken(init, sent));
    const isScopeWanted = response.status === 403 && extractWWWAuthenticateParams(response).error === 'insufficient_scope';
    if (response.status !== 401 && !isScopeWanted) {
      if (sent !== undefined) authorization.accept(sent);
      return response;
    }
    let next: string | undefined;
    try {
      next = isScopeWanted ? await authorization.widened(sent) : await authorization.replacementOf(sent, signal);
    } catch (error) {
      if (error instanceof AuthorizationError && error.problem === 'sign-in') return response;
      await discard(response);
      return refusalFor(error, init);
    }
    if (next === undefined || next === sent || !isCertainlyNotRun(response, init)) return response;
    await discard(response);
    const again = await base(url, withToken(init, next));
    if (again.status === 401) authorization.refuse(next);
    else authorization.accept(next);
    return again;
  };
}

/**
 * What stands for the answer when no token can be had. A needed sign-in looks as if the server had said so. Anything else is thrown, but
 * not to an event source, which would only see "an error": it gets an answer that is no stream.
 */
function refusalFor(error: unknown, init: RequestInit | undefined): Response {
  if (!(error instanceof AuthorizationError)) throw error;
  if (error.problem === 'sign-in')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
  if ((init?.method ?? 'GET') !== 'GET') throw error;
  return new Response(error.message, { status: 503 });
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  if (token === undefined) return init ?? {};
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** RFC 9110 wants a challenge in every 401. One without it may come from behind the tool: a tool call is then not sent again. */
function isCertainlyNotRun(response: Response, init: RequestInit | undefined): boolean {
  if (response.headers.has('www-authenticate')) return true;
  return typeof init?.body === 'string' ? !isToolCall(init.body) : init?.body === undefined || init.body === null;
}

function isToolCall(body: string): boolean {
  try {
    const message = JSON.parse(body) as { method?: unknown };
    return Array.isArray(message) || message.method === 'tools/call';
  } catch {
    return true;
  }
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
