/** What stands for a value that must not be shown. */
export const mask = '(hidden)';

/** Words that mark a key as secret, compared without case and separators. */
const secretKey =
  /password|passwd|(^|-)pass(phrase|code)?$|^pwd$|secret|tokens?$|api-?key|access-?key|private-?key|encryption-?key|credential|^auth$|authorization|cookie|session-?id|^bearer$|^otp$|^pin$/;

/** A credential inside a longer text: an authorization scheme with its value, or the password of a URL. */
const secretText = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}|(?<=:\/\/[^\s/:@]{0,200}:)[^\s/@]+(?=@)/giu;

/** True for a key whose value is likely a secret: `apiKey`, `ACCESS_TOKEN`, `x-password`. */
export function isSecretKey(key: string): boolean {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[\s_.]+/g, '-')
    .toLowerCase();
  return secretKey.test(words) || secretKey.test(words.slice(words.lastIndexOf('-') + 1));
}

/** A count such as `maxTokens` and values without content say nothing secret. */
function isHarmless(key: string, value: unknown): boolean {
  if (typeof value === 'number') return /tokens$/i.test(key);
  return value === null || value === '' || typeof value === 'boolean';
}

/** Deeper parts are never shown, so they are not walked either. */
const deepest = 40;

/** The value with everything under a secret-looking key, and credentials inside texts, replaced by `(hidden)`. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    return value.replace(secretText, (_found, scheme: string | undefined) => (scheme === undefined ? mask : `${scheme} ${mask}`));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return mask;
  if (Array.isArray(value)) return value.map((inner) => maskSecrets(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isSecretKey(key) && !isHarmless(key, inner) ? mask : maskSecrets(inner, depth + 1)]),
  );
}
