import type { AuthorizationServerMetadata, FetchLike } from '@modelcontextprotocol/client';
import type { Logger } from '@toolrack/contracts';
import { untilAborted } from '../until-aborted.js';
import { AuthorizationError } from './authorization-error.js';
import type { AuthorizationOptions } from './authorization-settings.js';
import { boundedFetch } from './bounded-fetch.js';
import { discoverIssuer } from './discovery.js';
import { isFresh, secretsOf, type Grant, type GrantTokens } from './grant.js';
import type { RequestAuthorization } from './request-authorization.js';
import { isSecureAddress } from './secure-address.js';
import { RenewalRefusedError, renewTokens } from './token-answer.js';
import type { GrantOwner, TokenStore } from './token-store.js';

/** What the authorization of one server is made of. */
export interface ServerAuthorizationParts {
  /** Name of the server in the configuration. */
  readonly server: string;
  readonly url: URL;
  readonly options: AuthorizationOptions;
  readonly store: TokenStore;
  readonly fetch: FetchLike;
  readonly logger: Logger;
  /** Receives every secret before it is used, so that no text can show it. */
  readonly onSecret: (secrets: readonly string[]) => void;
  readonly now?: () => number;
}

/** How long metadata of an authorization server is used without reading it again, in milliseconds. */
const metadataLifeMs = 3_600_000;

/**
 * The tokens of one server in a running process. They are read from the store, renewed there once for all calls and processes, and
 * given only to requests to the server that they were made for. It never asks a person for anything.
 */
export class ServerAuthorization implements RequestAuthorization {
  /** Why a person has to sign in; `undefined` while nothing speaks for it. */
  problem?: string;
  private readonly owner: GrantOwner;
  private readonly now: () => number;
  private grant?: Grant;
  /** Of the store when `grant` was read. */
  private revision = '';
  /** Revision at the moment of the last problem. */
  private problemRevision = '';
  /** Renewed tokens that could not be kept. */
  private unsaved?: Grant;
  private renewing?: Promise<GrantTokens>;
  /** An access token that was refused although it was new, and a refresh token that was refused. */
  private readonly refused = new Set<string>();
  private metadata?: { readonly issuer: string; readonly until: number; readonly value: Promise<AuthorizationServerMetadata | undefined> };

  constructor(private readonly parts: ServerAuthorizationParts) {
    this.owner = { server: parts.server, url: parts.url.href };
    this.now = parts.now ?? Date.now;
  }

  /** True for addresses that tokens may be sent to: those of the server's own origin, over https or inside this machine. */
  covers(address: string | URL): boolean {
    const url = new URL(address);
    return url.origin === this.parts.url.origin && isSecureAddress(url);
  }

  /** The access token to send, renewed when it is about to end; `undefined` when there is none. Rejects with an `AuthorizationError`. */
  async token(signal?: AbortSignal): Promise<string | undefined> {
    const tokens = (await this.load())?.tokens;
    if (tokens === undefined || isFresh(tokens, this.now()) || !this.canRenew(tokens)) return tokens?.accessToken;
    return (await this.renew(tokens, signal)).accessToken;
  }

  /**
   * The token to try after the server refused `sent`: one that came meanwhile, or a renewed one. `undefined` when only a person can help,
   * which `problem` then says.
   */
  async replacementOf(sent: string | undefined, signal?: AbortSignal): Promise<string | undefined> {
    const tokens = (await this.load())?.tokens;
    if (tokens === undefined) {
      return this.give(this.problem ?? (this.grant === undefined ? 'nobody has signed in yet' : 'the tokens can no longer be renewed'));
    }
    if (tokens.accessToken !== sent && !this.refused.has(tokens.accessToken)) return tokens.accessToken;
    if (this.refused.has(tokens.accessToken)) return this.give('the server refuses the token although it is new');
    if (!this.canRenew(tokens)) return this.give(this.problem ?? 'the token has ended and cannot be renewed');
    return (await this.renew(tokens, signal)).accessToken;
  }

  /** A token other than `sent`, which lacked a scope, when somebody has signed in again meanwhile. */
  async widened(sent: string | undefined): Promise<string | undefined> {
    const token = (await this.load())?.tokens?.accessToken;
    return token === sent ? undefined : token;
  }

  /** The server refused a token that had just been got. It is not tried again, and not renewed for that. */
  refuse(token: string): void {
    this.refused.add(token);
    this.give('the server refuses the token although it is new');
  }

  /** The server took a request with this token. */
  accept(token: string): void {
    this.problem = undefined;
    this.refused.delete(token);
  }

  /** True when the store has changed since a sign-in was found to be needed: trying again is worth it. */
  get hasNews(): boolean {
    return this.problem !== undefined && this.parts.store.revision(this.owner) !== this.problemRevision;
  }

  /** Waits for a renewal that is under way: its tokens would be lost with the process. */
  async settle(): Promise<void> {
    await this.renewing?.catch(() => undefined);
  }

  private give(problem: string): undefined {
    if (this.problem !== problem) this.parts.logger.warn(`MCP server "${this.parts.server}": a sign-in is needed: ${problem}`);
    this.problem = problem;
    this.problemRevision = this.revision;
    return undefined;
  }

  private canRenew({ refreshToken }: GrantTokens): boolean {
    return refreshToken !== undefined && !this.refused.has(refreshToken);
  }

  /** The grant, read again when the store has changed. */
  private async load(): Promise<Grant | undefined> {
    const revision = this.parts.store.revision(this.owner);
    if (revision === this.revision) return this.grant;
    const stored = await this.parts.store.read(this.owner);
    this.revision = revision;
    this.unsaved = undefined;
    this.problem = undefined;
    this.refused.clear();
    return this.keep(this.fitting(stored));
  }

  private keep(grant: Grant | undefined): Grant | undefined {
    if (grant !== undefined) this.parts.onSecret(secretsOf(grant));
    this.grant = grant;
    return grant;
  }

  /** Not the grant of another client or authorization server than the configuration names now. */
  private fitting(grant: Grant | undefined): Grant | undefined {
    const { clientId, issuer } = this.parts.options;
    if (grant === undefined) return undefined;
    if (clientId !== undefined && grant.client.id !== clientId) return this.give('the tokens are of another client than "clientId"');
    if (issuer !== undefined && grant.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
      return this.give('the tokens are of another authorization server than "issuer"');
    }
    return grant;
  }

  /** Renews `stale`, once for all that ask; goes on when the one that waits gives up. */
  private async renew(stale: GrantTokens, signal?: AbortSignal): Promise<GrantTokens> {
    this.renewing ??= this.renewInStore(stale).finally(() => {
      this.renewing = undefined;
    });
    if (signal === undefined) return await this.renewing;
    return await untilAborted(this.renewing, signal, () => new DOMException('The wait for a token was given up', 'AbortError'));
  }

  private async renewInStore(stale: GrantTokens): Promise<GrantTokens> {
    let renewed: Grant | undefined;
    let refusal: RenewalRefusedError | undefined;
    try {
      const kept = await this.parts.store.update(this.owner, async (stored) => {
        const current = this.unsaved ?? this.fitting(stored);
        const tokens = current?.tokens;
        if (current === undefined || tokens === undefined) throw new AuthorizationError('sign-in', 'the tokens were removed');
        // Another process was quicker.
        if (tokens.accessToken !== stale.accessToken) return stored;
        try {
          return (renewed = await this.renewGrant(current, tokens));
        } catch (error) {
          if (!(error instanceof RenewalRefusedError)) throw error;
          // Somebody who does not know of the lock may have been quicker: only what was refused is given up.
          const again = this.fitting(await this.parts.store.read(this.owner));
          if (again?.tokens !== undefined && again.tokens.refreshToken !== tokens.refreshToken) return again;
          refusal = error;
          if (tokens.refreshToken !== undefined) this.refused.add(tokens.refreshToken);
          return error.reason === 'invalid_grant' ? { ...current, tokens: undefined } : stored;
        }
      });
      this.unsaved = undefined;
      this.revision = this.parts.store.revision(this.owner);
      this.keep(kept);
    } catch (error) {
      if (renewed === undefined) throw error;
      this.keepUnsaved(renewed, error);
    }
    if (refusal !== undefined) this.give(refusal.message);
    const tokens = this.grant?.tokens;
    if (refusal !== undefined || tokens === undefined) throw refusal ?? new AuthorizationError('sign-in', 'the tokens were removed');
    return tokens;
  }

  private async renewGrant(grant: Grant, tokens: GrantTokens): Promise<Grant> {
    const fetch = boundedFetch(this.parts.fetch, this.parts.url);
    const metadata = await this.metadataOf(grant.issuer, fetch);
    const { clientSecret } = this.parts.options;
    const fresh = await renewTokens(grant, tokens.refreshToken ?? '', {
      ...(metadata === undefined ? {} : { metadata }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      fetch,
      now: this.now,
    });
    const renewed = { ...grant, tokens: fresh };
    this.parts.onSecret(secretsOf(renewed));
    return renewed;
  }

  /** The old refresh token is spent: this process goes on with the new ones and says that nobody else can. */
  private keepUnsaved(renewed: Grant, error: unknown): void {
    this.parts.logger.warn(`MCP server "${this.parts.server}": renewed tokens could not be kept: ${(error as Error).message}`);
    this.unsaved = renewed;
    this.revision = this.parts.store.revision(this.owner);
    this.grant = renewed;
  }

  private async metadataOf(issuer: string, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
    if (this.metadata === undefined || this.metadata.issuer !== issuer || this.metadata.until < this.now()) {
      const value = discoverIssuer(issuer, this.parts.url, fetch);
      this.metadata = { issuer, until: this.now() + metadataLifeMs, value };
      value.catch(() => {
        if (this.metadata?.value === value) this.metadata = undefined;
      });
    }
    return await this.metadata.value;
  }
}
