import { visibleText } from '@toolrack/contracts';

import { isAlike } from './look-alikes.js';

const word = /[\p{L}\p{M}\p{N}_-]+/gu;
const latin = /[A-Za-z]/u;
const foreignLetter = /(?![\u00AA\u00BA\u00C0-\u024F])\P{ASCII}/u;

function escapeForeign(text: string): string {
  return Array.from(text, (character) =>
    /\p{L}/u.test(character) && foreignLetter.test(character)
      ? `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}`
      : character,
  ).join('');
}

/** True for a word that mixes Latin letters with those of another script that look like them, or that consists of such letters alone. */
function isDisguised(part: string, isLatinText: boolean): boolean {
  const letters = Array.from(part).filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((character) => foreignLetter.test(character));
  if (foreign.length === 0) return false;
  if (letters.some((character) => latin.test(character))) return foreign.some(isAlike);
  return isLatinText && foreign.every(isAlike);
}

/**
 * The text with the letters of other scripts written as `\u{…}` in every word that passes for a Latin one: a word that mixes scripts, or, in a text
 * that is mostly Latin, one that consists of look-alikes alone. Words of other languages stay as they are. Hidden characters are not its business.
 */
export function showLookAlikes(text: string): string {
  const letters = text.match(/\p{L}/gu) ?? [];
  const isLatinText = letters.filter((letter) => latin.test(letter)).length * 2 > letters.length;
  return text.replace(word, (part) => (isDisguised(part, isLatinText) ? escapeForeign(part) : part));
}

/** A name on one line with everything in it that is not plain: hidden characters, and every letter outside ASCII, as `\u{…}`. */
export function showName(name: string): string {
  return Array.from(visibleText(name), (character) =>
    character > '~' ? `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}` : character,
  ).join('');
}
