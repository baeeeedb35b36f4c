/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** Endings of key names, in lower case without separators, whose values are secrets. */
const secretKey =
  /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|credentials?|authorization|cookie|bearer|jwt|otp|pin|cvv)$/u;
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

/** Removes secrets by the names of keys and by their own form. It knows forms, not meanings: an odd secret under an odd name stays. */
export class Redactor {
  private readonly extraKeys: ReadonlySet<string>;

  /** `extraKeys`: further names whose values are secrets, whatever their case and separators. */
  constructor(extraKeys: readonly string[] = []) {
    this.extraKeys = new Set(extraKeys.map(plainKey));
  }

  isSecretKey(key: string): boolean {
    const plain = plainKey(key.slice(0, 256));
    return this.extraKeys.has(plain) || (secretKey.test(plain) && !harmlessKey.test(plain));
  }

  /** The text without secrets of a known form. */
  text(value: string): string {
    let text = value;
    for (const [pattern, replacement] of secretForms) text = text.replace(pattern, replacement);
    return text;
  }
}

function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
}
