import { createHash } from 'node:crypto';

/** JSON text with the keys of every object in code-unit order; equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
        : part,
    ) ?? 'undefined'
  );
}

/** SHA-256 in hexadecimal over the canonical JSON. */
export function canonicalDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
