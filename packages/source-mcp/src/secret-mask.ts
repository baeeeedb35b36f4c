import { isJsonObject, type JsonValue } from '@toolrack/contracts';
import type { ServerDefinition } from './server-options.js';

/** What a secret is replaced with. */
const maskText = '[secret]';
/** A configured value shorter than this is a setting ("1", "eu"), not a secret, unless its name says otherwise. */
const shortestValue = 6;
const shortestNamedSecret = 3;
/** Spellings of tokens that are remembered: some hundred renewals. */
const mostLateSecrets = 1_000;
const secretName = /key|token|secret|pass|auth|cred|cookie|session|signature|private|pin\b/i;

/**
 * Removes the values that an operator configured for a server (variables, headers, parts of its address, secret-looking
 * arguments) from any text that leaves this package.
 */
export class SecretMask {
  /** Longest first, so that a secret inside another one does not uncover the rest. */
  private secrets: readonly string[];
  private readonly early: readonly string[];
  private late: readonly string[] = [];

  constructor(secrets: Iterable<string>) {
    this.early = [...secrets];
    this.secrets = longestFirst(this.early);
  }

  /** Secrets that came later: tokens. The oldest of very many are forgotten. */
  add(secrets: Iterable<string>): void {
    const fresh = [...secrets].filter((secret) => secret.length >= shortestNamedSecret).flatMap((secret) => [...variants(secret)]);
    if (fresh.every((secret) => this.secrets.includes(secret))) return;
    this.late = [...this.late, ...fresh].slice(-mostLateSecrets);
    this.secrets = longestFirst([...this.early, ...this.late]);
  }

  /** The text without any secret. */
  apply(text: string): string {
    let masked = text;
    for (const secret of this.secrets) masked = masked.replaceAll(secret, maskText);
    return masked;
  }

  /** The value with every text in it masked, names too. */
  applyWithin(value: JsonValue): JsonValue {
    if (this.secrets.length === 0) return value;
    if (typeof value === 'string') return this.apply(value);
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.applyWithin(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.apply(name), this.applyWithin(item as JsonValue)]));
  }

  /** For a text that was cut at its beginning: the rest of a secret at the cut goes too. */
  applyToTail(text: string): string {
    let covered = 0;
    for (const secret of this.secrets) {
      for (let length = secret.length - 1; length > covered; length -= 1) {
        if (text.startsWith(secret.slice(-length))) covered = length;
      }
    }
    return this.apply(covered === 0 ? text : maskText + text.slice(covered));
  }
}

function longestFirst(secrets: Iterable<string>): readonly string[] {
  return [...new Set(secrets)].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
}

/** The mask for everything secret in a server's definition. */
export function secretMaskFor(endpoint: ServerDefinition['endpoint']): SecretMask {
  return new SecretMask(endpoint.type === 'stdio' ? programSecrets(endpoint) : addressSecrets(endpoint));
}

function* programSecrets(endpoint: Extract<ServerDefinition['endpoint'], { type: 'stdio' }>): Generator<string> {
  for (const [name, value] of Object.entries(endpoint.env)) yield* namedSecret(name, value);
  let previous = '';
  for (const argument of endpoint.args) {
    const assignment = /^-{0,2}([\w-]+)=(.+)$/s.exec(argument);
    if (assignment !== null && secretName.test(assignment[1] ?? '')) yield* variants(assignment[2] ?? '');
    if (/^--?[\w-]+$/.test(previous) && secretName.test(previous) && !argument.startsWith('-')) yield* variants(argument);
    if (URL.canParse(argument)) yield* urlSecrets(new URL(argument));
    previous = argument;
  }
}

function* addressSecrets(endpoint: Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>): Generator<string> {
  for (const [name, value] of Object.entries(endpoint.headers)) yield* namedSecret(`${name} auth`, value);
  yield* urlSecrets(endpoint.url);
  // A path may be the credential itself, as with hosted servers that give every customer an address.
  for (const segment of endpoint.url.pathname.split('/')) if (segment.length >= 16) yield* variants(segment);
}

function* namedSecret(name: string, value: string): Generator<string> {
  if (value.length < (secretName.test(name) ? shortestNamedSecret : shortestValue)) return;
  yield* variants(value);
  // "Bearer abc" and "Basic abc": the credential alone may be repeated too.
  const credential = /^\S+\s+(\S+)$/.exec(value)?.[1];
  if (credential !== undefined && credential.length >= shortestNamedSecret) yield* variants(credential);
  if (URL.canParse(value)) yield* urlSecrets(new URL(value));
}

function* urlSecrets(url: URL): Generator<string> {
  for (const part of [url.username, url.password]) if (part.length >= shortestNamedSecret) yield* variants(part);
  for (const value of url.searchParams.values()) if (value.length >= shortestNamedSecret) yield* variants(value);
  if (url.username !== '' || url.search !== '') yield url.href;
}

/** The value as it may appear: plain, trimmed, encoded for an address, decoded from one, inside JSON. */
function* variants(value: string): Generator<string> {
  yield value;
  yield value.trim();
  yield encodeURIComponent(value);
  yield JSON.stringify(value).slice(1, -1);
  try {
    yield decodeURIComponent(value);
  } catch {
    // Not an encoded value.
  }
}
