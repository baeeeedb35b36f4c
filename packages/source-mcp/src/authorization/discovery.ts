import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  type AuthorizationServerMetadata,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { AuthorizationError, foreignText } from './authorization-error.js';
import { requireSecureAddress } from './secure-address.js';

/** What a 401 or 403 answer says about the sign-in. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** Where and for what to sign in. */
export interface Discovered {
  /** Resource indicator, exactly as the server writes it. */
  readonly resource: string;
  /** Scopes that the server names, in words of RFC 9728. */
  readonly scopesSupported?: readonly string[];
  readonly issuer: string;
  /** Absent for servers of the 2025-03-26 revision that publish nothing and have their endpoints at fixed places. */
  readonly metadata?: AuthorizationServerMetadata;
}

type ResourceMetadata = Awaited<ReturnType<typeof discoverOAuthProtectedResourceMetadata>>;

/**
 * Finds out where to sign in: protected resource metadata (RFC 9728) at the address that the server's refusal names, else at the
 * well-known places; then the metadata of the authorization server (RFC 8414 or OpenID Connect Discovery). `fetch` is a bounded one.
 */
export async function discover(server: URL, challenge: Challenge, fetch: FetchLike, issuer?: string): Promise<Discovered> {
  const found = await findResourceMetadata(server, challenge, fetch);
  const resource = found?.resource ?? resourceOf(server);
  if (!checkResourceAllowed({ requestedResource: resourceOf(server), configuredResource: resource })) {
    throw new AuthorizationError('refused', `the server says that it is "${foreignText(resource)}", which is not its address`);
  }
  const named = found?.authorization_servers ?? [];
  const candidates = named.length > 0 ? named : [server.origin];
  const chosen = chooseIssuers(candidates, issuer);
  let failure: unknown;
  for (const candidate of chosen) {
    try {
      const metadata = await discoverIssuer(candidate, server, fetch);
      if (metadata === undefined && named.length > 0) throw new AuthorizationError('refused', `${candidate} publishes no metadata`);
      return {
        resource,
        ...(found?.scopes_supported === undefined ? {} : { scopesSupported: found.scopes_supported }),
        issuer: metadata?.issuer ?? candidate,
        ...(metadata === undefined ? {} : { metadata }),
      };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Metadata of one authorization server, which has to name itself as it was named; `undefined` when it publishes none. */
export async function discoverIssuer(issuer: string, server: URL, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  requireSecureAddress(issuer, server, 'the authorization server');
  const metadata = await readMetadata(issuer, fetch);
  if (metadata === undefined) return undefined;
  requireSecureAddress(metadata.authorization_endpoint, server, 'the authorization endpoint');
  requireSecureAddress(metadata.token_endpoint, server, 'the token endpoint');
  if (metadata.registration_endpoint !== undefined) {
    requireSecureAddress(metadata.registration_endpoint, server, 'the registration endpoint');
  }
  return metadata;
}

async function readMetadata(issuer: string, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  try {
    return await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch });
  } catch (error) {
    if (error instanceof AuthorizationError) throw error;
    if (!(error instanceof IssuerMismatchError)) {
      const words = error instanceof Error && /^HTTP \d+/.test(error.message) ? error.message.slice(0, 8) : 'something else';
      throw new AuthorizationError('temporary', `${new URL(issuer).host} answers with ${words} instead of its metadata`, { cause: error });
    }
    // Some name an issuer that ends with a slash without it; both have the same well-known address.
    if (!issuer.endsWith('/') && error.received === `${issuer}/`) return await readMetadata(`${issuer}/`, fetch);
    const { received = '' } = error;
    throw new AuthorizationError('refused', `the authorization server ${issuer} says that it is "${foreignText(received)}"`);
  }
}

async function findResourceMetadata(server: URL, challenge: Challenge, fetch: FetchLike): Promise<ResourceMetadata | undefined> {
  const { resourceMetadataUrl } = challenge;
  if (resourceMetadataUrl !== undefined) {
    requireSecureAddress(resourceMetadataUrl, server, 'the address of the resource metadata');
    const named = await readResourceMetadata(server, fetch, resourceMetadataUrl);
    if (named !== undefined) return named;
  }
  return await readResourceMetadata(server, fetch);
}

async function readResourceMetadata(server: URL, fetch: FetchLike, address?: URL): Promise<ResourceMetadata | undefined> {
  try {
    return await discoverOAuthProtectedResourceMetadata(server, address === undefined ? {} : { resourceMetadataUrl: address }, fetch);
  } catch (error) {
    // Nothing there, or something that is no such document: the next place may have it. An outage is no answer.
    if (error instanceof AuthorizationError) throw error;
    if (error instanceof Error && /^HTTP 5\d\d/.test(error.message)) {
      throw new AuthorizationError('temporary', `${server.host} answers with ${error.message.slice(0, 8)} instead of its metadata`);
    }
    return undefined;
  }
}

/** The address of the server as a resource indicator (RFC 8707): without fragment, and without the slash that `URL` adds to a bare host. */
export function resourceOf(server: URL): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && url.search === '' ? url.origin : url.href;
}

function chooseIssuers(candidates: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return candidates.slice(0, 3);
  const plain = (text: string): string => text.replace(/\/$/, '');
  const chosen = candidates.filter((candidate) => plain(candidate) === plain(wanted));
  if (chosen.length > 0) return chosen;
  const names = candidates.map((name) => `"${foreignText(name)}"`).join(', ');
  throw new AuthorizationError('refused', `the server signs in at ${names}, and "issuer" allows "${wanted}" alone`, {
    hint: 'Correct "issuer" if that is the authorization server you know.',
  });
}
