import { isIPv4 } from 'node:net';
import { localhostAllowedHostnames, localhostAllowedOrigins } from '@modelcontextprotocol/server';
import { ToolrackError } from '@toolrack/contracts';

/** Whether only this machine can reach the address. A name other than `localhost` may resolve to anything. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** What requests must name in `Host` and `Origin`. */
export interface AllowedNames {
  /** `undefined`: any. */
  readonly hosts: readonly string[] | undefined;
  readonly origins: readonly string[];
}

/**
 * The names to accept. On loopback the two lists are what keeps a web page in a browser away (DNS rebinding), so they default to
 * this machine's names. On another address the required token does that; there any `Host` passes unless a list is given.
 */
export function allowedNames(
  host: string,
  allowedHosts: readonly string[] | undefined,
  allowedOrigins: readonly string[] | undefined,
): AllowedNames {
  const loopback = isLoopback(host);
  const own = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const hosts = loopback ? [...new Set([...localhostAllowedHostnames(), own])] : undefined;
  return {
    hosts: allowedHosts === undefined ? hosts : [...(hosts ?? []), ...allowedHosts],
    origins: [...(loopback ? localhostAllowedOrigins() : []), ...(allowedOrigins ?? [])],
  };
}

/** Refuses to open a gateway without tokens to other machines. */
export function requireTokens(host: string, tokens: number): void {
  if (tokens > 0 || isLoopback(host)) return;
  throw new ToolrackError(
    'ERR_CONFIG_VALUE',
    `The gateway does not listen on ${host} without tokens: other machines could call every tool.`,
    {
      hint: 'Give each client a token (option "tokens"; the variable TOOLRACK_TOKEN for the command), or listen on 127.0.0.1.',
      fields: { key: 'tokens', host },
    },
  );
}
