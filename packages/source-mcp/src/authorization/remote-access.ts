import type { FetchLike } from '@modelcontextprotocol/client';
import type { Logger } from '@toolrack/contracts';
import { createGuardedFetch } from '../network/index.js';
import type { SecretMask } from '@toolrack/contracts';
import type { ServerDefinition } from '../server-options.js';
import { authorizedFetch } from './authorized-fetch.js';
import { ClientAuthorization } from './client-authorization.js';
import type { RequestAuthorization } from './request-authorization.js';
import { isLoopbackHost } from './secure-address.js';
import { ServerAuthorization } from './server-authorization.js';
import type { TokenStore } from './token-store.js';

/** The sign-in of one server, as its session uses it. */
export interface RemoteAccess {
  readonly authorization: RequestAuthorization;
  /** Puts tokens on the requests of a fetch. */
  wrap(base: FetchLike): FetchLike;
  /** Waits for a renewal that is under way and ends the connections to the authorization server. */
  close(): Promise<void>;
}

/** The sign-in of a server; `undefined` for programs and for servers whose credentials are in their headers. */
export function remoteAccess(definition: ServerDefinition, store: TokenStore, logger: Logger, mask: SecretMask): RemoteAccess | undefined {
  const { endpoint } = definition;
  if (endpoint.type === 'stdio' || endpoint.authorization === undefined) return undefined;
  const guarded = createGuardedFetch({ configured: endpoint.url, allowHosts: authorizationHosts(endpoint) });
  const options = endpoint.authorization;
  mask.add([options.clientSecret ?? '', options.privateKey ?? '']);
  const onSecret = (secrets: readonly string[]): void => mask.add(secrets);
  const shared = { url: endpoint.url, options, fetch: guarded, onSecret };
  const authorization =
    options.grant === 'client_credentials'
      ? new ClientAuthorization({ ...shared, type: endpoint.type, headers: endpoint.headers })
      : new ServerAuthorization({ ...shared, server: definition.name, store, logger });
  return {
    authorization,
    wrap: (base) => authorizedFetch(base, authorization),
    close: async () => {
      await authorization.settle();
      await guarded.close();
    },
  };
}

/**
 * Private hosts that an authorization server may be at: those that the operator allows for the server; and for a server on this machine
 * this machine, at any port.
 */
export function authorizationHosts(endpoint: { readonly url: URL; readonly allowHosts: readonly string[] }): readonly string[] {
  const own = isLoopbackHost(endpoint.url.hostname) ? ['localhost', '*.localhost', '127.0.0.0/8', '::1'] : [];
  return [...endpoint.allowHosts, ...own];
}
