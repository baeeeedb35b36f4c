import { ToolrackError } from '@toolrack/contracts';
import { createGuardedFetch } from '../network/index.js';
import { resolveServers } from '../resolve-servers.js';
import type { McpSourceOptions, ServerDefinition } from '../server-options.js';
import { AuthorizationError } from './authorization-error.js';
import { openTokenStore } from './open-token-store.js';
import { authorizationHosts } from './remote-access.js';
import { signInAt, type SignInOptions, type SignInResult, type SignInTarget } from './sign-in.js';
import { signOutAt, type SignOutResult } from './sign-out.js';

/**
 * Signs a person in at one of the servers and keeps the tokens where a runtime with the same options finds them. Rejects with a
 * `ToolrackError` that says what stood in the way: `ERR_PLUGIN_OPTIONS` for a server that cannot be signed in at, `ERR_SOURCE_FAILED`
 * for a sign-in that failed.
 */
export async function signIn(options: McpSourceOptions, server: string, how: SignInOptions): Promise<SignInResult> {
  return await atServer(options, server, 'Signing in at', (target) => signInAt(target, how));
}

/** Removes the kept tokens of one of the servers, and asks its authorization server to take them back. Rejects as `signIn` does. */
export async function signOut(options: McpSourceOptions, server: string): Promise<SignOutResult> {
  return await atServer(options, server, 'Signing out at', signOutAt);
}

async function atServer<Value>(
  options: McpSourceOptions,
  server: string,
  what: string,
  work: (target: SignInTarget) => Promise<Value>,
): Promise<Value> {
  const definition = findServer(options, server);
  const { endpoint } = definition;
  if (endpoint.type === 'stdio' || endpoint.authorization === undefined) throw unfit(server, reasonFor(endpoint));
  if (endpoint.authorization.grant === 'client_credentials')
    throw unfit(server, 'it is signed in at without a person, with its client credentials');
  const fetch = createGuardedFetch({ configured: endpoint.url, allowHosts: authorizationHosts(endpoint) });
  try {
    return await work({
      server,
      url: endpoint.url,
      type: endpoint.type,
      headers: endpoint.headers,
      options: endpoint.authorization,
      store: openTokenStore(options.tokens, options.baseDirectory),
      fetch,
    });
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    throw new ToolrackError('ERR_SOURCE_FAILED', `${what} the MCP server "${server}" failed: ${error.message}.`, {
      fields: { server },
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  } finally {
    await fetch.close();
  }
}

function findServer(options: McpSourceOptions, server: string): ServerDefinition {
  const entry = Object.hasOwn(options.servers, server) ? options.servers[server] : undefined;
  const [definition] = entry === undefined ? [] : resolveServers({ ...options, servers: { [server]: { ...entry, disabled: false } } });
  if (definition !== undefined) return definition;
  throw unfit(server, 'there is no server of that name');
}

function reasonFor(endpoint: ServerDefinition['endpoint']): string {
  if (endpoint.type === 'stdio') return 'it is a program on this machine, which gets its credentials from "env"';
  const hasHeader = Object.keys(endpoint.headers).some((key) => key.toLowerCase() === 'authorization');
  return hasHeader ? 'its credentials are in "headers"' : 'its "authorization" is false';
}

function unfit(server: string, reason: string): ToolrackError {
  return new ToolrackError('ERR_PLUGIN_OPTIONS', `@toolrack/source-mcp: server "${server}" cannot be signed in at: ${reason}.`, {
    plugin: '@toolrack/source-mcp',
    fields: { server },
  });
}
