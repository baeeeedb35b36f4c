import { boundedFetch } from './bounded-fetch.js';
import { discoverIssuer } from './discovery.js';
import type { Grant } from './grant.js';
import { requireSecureAddress } from './secure-address.js';
import type { SignInTarget } from './sign-in.js';
import { clientInformation } from './token-answer.js';

/** What a sign-out did. */
export interface SignOutResult {
  readonly server: string;
  /** There were tokens, and they are gone. */
  readonly removed: boolean;
  /** The authorization server has taken the tokens back; false when it cannot or did not answer. */
  readonly revoked: boolean;
}

/** Removes the tokens of a server, and asks the authorization server to take them back (RFC 7009), which may fail. */
export async function signOutAt(target: SignInTarget): Promise<SignOutResult> {
  const owner = { server: target.server, url: target.url.href };
  // Tokens that cannot be read any more can still be removed.
  const grant = await target.store.read(owner).catch(() => undefined);
  const removed = await target.store.remove(owner);
  const revoked = grant?.tokens === undefined ? false : await revoke(target, grant).catch(() => false);
  return { server: target.server, removed, revoked };
}

async function revoke(target: SignInTarget, grant: Grant): Promise<boolean> {
  const { tokens } = grant;
  if (tokens === undefined) return false;
  const fetch = boundedFetch(target.fetch, target.url);
  const metadata = await discoverIssuer(grant.issuer, target.url, fetch);
  const { revocation_endpoint: endpoint } = (metadata ?? {}) as { readonly revocation_endpoint?: unknown };
  if (typeof endpoint !== 'string') return false;
  const url = requireSecureAddress(endpoint, target.url, 'the revocation endpoint');
  const client = clientInformation(grant.client, target.options.clientSecret);
  const body = new URLSearchParams({
    // Taking the refresh token back takes the access tokens with it.
    token: tokens.refreshToken ?? tokens.accessToken,
    token_type_hint: tokens.refreshToken === undefined ? 'access_token' : 'refresh_token',
    client_id: client.client_id,
  });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  if (client.client_secret !== undefined && client.token_endpoint_auth_method !== 'client_secret_post') {
    headers.set('authorization', `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`);
  } else if (client.client_secret !== undefined) body.set('client_secret', client.client_secret);
  const response = await fetch(url, { method: 'POST', headers, body });
  return response.ok;
}
