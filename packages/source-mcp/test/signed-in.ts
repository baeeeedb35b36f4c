import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../src/authorization/account.js';
import type { SignInOptions, SignInResult } from '../src/authorization/sign-in.js';
import type { McpServerOptions, McpSourceOptions } from '../src/server-options.js';
import type { AuthorizationFaults } from './authorization-faults.js';
import { browse, serveAuthorization, type TestAuthorizationServer } from './authorization-server.js';
import { openSources, type FullSource, type TestSources } from './harness.js';
import { serveProtected, type ProtectedServer, type ProtectionFaults } from './protected-server.js';

/** An authorization server, an MCP server behind it, and a token store of their own. */
export interface SignInWorld {
  readonly authorization: TestAuthorizationServer;
  readonly server: ProtectedServer;
  readonly directory: string;
  /** Options of the plugin for the server, which has the name "remote". */
  options(server?: Partial<McpServerOptions>): McpSourceOptions;
  /** Signs in as a person with a browser would. */
  signIn(server?: Partial<McpServerOptions>, how?: Partial<SignInOptions>): Promise<SignInResult>;
  /** A runtime's source for the server. */
  open(server?: Partial<McpServerOptions>): FullSource & { readonly log: readonly string[] };
  close(): Promise<void>;
}

/** Makes such a world; `close` takes everything away again. */
export async function signInWorld(faults: AuthorizationFaults = {}, protection: ProtectionFaults = {}): Promise<SignInWorld> {
  const authorization = await serveAuthorization(faults);
  const server = await serveProtected(authorization, protection);
  const directory = await mkdtemp(join(tmpdir(), 'toolrack-tokens-'));
  const opened: TestSources[] = [];
  const options = (more: Partial<McpServerOptions> = {}): McpSourceOptions => ({
    servers: { remote: { url: server.url, ...more } },
    tokens: { directory, key: 'file' },
    backoffMs: 50,
    changeDebounceMs: 20,
  });
  return {
    authorization,
    server,
    directory,
    options,
    signIn: (more, how) =>
      signIn(options(more), 'remote', {
        signal: AbortSignal.timeout(20_000),
        onPage: async ({ address }) => {
          await browse(address);
        },
        ...how,
      }),
    open: (more) => {
      const sources = openSources(options(more));
      opened.push(sources);
      return Object.assign(sources.get('remote'), { log: sources.log });
    },
    close: async () => {
      await Promise.all(opened.map(async (sources) => sources.dispose()));
      await server.close();
      await authorization.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
