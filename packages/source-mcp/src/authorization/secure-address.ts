import { AuthorizationError } from './authorization-error.js';

/** True for names and addresses of this machine (RFC 8252 section 7.3, RFC 6761 section 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** True where tokens may travel: https, or http that does not leave this machine. */
export function isSecureAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/**
 * Throws for an address that sign-in must not use. A server elsewhere may not name an address of this machine: it would make Toolrack
 * talk to whatever listens here. `what` begins the message, for example `the token endpoint`.
 */
export function requireSecureAddress(text: string | URL, server: URL, what: string): URL {
  if (!URL.canParse(String(text))) throw new AuthorizationError('refused', `${what} is not an address`);
  const url = new URL(text);
  if (!isSecureAddress(url)) throw new AuthorizationError('refused', `${what} is not an https address (${url.origin})`);
  if (url.username !== '' || url.password !== '') throw new AuthorizationError('refused', `${what} holds a user name or password`);
  if (isLoopbackHost(url.hostname) && !isLoopbackHost(server.hostname)) {
    throw new AuthorizationError('refused', `${what} is an address of this machine (${url.origin}), which a server elsewhere may not name`);
  }
  return url;
}
