import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  IssuerMismatchError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
  type AuthorizationServerMetadata,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { AuthorizationError, cleanScopes, foreignText } from './authorization-error.js';
import type { AuthorizationOptions } from './authorization-settings.js';
import { boundedFetch } from './bounded-fetch.js';
import { chooseClient } from './client-registration.js';
import { discover, type Challenge, type Discovered } from './discovery.js';
import type { Grant } from './grant.js';
import { RedirectListener } from './redirect-listener.js';
import { isSecureAddress } from './secure-address.js';
import { askServer, challengeIn } from './server-challenge.js';
import { asAuthorizationError, clientInformation, toTokens } from './token-answer.js';
import type { TokenStore } from './token-store.js';

/** The server to sign in at. */
export interface SignInTarget {
  readonly server: string;
  readonly url: URL;
  readonly type: 'http' | 'sse';
  readonly headers: Readonly<Record<string, string>>;
  readonly options: AuthorizationOptions;
  readonly store: TokenStore;
  readonly fetch: FetchLike;
}

/** What a person is told before the sign-in page opens. */
export interface SignInPage {
  /** Address to open in a browser; always https, or http on this machine. */
  readonly address: string;
  readonly issuer: string;
  readonly scope?: string;
  /** Where the browser comes back to. */
  readonly redirectUri: string;
  /** Hands over the address that a browser elsewhere was sent to; false when it is not the one. */
  paste(address: string): boolean;
}

/** How a sign-in is carried out. */
export interface SignInOptions {
  /** Scopes besides those that the server or the configuration names. */
  readonly scopes?: readonly string[];
  /** Shows the page to the person. */
  readonly onPage: (page: SignInPage) => void | Promise<void>;
  /** Ends the wait for the person. */
  readonly signal: AbortSignal;
}

/** What a sign-in has brought. Without secrets. */
export interface SignInResult {
  readonly server: string;
  readonly issuer: string;
  readonly resource: string;
  readonly scope?: string;
  /** When the token ends, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The token can be renewed without a person. */
  readonly renewable: boolean;
  readonly client: 'configured' | 'document' | 'registered';
  /** The server took the new token. */
  readonly accepted: boolean;
}

/** Signs a person in at a server and keeps the tokens. Rejects with an `AuthorizationError`. */
export async function signInAt(target: SignInTarget, options: SignInOptions): Promise<SignInResult> {
  if (!isSecureAddress(target.url))
    throw new AuthorizationError('refused', `${target.url.origin} is not an https address, and tokens are sent over https only`);
  const fetch = boundedFetch(target.fetch, target.url, options.signal);
  const first = await askServer(target);
  const found = await discover(target.url, challengeIn(first), fetch, target.options.issuer).catch((error: unknown) => {
    if (isRefusal(first)) throw error;
    throw new AuthorizationError('refused', `the server does not ask for a sign-in (HTTP ${first.status})`, { cause: error });
  });
  if (found.metadata === undefined && !isRefusal(first)) {
    throw new AuthorizationError('refused', `the server does not ask for a sign-in (HTTP ${first.status})`);
  }
  requirePkce(found.metadata, found.issuer, target.options.assumePkce === true);
  const scope = await scopesFor(target, found, challengeIn(first), options.scopes ?? []);
  const state = randomBytes(32).toString('base64url');
  const listener = await RedirectListener.open(target.options.redirectUri, state);
  try {
    const { redirectUri } = listener;
    const { issuer, metadata } = found;
    const client = await chooseClient({ options: target.options, issuer, metadata, redirectUri, scope, fetch });
    const information = clientInformation(client, target.options.clientSecret);
    const started = await startAuthorization(issuer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientInformation: information,
      redirectUrl: redirectUri,
      ...(scope === undefined ? {} : { scope }),
      state,
      resource: found.resource,
    }).catch((error: unknown) => {
      throw new AuthorizationError('refused', `${issuer} cannot be used: ${foreignText((error as Error).message)}`);
    });
    await options.onPage({
      address: started.authorizationUrl.href,
      issuer,
      ...(scope === undefined ? {} : { scope }),
      redirectUri,
      paste: (address) => listener.paste(address),
    });
    const code = codeIn(await listener.wait(options.signal), issuer, metadata);
    const answer = await exchangeAuthorization(issuer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientInformation: information,
      authorizationCode: code.value,
      ...(code.iss === undefined ? {} : { iss: code.iss }),
      codeVerifier: started.codeVerifier,
      redirectUri,
      resource: found.resource,
      fetchFn: fetch,
    }).catch((error: unknown) => {
      throw asAuthorizationError(error, 'the authorization server gives no tokens');
    });
    const tokens = toTokens(answer.scope === undefined && scope !== undefined ? { ...answer, scope } : answer, Date.now());
    const grant: Grant = { version: 1, serverUrl: target.url.href, resource: found.resource, issuer, client, tokens };
    await target.store.replace({ server: target.server, url: target.url.href }, grant);
    return await resultOf(target, grant);
  } finally {
    await listener.close();
  }
}

async function resultOf(target: SignInTarget, grant: Grant): Promise<SignInResult> {
  const { tokens } = grant;
  const second = await askServer(target, tokens?.accessToken).catch(() => undefined);
  return {
    server: target.server,
    issuer: grant.issuer,
    resource: grant.resource,
    ...(tokens?.scope === undefined ? {} : { scope: tokens.scope }),
    ...(tokens?.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
    renewable: tokens?.refreshToken !== undefined,
    client: grant.client.origin,
    accepted: second === undefined || !isRefusal(second),
  };
}

function isRefusal(response: Response): boolean {
  return response.status === 401 || response.status === 403;
}

/** MCP requires clients to refuse an authorization server that does not say that it knows PKCE with S256. */
function requirePkce(metadata: AuthorizationServerMetadata | undefined, issuer: string, isAssumed: boolean): void {
  if (isAssumed || metadata?.code_challenge_methods_supported?.includes('S256') === true) return;
  throw new AuthorizationError('refused', `${issuer} does not say that it supports PKCE with S256, without which a sign-in can be stolen`, {
    hint: 'If you know that it does, set "assumePkce": true in "authorization" of the server.',
  });
}

/**
 * Configured scopes, else those of the refusal, else those of the resource metadata; with those of the last sign-in, so that wider rights
 * do not cost the earlier ones; with the right to renew where it is a scope (OpenID Connect).
 */
async function scopesFor(
  target: SignInTarget,
  found: Discovered,
  challenge: Challenge,
  more: readonly string[],
): Promise<string | undefined> {
  const { scopes } = target.options;
  const named = scopes?.join(' ') ?? challenge.scope ?? found.scopesSupported?.join(' ');
  const before = await target.store.read({ server: target.server, url: target.url.href }).catch(() => undefined);
  const kept = before?.issuer === found.issuer ? before.tokens?.scope : undefined;
  const wanted = cleanScopes([named, kept, ...more].filter((part) => part !== undefined).join(' '));
  const hasRenewal = found.metadata?.scopes_supported?.includes('offline_access') === true;
  return wanted !== undefined && hasRenewal ? cleanScopes(`${wanted} offline_access`) : wanted;
}

/** The code of an authorization response. Who answers is checked first (RFC 9207): until then its words are not believed. */
function codeIn(
  parameters: URLSearchParams,
  issuer: string,
  metadata: AuthorizationServerMetadata | undefined,
): { readonly value: string; readonly iss: string | undefined } {
  const iss = parameters.get('iss') ?? undefined;
  try {
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    if (!(error instanceof IssuerMismatchError)) throw error;
    const what = iss === undefined ? 'does not say who it is from' : 'is from another authorization server';
    throw new AuthorizationError('refused', `the answer to the sign-in ${what}; it is not used`);
  }
  const error = parameters.get('error');
  if (error !== null) {
    const words = [error, parameters.get('error_description') ?? ''].filter((part) => part !== '').join(': ');
    throw new AuthorizationError('refused', `the authorization server refuses: ${foreignText(words)}`);
  }
  const value = parameters.get('code');
  if (value === null || value === '') throw new AuthorizationError('refused', 'the answer to the sign-in holds no code');
  return { value, iss };
}
