import { redacted, SecretMask } from './secret-mask.js';
import { secretValues } from './secret-values.js';

export { redacted };

/** Endings of key names, in lower case without separators, whose values are secrets. */
const secretKey =
  /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|credentials?|authorization|cookie|bearer|jwt|otp|pin|cvv|sessionid)$|^(?:pass|pwd|auth)$/u;
/** Keys that end like a secret and are none: positions in a list. */
const harmlessKey = /(?:page|next|continuation|sync|cursor)token$/u;

/** Forms that secrets have wherever they stand. Each pattern takes linear time; the replacement keeps what is no secret. */
const secretForms: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu, redacted],
  // "Bearer x", "Basic x" as in an Authorization header (RFC 6750, RFC 7617).
  [/\b(Bearer|Basic)\s+[A-Za-z0-9+/._~=-]{8,}/giu, `$1 ${redacted}`],
  // JSON Web Tokens: three base64url parts, the first two of which are JSON objects (RFC 7519).
  [/\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/gu, redacted],
  // Published prefixes of OpenAI and Anthropic, GitHub, GitLab, Slack, AWS, Google, Stripe, npm and Hugging Face keys.
  [/\bsk-[A-Za-z0-9_-]{16,}/gu, redacted],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,})/gu, redacted],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/gu, redacted],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu, redacted],
  [/\b(?:AIza[\w-]{30,}|ya29\.[\w.-]{20,})/gu, redacted],
  [/\b(?:[rs]k_(?:live|test)_[A-Za-z0-9]{12,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{24,})/gu, redacted],
  // The user part of an address.
  [/\b([a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/@:"']{0,256}:[^\s/@"']{1,256}@/giu, `$1${redacted}@`],
  // key=value and "key": "value" inside text; also escaped quotes, as of JSON within JSON.
  [
    /((?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie)\\?["']?\s{0,8}[:=]\s{0,8})(?!\[redacted)(\\?"[^"\\]*\\?"|'[^']*'|[^\s"'\\,;&}\]]+)/giu,
    `$1${redacted}`,
  ],
];

/** Registered values shorter than this would hide half of every text. */
const shortestValue = 6;
/** Deeper parts of a copied value are replaced as a whole. */
const deepest = 64;

/** What a `Redactor` knows beyond the usual names and forms. */
export interface RedactorOptions {
  /** Further names whose values are secrets, whatever their case and separators. */
  readonly keys?: readonly string[];
  /**
   * Values that are secrets wherever they stand and however they are written (`SecretMask`), for example configured tokens; those under six
   * characters are left out.
   */
  readonly values?: Iterable<string>;
}

/** Removes secrets by the names of keys, by their own form and by registered value. An odd secret under an odd name stays. */
export class Redactor {
  private readonly keys: ReadonlySet<string>;
  private readonly mask: SecretMask;

  /** `before` is for `with`: what an earlier redactor hides, as far as it was prepared. */
  constructor(
    private readonly options: RedactorOptions = {},
    before: SecretMask = new SecretMask(),
  ) {
    this.keys = new Set((options.keys ?? []).map(plainKey));
    this.mask = before.with(longEnough(options.values ?? []));
  }

  /** The same redactor for which these values are secrets too. */
  with(values: readonly string[]): Redactor {
    return longEnough(values).length === 0 ? this : new Redactor({ ...this.options, values }, this.mask);
  }

  isSecretKey(key: string): boolean {
    const plain = plainKey(key.slice(0, 256));
    return this.keys.has(plain) || (secretKey.test(plain) && !harmlessKey.test(plain));
  }

  /** True when the value under that key is a secret; empty values and switches say nothing. */
  hides(key: string, value: unknown): boolean {
    return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean' && this.isSecretKey(key);
  }

  /** The text without registered values and secrets of a known form. */
  text(value: string): string {
    let text = this.mask.apply(value);
    for (const [pattern, replacement] of secretForms) text = text.replace(pattern, replacement);
    return text;
  }

  /** The name of a member without registered values: programs make names of anything. */
  name(key: string): string {
    return this.mask.apply(key);
  }

  /** A copy of a JSON value without secrets; what stands under a secret key is hidden in its other texts too. */
  copy(value: unknown): unknown {
    return this.with(secretValues(value, this)).copyPart(value, 0);
  }

  private copyPart(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= deepest) return redacted;
    if (Array.isArray(value)) return value.map((item: unknown) => this.copyPart(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.name(key), this.hides(key, inner) ? redacted : this.copyPart(inner, depth + 1)]),
    );
  }
}

function longEnough(values: Iterable<string>): readonly string[] {
  return [...values].filter((value) => value.length >= shortestValue);
}

function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
}
