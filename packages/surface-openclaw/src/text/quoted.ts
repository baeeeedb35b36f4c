import { neutraliseUntrusted } from '@toolrack/contracts';
import { firstUnits, inOneLine } from './bounded-text.js';

/** Names that may be repeated to a model outside a result: plain identifiers, never prose. */
export const plainName = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;

/** A reference as an error repeats it: one line, quoted. */
export function quoted(reference: string): string {
  return JSON.stringify(inOneLine(neutraliseUntrusted(firstUnits(reference, 800)), 200));
}
