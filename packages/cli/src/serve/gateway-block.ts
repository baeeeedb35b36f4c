import { dirname, resolve } from 'node:path';

import { scopeKeys, type Scope } from '@toolrack/contracts';
import type { ServeHttpOptions, TokenGrant } from '@toolrack/gateway';

import type { TlsFiles } from './tls-files.js';

/** One client of the gateway: its token and what it sees. */
export interface TokenBlock extends Scope {
  readonly token: string;
  /** Patterns; only matching tools exist for this client. */
  readonly allow?: readonly string[];
  /** Trusted tools that are shown directly. */
  readonly directNames?: readonly string[];
}

/** The key `gateway` of a configuration: settings of `toolrack serve`. */
export interface GatewayBlock extends Pick<
  ServeHttpOptions,
  | 'instructions'
  | 'contentNames'
  | 'questionTimeoutMs'
  | 'drainTimeoutMs'
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'maxBodyBytes'
  | 'rateLimit'
  | 'sessionIdleMs'
  | 'resumeWaitMs'
  | 'maxSessions'
> {
  readonly tokens?: readonly TokenBlock[];
  /** PEM files, relative to the configuration. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
}

/** The certificate and key that a block or the command line (`given`) names; `undefined` without one. */
export function tlsFiles(block: GatewayBlock | undefined, configurationFile: string, given: TlsFiles | undefined): TlsFiles | undefined {
  const written = block?.tls;
  if (given !== undefined || written === undefined) return given;
  const folder = dirname(configurationFile);
  return { cert: resolve(folder, written.certFile), key: resolve(folder, written.keyFile) };
}

/** The gateway's options that a block asks for, without those of TLS. */
export function gatewayOptions(block: GatewayBlock | undefined): ServeHttpOptions {
  const { tokens, tls: _files, ...rest } = block ?? {};
  return { ...rest, ...(tokens === undefined ? {} : { tokens: tokens.map(grant) }) };
}

function grant({ token, allow, directNames, ...rest }: TokenBlock): TokenGrant {
  const scope: Scope = Object.fromEntries(scopeKeys.flatMap((key) => (rest[key] === undefined ? [] : [[key, rest[key]]])));
  const run = { ...(allow === undefined ? {} : { allow }), ...(directNames === undefined ? {} : { directNames }) };
  return { token, scope, run };
}
