/** The client that tokens were given to. */
export interface GrantClient {
  readonly id: string;
  /** Given by dynamic registration; a configured secret stays in the configuration. */
  readonly secret?: string;
  readonly authMethod?: string;
  /** `configured`: registered by hand; `document`: a client id metadata document; `registered`: by dynamic registration. */
  readonly origin: 'configured' | 'document' | 'registered';
}

/** Tokens with the times of this machine's clock, in milliseconds since 1970. */
export interface GrantTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  readonly obtainedAt: number;
  /** Absent when the authorization server does not say. */
  readonly expiresAt?: number;
}

/** What one sign-in has brought. It holds for one server, one resource and one issuer; nothing of it goes anywhere else. */
export interface Grant {
  readonly version: 1;
  /** Address of the MCP server as configured. */
  readonly serverUrl: string;
  /** Resource indicator (RFC 8707), exactly as the server writes it. */
  readonly resource: string;
  readonly issuer: string;
  readonly client: GrantClient;
  /** Absent after the authorization server refused to renew them. */
  readonly tokens?: GrantTokens;
}

/** Longest time before its end that a token is renewed, in milliseconds. */
const longestMarginMs = 60_000;

/** True while a token can be used without renewing it first. Clocks differ: the last tenth of its life, at most a minute, is left out. */
export function isFresh(tokens: GrantTokens, now: number): boolean {
  if (tokens.expiresAt === undefined) return true;
  const margin = Math.min(longestMarginMs, Math.max(0, (tokens.expiresAt - tokens.obtainedAt) / 10));
  return now < tokens.expiresAt - margin;
}

/** Every secret in a grant. */
export function secretsOf(grant: Grant): readonly string[] {
  const secrets = [grant.client.secret, grant.tokens?.accessToken, grant.tokens?.refreshToken];
  return secrets.filter((secret) => secret !== undefined);
}

/** Reads a kept grant; `undefined` when it has not the form of one or is for another server. */
export function parseGrant(text: string, serverUrl: string): Grant | undefined {
  try {
    const value = JSON.parse(text) as Grant;
    const isGrant =
      value.version === 1 &&
      value.serverUrl === serverUrl &&
      [value.resource, value.issuer, value.client.id].every((part) => typeof part === 'string') &&
      (value.tokens === undefined || typeof value.tokens.accessToken === 'string');
    return isGrant ? value : undefined;
  } catch {
    return undefined;
  }
}
