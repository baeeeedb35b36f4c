import { isWordy } from './ordinary-text.js';
import { standsFree } from './secret-finder.js';
import { withoutHidden } from './visible-text.js';

/** A form that secrets have wherever they stand. */
export interface SecretForm {
  /** What it is called where it is hidden; in words that may stand inside a text of JSON. */
  readonly name: string;
  /** Takes time in proportion to the text. Its first group, where it has one, is no secret and stays. */
  readonly pattern: RegExp;
  /** A text without any of them, in any case, holds no such secret. */
  readonly signs: readonly string[];
  /**
   * True for a match that cannot be anything else: no word, no placeholder of a manual. Absent: never certain. Records hide what is perhaps a
   * secret; a result, which somebody has asked for, loses only what surely is one.
   */
  readonly isCertain?: (match: string) => boolean;
}

/** Fewest different characters of a key; with less it stands for one, as `xxxxxxxx` does. */
const fewestCharacters = 6;
const placeholder = /x{5}|\*{3}|\.{3}|[<>{}$…]|your[-_]?|(?:example|sample|dummy|placeholder)[-_]/iu;
const usualPassword =
  /^(?:(?:your|my|the|db|some|user)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|changeme|example)|%[a-z])$/iu;

const isVaried = (match: string): boolean => !placeholder.test(match) && new Set(match).size >= fewestCharacters;
/** A part without separators that no word has, sixteen characters with a digit among them or twenty, or altogether too long for a name. */
const isKey = (match: string): boolean =>
  isVaried(match) && (/[A-Za-z0-9]{20}|(?=[A-Za-z0-9]{0,15}\d)[A-Za-z0-9]{16}/u.test(match) || (match.length >= 40 && !isWordy(match)));
const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

function isTokenHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(decoded(part));
    return typeof header === 'object' && header !== null && ('alg' in header || 'typ' in header);
  } catch {
    return false;
  }
}

function isCredential(match: string): boolean {
  const [scheme = '', credential = ''] = match.split(/\s+/u);
  if (/basic/iu.test(scheme)) return /^[\u0020-\u007E]*:[\u0020-\u007E]+$/u.test(decoded(credential));
  return credential.length >= 12 && isVaried(credential) && !isWordy(credential);
}

function isPassword(match: string): boolean {
  const password = match.slice(match.indexOf(':', 3) + 1);
  return !placeholder.test(password) && !usualPassword.test(password) && new Set(password).size > 2;
}

/** The one table of forms: for logs, errors, activity, audit, approvals and, where they are certain, for what a model reads. */
export const secretForms: readonly SecretForm[] = [
  {
    name: 'private key',
    // Up to its last line; where that is missing, all that a key may consist of (RFC 7468), also within JSON. Stops at the next five dashes.
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:[A-Za-z0-9+/=:,\s]|\\{1,8}[nrt]|-(?!----))*)/gu,
    signs: ['private key'],
    isCertain: (match) => /[A-Za-z0-9+/=]{20}/u.test(match),
  },
  {
    name: 'private key',
    // The second half of one: files are read in pieces. Begins where a run of such characters begins, so that it is looked at once.
    pattern: /(?<![A-Za-z0-9+/=\r\n\\])(?:[A-Za-z0-9+/=\r\n]|\\{1,8}[nrt]){20,}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/gu,
    signs: ['private key'],
    isCertain: () => true,
  },
  {
    name: 'credential of a header',
    // "Bearer x", "Basic x" as in an Authorization header (RFC 6750, RFC 7617).
    pattern: /((?:bearer|basic)\s{1,8})[A-Za-z0-9+/._~=-]{8,}/giu,
    signs: ['bearer', 'basic'],
    isCertain: isCredential,
  },
  {
    name: 'JSON Web Token',
    // Three base64url parts, the first two of which are JSON objects (RFC 7519). Looked for where such a part begins, so that each is read once.
    pattern: /(?:(?<![\w-])|(?<=\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}))eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/gu,
    signs: ['eyj'],
    isCertain: (match) => isTokenHeader(match.slice(0, match.indexOf('.'))),
  },
  // Prefixes that their issuers publish.
  { name: 'API key', pattern: /(?<![\w-])sk-[A-Za-z0-9_-]{16,}|(?<=\\[nrtbf])sk-[A-Za-z0-9_-]{16,}/gu, signs: ['sk-'], isCertain: isKey },
  {
    name: 'GitHub token',
    pattern: /(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/gu,
    signs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    isCertain: isVaried,
  },
  {
    name: 'GitLab token',
    pattern: /gl(?:pat|dt|rt|ptt|oas)-[\w-]{16,}/gu,
    signs: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'gloas-'],
    isCertain: isVaried,
  },
  { name: 'Slack token', pattern: /xox[abeoprs]-[A-Za-z0-9-]{10,}/gu, signs: ['xox'], isCertain: isVaried },
  { name: 'AWS access key', pattern: /(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/gu, signs: ['akia', 'asia'], isCertain: isVaried },
  { name: 'Google API key', pattern: /(?:AIza[\w-]{30,}|ya29\.[\w.-]{20,})/gu, signs: ['aiza', 'ya29.'], isCertain: isVaried },
  { name: 'Stripe key', pattern: /[rs]k_(?:live|test)_[A-Za-z0-9]{12,}/gu, signs: ['k_live_', 'k_test_'], isCertain: isVaried },
  { name: 'npm token', pattern: /npm_[A-Za-z0-9]{30,}/gu, signs: ['npm_'], isCertain: isVaried },
  { name: 'Hugging Face token', pattern: /hf_[A-Za-z0-9]{24,}/gu, signs: ['hf_'], isCertain: isVaried },
  {
    name: 'credential of an address',
    pattern: /((?<=[a-z0-9]):\\{0,2}\/\\{0,2}\/)[^\s/@:"'\\]{0,256}:[^\s/@"'\\]{1,256}(?=@)/giu,
    signs: ['://', ':\\'],
    isCertain: isPassword,
  },
  {
    name: 'value of a secret',
    // key=value and "key": "value" inside text; also escaped quotes, as of JSON within JSON. Programs and manuals are full of such lines.
    pattern:
      /((?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie)\\?["']?\s{0,8}[:=]\s{0,8})(?!\[redacted)(\\?"[^"\\]*\\?"|'[^']*'|[^\s"'\\,;&}\]]+)/giu,
    signs: ['pass', 'secret', 'token', 'key', 'authorization', 'cookie'],
  },
];

const certainForms = secretForms.filter(({ isCertain }) => isCertain !== undefined);
const anySign = (forms: readonly SecretForm[]): RegExp =>
  new RegExp([...new Set(forms.flatMap(({ signs }) => signs))].map((sign) => sign.replaceAll(/[.\\]/gu, '\\$&')).join('|'), 'iu');
const perhaps = { all: anySign(secretForms), certain: anySign(certainForms) };

/** What stands in the place of a secret, by the name of its form. */
export type SecretMarker = (name: string) => string;

/** The text without secrets of a known form, perhaps or (`certain`) surely; also those with hidden characters inside. */
export function withoutSecretForms(text: string, marker: SecretMarker, which: 'all' | 'certain'): string {
  const hidden = hide(text, marker, which);
  const seen = withoutHidden(hidden);
  if (seen === hidden) return hidden;
  const found = hide(seen, marker, which);
  return found === seen ? hidden : found;
}

/** True for a text that perhaps holds such a secret; a look that is many times cheaper than the search. */
export function mayHoldSecretForms(text: string): boolean {
  if (perhaps.certain.test(text)) return true;
  const seen = withoutHidden(text);
  return seen !== text && perhaps.certain.test(seen);
}

function hide(text: string, marker: SecretMarker, which: 'all' | 'certain'): string {
  if (!perhaps[which].test(text)) return text;
  const folded = text.toLowerCase();
  let masked = text;
  for (const form of which === 'all' ? secretForms : certainForms) {
    if (!form.signs.some((sign) => folded.includes(sign))) continue;
    masked = masked.replace(form.pattern, (match: string, ...given: readonly unknown[]) => {
      const offset = given.find((part) => typeof part === 'number') as number;
      const kept = typeof given[0] === 'string' ? given[0] : '';
      const isSecret = form.isCertain === undefined || (standsFree(masked, offset, -1) && (which === 'all' || form.isCertain(match)));
      return isSecret ? kept + marker(form.name) : match;
    });
  }
  return masked;
}
