import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { scopeKeys, ToolrackError, type Scope } from '@toolrack/contracts';
import type { ServeHttpOptions, TokenGrant } from '@toolrack/gateway';

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

/** Files of `--tls-cert` and `--tls-key`. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The gateway's options that a block and the command line ask for. Throws `ERR_CONFIG_VALUE` for a file that cannot be read. */
export function gatewayOptions(block: GatewayBlock | undefined, configurationFile: string, tls: TlsFiles | undefined): ServeHttpOptions {
  const { tokens, tls: written, ...rest } = block ?? {};
  const folder = dirname(configurationFile);
  const files = written === undefined ? undefined : { cert: resolve(folder, written.certFile), key: resolve(folder, written.keyFile) };
  const chosen = tls ?? files;
  return {
    ...rest,
    ...(tokens === undefined ? {} : { tokens: tokens.map(grant) }),
    ...(chosen === undefined ? {} : { tls: { cert: read(chosen.cert, 'certificate'), key: read(chosen.key, 'key') } }),
  };
}

function grant({ token, allow, directNames, ...rest }: TokenBlock): TokenGrant {
  const scope: Scope = Object.fromEntries(scopeKeys.flatMap((key) => (rest[key] === undefined ? [] : [[key, rest[key]]])));
  const run = { ...(allow === undefined ? {} : { allow }), ...(directNames === undefined ? {} : { directNames }) };
  return { token, scope, run };
}

function read(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw new ToolrackError('ERR_CONFIG_VALUE', `The TLS ${what} ${file} cannot be read: ${why}.`, { fields: { key: 'gateway.tls' } });
  }
}
