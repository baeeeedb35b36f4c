/** What the hash of a text begins with. */
export const hashStart = 0x811c9dc5 | 0;

/** The hash of a text with one more UTF-16 code unit: FNV-1a. */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** The hash of a text or of a part of it. */
export function hashOf(text: string, start = 0, end = text.length): number {
  let hash = hashStart;
  for (let index = start; index < end; index += 1) hash = hashStep(hash, text.charCodeAt(index));
  return hash;
}

/** Brings the better high bits of a hash down: tables look at its low ones. */
export function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
