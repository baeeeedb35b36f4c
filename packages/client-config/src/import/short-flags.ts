import { holdsSecret, isHarmless } from './secret-detection.js';

/** What stands behind `-p` when it is no password: a port, a mapping of ports, a place, a package, an address, a setting. */
const otherThanPassword = /^(?:[\d.:[\]]+(?:\/(?:tcp|udp))?|.*[/\\@].*|[.~].*|.*\.[A-Za-z]\w{0,4}|[\w.-]+=.*)$/su;
/** Flags of one dash and several letters, as programs in Go have them. */
const wordsWithP =
  /^p(?:ort|ath|rofile|refix|roject|retty|lain|rint|roxy|rovider|rotocol|ublic|rivate|rod|roduction|ackage|arams?|arallel|lugins?|ool|oll|age|attern|id|ing|latform|olicy|reset|rompt|ersist|ull|ush|id-?file|review|eriod|ermissions?)$/iu;
/** Letters that stand for a password, a key, a token, a secret or an authorisation in some programs and for harmless things in others. */
const sometimes = new Set(['k', 'K', 't', 's', 'a', 'w', 'W', 'P', 'T']);

/** True when a flag of one letter is followed by a secret: `-p` by anything that is no port, place or package, others by what looks like a password. */
export function isShortSecret(letter: string, value: string): boolean {
  if (isHarmless(value) || value.startsWith('-')) return false;
  if (holdsSecret(value)) return true;
  if (letter === 'p') return !otherThanPassword.test(value) && !/\s/u.test(value);
  return sometimes.has(letter) && looksChosen(value);
}

/** The letter and the value of `-pVALUE`, when the value is a secret. */
export function attachedSecret(text: string): { readonly letter: string; readonly value: string } | undefined {
  const match = /^-(?<letter>[A-Za-z])(?<value>[^\s=]{3,})$/u.exec(text)?.groups as { letter: string; value: string } | undefined;
  if (match === undefined || wordsWithP.test(text.slice(1))) return undefined;
  const { letter, value } = match;
  if (holdsSecret(value)) return match;
  // Several letters behind one dash are several switches or a word, unless the letter is that of a password.
  if (letter === 'p') return isShortSecret(letter, value) && value.length >= 4 ? match : undefined;
  return sometimes.has(letter) && looksChosen(value) && /[^\w-]|\d.*[A-Za-z]/u.test(value) ? match : undefined;
}

/** As people choose passwords: letters with digits or signs, not a place, an address or a version. */
function looksChosen(value: string): boolean {
  if (value.length < 6 || otherThanPassword.test(value) || /\s/u.test(value)) return false;
  return /[A-Za-z]/u.test(value) && /[\d!#$%^&*+?_]/u.test(value) && !/^[a-z]+(?:[-_][a-z]+)*$/u.test(value);
}
