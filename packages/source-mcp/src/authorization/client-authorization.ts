import {
  ClientCredentialsProvider,
  fetchToken,
  PrivateKeyJwtProvider,
  type FetchLike,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { untilAborted } from '../until-aborted.js';
import { AuthorizationError } from './authorization-error.js';
import type { AuthorizationOptions } from './authorization-settings.js';
import { boundedFetch } from './bounded-fetch.js';
import { discover, type Discovered } from './discovery.js';
import { isFresh, type GrantTokens } from './grant.js';
import type { RequestAuthorization } from './request-authorization.js';
import { isSecureAddress } from './secure-address.js';
import { askServer, challengeIn, type AskedServer } from './server-challenge.js';
import { asAuthorizationError, toTokens } from './token-answer.js';

/** How long a refusal of the authorization server holds before it is asked again, in milliseconds. */
const refusalMs = 5_000;

/** What the authorization of a program is made of. */
export interface ClientAuthorizationParts extends AskedServer {
  readonly options: AuthorizationOptions;
  readonly fetch: FetchLike;
  /** Receives every token before it is used, so that no text can show it. */
  readonly onSecret: (secrets: readonly string[]) => void;
  readonly now?: () => number;
}

/**
 * Tokens that a program gets for itself, with the credentials of its configuration and without a person (OAuth client credentials, MCP extension
 * SEP-1046). They are got when the server first wants one, again before they end, once for all calls; they are kept in memory alone.
 */
export class ClientAuthorization implements RequestAuthorization {
  problem?: string;
  readonly hasNews = false;
  private readonly now: () => number;
  private found?: Discovered & { readonly scope?: string };
  private tokens?: GrantTokens;
  private getting?: Promise<GrantTokens>;
  private failure?: { readonly error: unknown; readonly until: number };

  constructor(private readonly parts: ClientAuthorizationParts) {
    this.now = parts.now ?? Date.now;
  }

  covers(address: string | URL): boolean {
    const url = new URL(address);
    return url.origin === this.parts.url.origin && isSecureAddress(url);
  }

  /** The token in use, or a new one shortly before it ends. Nothing is asked for before the server has wanted a token. */
  async token(signal?: AbortSignal): Promise<string | undefined> {
    if (this.tokens === undefined || isFresh(this.tokens, this.now())) return this.tokens?.accessToken;
    return (await this.get(signal)).accessToken;
  }

  async replacementOf(sent: string | undefined, signal?: AbortSignal): Promise<string | undefined> {
    const current = this.tokens?.accessToken;
    if (current !== undefined && current !== sent) return current;
    return (await this.get(signal)).accessToken;
  }

  /** Which rights the program has is up to its registration: asking again brings the same. */
  async widened(): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  refuse(token: string): void {
    if (this.tokens?.accessToken === token) this.tokens = undefined;
    this.problem = 'the server refuses the token although it is new';
  }

  accept(): void {
    this.problem = undefined;
  }

  async settle(): Promise<void> {
    await this.getting?.catch(() => undefined);
  }

  /** One request for all that want a token; goes on when the one that waits gives up. */
  private async get(signal?: AbortSignal): Promise<GrantTokens> {
    if (this.failure !== undefined && this.now() < this.failure.until) throw this.failure.error;
    this.getting ??= this.request().finally(() => {
      this.getting = undefined;
    });
    if (signal === undefined) return await this.getting;
    return await untilAborted(this.getting, signal, () => new DOMException('The wait for a token was given up', 'AbortError'));
  }

  private async request(): Promise<GrantTokens> {
    try {
      const fetch = boundedFetch(this.parts.fetch, this.parts.url);
      const { issuer, metadata, resource, scope } = (this.found ??= await this.find(fetch));
      const provider = providerOf(this.parts.options, issuer, scope);
      const answer = await fetchToken(provider, issuer, {
        ...(metadata === undefined ? {} : { metadata }),
        ...(scope === undefined ? {} : { scope }),
        resource,
        fetchFn: fetch,
      });
      const tokens = toTokens(answer, this.now());
      this.parts.onSecret([tokens.accessToken]);
      this.failure = undefined;
      return (this.tokens = tokens);
    } catch (error) {
      const described = asAuthorizationError(error, 'the authorization server gives no token to this program');
      const hint = 'Check "clientId", the secret or key and "scopes" in "authorization" of the server.';
      const failure = new AuthorizationError(described.problem, described.message, { cause: error, hint: described.hint ?? hint });
      this.failure = { error: failure, until: this.now() + refusalMs };
      throw failure;
    }
  }

  /** Where to get tokens and for what, by the server's own refusal. */
  private async find(fetch: FetchLike): Promise<Discovered & { readonly scope?: string }> {
    const challenge = challengeIn(await askServer(this.parts));
    const found = await discover(this.parts.url, challenge, fetch, this.parts.options.issuer);
    const scope = this.parts.options.scopes?.join(' ') ?? challenge.scope ?? found.scopesSupported?.join(' ');
    return scope === undefined || scope === '' ? found : { ...found, scope };
  }
}

/** The credentials as the SDK wants them; they go to `issuer` alone. */
function providerOf(options: AuthorizationOptions, issuer: string, scope: string | undefined): OAuthClientProvider {
  const { clientId = '', clientSecret = '', privateKey, privateKeyAlgorithm = 'RS256' } = options;
  const shared = { clientId, expectedIssuer: issuer, clientName: 'Toolrack', ...(scope === undefined ? {} : { scope }) };
  if (privateKey === undefined) return new ClientCredentialsProvider({ ...shared, clientSecret });
  return new PrivateKeyJwtProvider({ ...shared, privateKey, algorithm: privateKeyAlgorithm });
}
