import { variableName } from './references.js';

/** Names that hold secrets, as far as anybody can tell from a name. */
const secretName =
  /token|secret|passw|passphrase|pwd$|api[-_]?key|access[-_]?key|private[-_]?key|secret[-_]?key|credential|authorization|cookie|bearer|webhook|dsn$|^key$|[-_]key$|[-_]pat$|^pat$|session[-_]?id|connection[-_]?string|conn[-_]?str|(?:^|[-_])(?:pass|pwd|pw|creds?|pin|otp|jwt|sig|signature)(?:$|[-_])|(?:^|[-_])(?:auth|session)$/iu;

/** Values that are no secret whatever the name: switches, small numbers, nothing. */
const harmlessValue = /^(?:|true|false|yes|no|on|off|none|null|\d{1,5})$/iu;

/** Beginnings of keys that well-known services hand out (see GitHub's list of secret scanning patterns), JSON web tokens, private keys. */
const knownSecret =
  /(?:^|[^A-Za-z\d])(?:sk-[\w-]{8,}|(?:ghp|gho|ghu|ghs|ghr)_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{8,}|(?:AKIA|ASIA)[A-Z\d]{12,}|AIza[\w-]{20,}|npm_\w{16,}|hf_\w{16,}|(?:sk|pk|rk)_(?:live|test)_\w{8,}|ntn_\w{16,}|secret_\w{16,}|lin_api_\w{16,}|dop_v1_\w{16,}|pypi-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]+|-----BEGIN [A-Z ]*PRIVATE KEY)/u;

/** Ends of names that speak of a secret and hold none: where it is, how long it is good, which kind it is. */
const harmlessEnd =
  /(?:^|_)(?:FILE|PATH|DIR|FOLDER|NAME|ENV|ENV_VAR|VAR|TYPE|TTL|TIMEOUT|EXPIRY|LIMIT|COUNT|BUDGET|LENGTH|SIZE|PROVIDER|ENDPOINT|HOST|PORT|REGION|FORMAT|MODE)$|^(?:MAX|MIN)_TOKENS$/u;

/** A place in the file system. */
const place =
  /^(?:~|\.{1,2})[\\/]|^[A-Za-z]:[\\/]|^\/(?:home|Users|etc|var|opt|usr|tmp|run|mnt|root|secrets|app|data|srv|work|workspace|private|Library|Applications)\//u;

/** True for switches, small numbers and nothing, whatever the name. References that the server itself fills in are no secret either. */
export function isHarmless(value: string): boolean {
  return harmlessValue.test(value.replaceAll(/\$\{[^}]*\}|^(?:Bearer|Basic|Token)\s/giu, '').trim());
}

/** True when a value is secret because of the name that it stands under. */
export function hasSecretName(name: string, value: string): boolean {
  if (isHarmless(value) || !secretName.test(name)) return false;
  const words = variableName(name);
  if (harmlessEnd.test(words) && !holdsSecret(value)) return false;
  return !(place.test(value) && !holdsSecret(value));
}

/** True for a value that nobody should find in a second file. Errs on the side of "secret": a reference costs less than a leak. */
export function isSecret(name: string, value: string): boolean {
  return hasSecretName(name, value) || (!isHarmless(value) && holdsSecret(value));
}

/** True when the value alone gives it away. */
export function holdsSecret(value: string): boolean {
  if (knownSecret.test(value)) return true;
  // Digests of container images and commits are long and random, and no secret.
  const words = value.replaceAll(/\bsha(?:1|256|512)[:-][\w+/=]+|[@#][\da-f]{40}\b/giu, '');
  if (/^[a-z][a-z\d+.-]*:\/\/[^/\s]*:[^/\s@]+@/iu.test(value)) return true;
  return words.split(/[\s/\\:,;=?&@.]+/u).some(isRandom);
}

/** True for a word of a longer text that is a key. */
export function isRandomWord(word: string): boolean {
  return holdsSecret(word) && !/^[\w.@/-]*[/@][\w.@/-]*$/u.test(word);
}

/** A long run of letters and digits without words: a key, a hash, an identifier that opens a door. */
export function isRandom(word: string): boolean {
  if (word.length < 20 || !/\d/u.test(word) || !/[A-Za-z]/u.test(word)) return false;
  // Names such as "server-filesystem-2025" have few digits and short parts between hyphens.
  const longest = Math.max(...word.split(/[-_]/u).map((part) => (/\d/u.test(part) && /[A-Za-z]/u.test(part) ? part.length : 0)));
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(word);
  return isUuid || longest >= 16;
}
