import { plainJson } from '@toolrack/contracts';

/**
 * JSON on one line for any reader: the line separators of Unicode are escaped, since some readers cut lines there. What JSON
 * cannot say (cycles, big integers, a `toJSON` that throws) is replaced by a text; an answer is never lost over it.
 */
export function toJsonLine(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    text = JSON.stringify(plainJson(value).value);
  }
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
