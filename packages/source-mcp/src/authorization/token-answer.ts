import {
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { AuthorizationError, foreignText } from './authorization-error.js';
import type { Grant, GrantClient, GrantTokens } from './grant.js';

/** The authorization server refuses to renew tokens, once and for all. */
export class RenewalRefusedError extends AuthorizationError {
  constructor(
    /** OAuth error code. */
    readonly reason: string,
  ) {
    super('sign-in', `the authorization server refuses to renew the tokens (${foreignText(reason)})`);
  }
}

/** Answers with which an authorization server says "not now"; every other OAuth error means that asking again is of no use. */
const passing = new Set<string>([OAuthErrorCode.ServerError, OAuthErrorCode.TemporarilyUnavailable, OAuthErrorCode.TooManyRequests]);

/** What is known about a client at the token endpoint; a configured secret is in the configuration alone. */
export interface TokenRequest {
  readonly metadata?: AuthorizationServerMetadata;
  readonly clientSecret?: string;
  readonly fetch: FetchLike;
  readonly now: () => number;
}

/** Renews the tokens of a grant, at its own issuer and for its own resource. Rejects with an `AuthorizationError`. */
export async function renewTokens(grant: Grant, refreshToken: string, request: TokenRequest): Promise<GrantTokens> {
  let answer: OAuthTokens;
  try {
    answer = await refreshAuthorization(grant.issuer, {
      ...(request.metadata === undefined ? {} : { metadata: request.metadata }),
      clientInformation: clientInformation(grant.client, request.clientSecret),
      refreshToken,
      // As a text: a URL would gain the slash that bare hosts do not have in metadata, and servers compare texts.
      resource: grant.resource,
      fetchFn: request.fetch,
    });
  } catch (error) {
    if (error instanceof OAuthError && !passing.has(error.code)) throw new RenewalRefusedError(error.code);
    throw asAuthorizationError(error, 'the tokens cannot be renewed');
  }
  const kept = grant.tokens?.scope;
  return toTokens(kept === undefined || answer.scope !== undefined ? answer : { ...answer, scope: kept }, request.now());
}

/** The client as the SDK wants it. */
export function clientInformation(
  client: GrantClient,
  configuredSecret: string | undefined,
): { client_id: string; client_secret?: string; token_endpoint_auth_method?: string } {
  const secret = client.origin === 'configured' ? configuredSecret : client.secret;
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(client.authMethod === undefined ? {} : { token_endpoint_auth_method: client.authMethod }),
  };
}

/** Tokens as they are kept. Rejects those that cannot be sent as bearer tokens. */
export function toTokens(answer: OAuthTokens, now: number): GrantTokens {
  if (answer.token_type.toLowerCase() !== 'bearer') {
    throw new AuthorizationError('refused', `the authorization server gives tokens of the type "${foreignText(answer.token_type)}"`);
  }
  // RFC 6750 section 2.1: anything else could not stand in a header.
  if (!/^[\x21-\x7E]+$/.test(answer.access_token))
    throw new AuthorizationError('refused', 'the authorization server gives a malformed token');
  const lifetime = answer.expires_in;
  return {
    accessToken: answer.access_token,
    ...(answer.refresh_token === undefined || answer.refresh_token === '' ? {} : { refreshToken: answer.refresh_token }),
    ...(answer.scope === undefined ? {} : { scope: answer.scope }),
    obtainedAt: now,
    ...(lifetime === undefined || !Number.isFinite(lifetime) ? {} : { expiresAt: now + lifetime * 1000 }),
  };
}

/** Any failure of a request to the authorization server, in words without secrets. */
export function asAuthorizationError(error: unknown, what: string): AuthorizationError {
  if (error instanceof AuthorizationError) return error;
  if (!(error instanceof OAuthError)) return new AuthorizationError('temporary', `${what}: the answer is not what OAuth asks for`);
  const status = /^HTTP \d{3}/.exec(error.message)?.[0];
  const words = status ?? foreignText(error.message);
  return new AuthorizationError(passing.has(error.code) ? 'temporary' : 'refused', `${what}: ${foreignText(error.code)} (${words})`);
}
