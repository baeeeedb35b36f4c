import { firstUnits, inOneLine } from './bounded-text.js';
import { neutralised } from './untrusted-envelope.js';

/** A reference as an error repeats it: one line, quoted. */
export function quoted(reference: string): string {
  return JSON.stringify(inOneLine(neutralised(firstUnits(reference, 800)), 200));
}
