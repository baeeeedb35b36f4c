import { isWordy } from './ordinary-text.js';
import { Redactor } from './redact.js';
import { canBeHidden } from './secret-mask.js';

/**
 * How a setting came to its value: `written` as it stands; `referenced`, from a variable of the environment (`${NAME}`), where secrets are kept;
 * or `sent`, as a header of requests.
 */
export type SettingOrigin = 'written' | 'referenced' | 'sent';

/** Under these names anything but a word or a number is taken for a secret. */
const suspiciousName = /key|token|secret|pass|auth|cred|cookie|session|signature|private|pin\b/iu;
/** Last words of a name: the value is a secret; it is one when it looks like a key at all; it is what tools speak of all the time. */
const secretWord = /^(?:pass|pwd|pw|pat|auth|creds?|secrets?)$/u;
const tellingWord = /^(?:\w*key|sig|signature|session|code)$/u;
const harmlessWord =
  /^(?:(?:u?u)?ids?|sha\d*|hash|commit|digest|checksum|version|names?|paths?|dirs?|files?|folders?|regions?|zones?|hosts?|ports?|branch|refs?|level|mode)$/u;
/** Headers that say nothing about who is asking. */
const harmlessHeader =
  /^(?:accept(?:-[a-z]+)?|user-agent|content-type|host|origin|referer|connection|cache-control|mcp-protocol-version)$/iu;
/** Shortest secrets, in characters: under a suspicious name, and under any other. */
const shortestSuspicious = 6;
const shortestOther = 8;
/** Shortest part of the path of an address that may be the credential itself, as with hosted servers that give every customer an address. */
const shortestSegment = 16;
/** Shortest text that looks like a key when it was written under a name that says nothing. */
const shortestRandom = 20;

const redactor = new Redactor();

/**
 * The secrets in one setting of a server: its value, the credential after a scheme ("Bearer x"), what Base64 credentials hold, credentials of addresses,
 * single cookies. Ordinary values (`production`, `3000`, `eu-west-1`, paths, plain addresses) are none, unless the name says that they are; a
 * `SecretMask` leaves out what no mask can hide.
 */
export function settingSecrets(name: string, value: string, origin: SettingOrigin): readonly string[] {
  const plain = value.trim();
  const credentials = [...addressCredentials(plain), ...formed(plain)];
  if (!isSecret(name, plain, origin)) return credentials;
  const [, scheme = '', credential = ''] = /^([A-Za-z][\w-]*)\s+(\S.*)$/su.exec(plain) ?? [];
  const parts = credential === '' ? [] : [credential, ...(/^basic$/iu.test(scheme) ? basicParts(credential) : [])];
  const cookies = /cookie$/iu.test(name) ? plain.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim()) : [];
  return [...new Set([value, ...parts, ...cookies, ...credentials])].filter(canBeHidden);
}

/** The credentials in an address: user part, values of its query and long parts of its path that are no words. Empty for any other text. */
export function addressCredentials(text: string): readonly string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text) || !URL.canParse(text)) return [];
  const url = new URL(text);
  const query = [...url.searchParams].filter(([name, value]) => isSecret(name, value, 'referenced')).map(([, value]) => value);
  const segments = url.pathname.split('/').filter((segment) => segment.length >= shortestSegment && !isOrdinary(segment));
  // Alone it is the credential, as in https://TOKEN@host/.
  const user = url.password !== '' && isOrdinary(url.username) ? [] : [url.username];
  return [url.password, ...user, ...query, ...segments].filter(canBeHidden);
}

/** True for a text that is no secret by its look: words, numbers, versions, paths, and addresses without credentials. */
export function isOrdinary(text: string): boolean {
  if (text.length < shortestOther) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(text) && URL.canParse(text)) return addressCredentials(text).length === 0;
  return isWordy(text);
}

function isSecret(name: string, value: string, origin: SettingOrigin): boolean {
  if (value === '' || (origin === 'sent' && harmlessHeader.test(name))) return false;
  const isPath = /^(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}\/|file:)/u.test(value) && isOrdinary(value);
  if (isPath) return false;
  const last = lastWord(name);
  if (redactor.isSecretKey(name) || secretWord.test(last)) return !/^\d{1,5}$/u.test(value);
  const isOdd = !isOrdinary(value);
  if (suspiciousName.test(name) && value.length >= shortestSuspicious) {
    // "key=k3y-value": a letter beside a digit is enough where the name promises a key.
    return isOdd || (tellingWord.test(last) && /[A-Za-z]\d|\d[A-Za-z]/u.test(value));
  }
  if (!isOdd || harmlessWord.test(last)) return false;
  return origin !== 'written' || looksRandom(value);
}

/** The last word of a name in any writing: `apiKey`, `API_KEY` and `X-Api-Key` end with `key`. */
function lastWord(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/gu, '_').toLowerCase();
  return words.split(/[^a-z0-9]+/u).at(-1) ?? '';
}

/** One token of letters and digits mixed, as keys are: no text and no list. */
function looksRandom(value: string): boolean {
  return value.length >= shortestRandom && /^[\w+/=.~-]+$/u.test(value) && /\d/u.test(value) && /[A-Za-z]/u.test(value);
}

/** A value of a form that only keys have. */
function formed(value: string): readonly string[] {
  const text = redactor.text(value);
  return /^(?:\S+ )?\[redacted\]$/u.test(text) ? [value, ...value.split(/\s+/u)].filter((part) => part.length >= shortestOther) : [];
}

/** User and password behind Base64 (RFC 7617); the user alone is no secret. */
function basicParts(credential: string): readonly string[] {
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair, pair.slice(colon + 1)];
}
