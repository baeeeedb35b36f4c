import { enclosedUntrusted, neutraliseUntrusted, untrustedFrameLength } from '@toolrack/contracts';
import { firstUnits } from './bounded-text.js';

/** Longest wrapped text with its wrapper, in UTF-16 code units. */
export const untrustedLimit = 20_000;

const room = untrustedLimit - untrustedFrameLength;

/** True for a text that `wrapUntrusted` leaves whole. */
export function fitsUntrusted(text: string): boolean {
  return text.length <= room && neutraliseUntrusted(text).length <= room;
}

/**
 * Wraps text of an untrusted source for a model: a warning, two markers with one random id, and between them the
 * neutralised text, cut so that the whole has at most 20,000 UTF-16 code units. A cut is told before the end marker.
 */
export function wrapUntrusted(text: string): string {
  const content = neutraliseUntrusted(firstUnits(text, room + 1));
  if (text.length <= room && content.length <= room) return enclosedUntrusted(content);
  const mark = '\n[cut: the text goes on beyond what is shown]';
  return enclosedUntrusted(`${firstUnits(content, room - mark.length)}${mark}`);
}
