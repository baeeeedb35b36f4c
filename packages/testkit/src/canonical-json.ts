import { createHash } from 'node:crypto';
import { canonicalJson as canonical, freezeJson } from '@toolrack/contracts';

/** JSON text with sorted keys of anything that JSON can hold; equal values give equal texts. */
export function canonicalText(value: unknown): string {
  return canonical(freezeJson(value));
}

/** SHA-256 in hexadecimal over the canonical JSON. */
export function canonicalDigest(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}
