import { createHash } from 'node:crypto';
import { textForModel } from './visible-text.js';

/** Nearly all names: nothing in them can hide, and nothing at their ends can get lost. */
const plain = /^[!-;=-Z\\-~](?:[ -;=-Z\\-~]*[!-;=-Z\\-~])?$/;
/** Letters that are drawn as Latin ones are (Unicode's confusables, UTS 39): Cyrillic, Greek, Armenian, Cherokee. */
const alike = /[авсеһіјкмнорѕтухԁԛԝӏАВЕКМНОРСТХУЅІЈӀԌԚԜαγεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհցգՕՍ\p{Script=Cherokee}]/gu;
const foreign = /(?!\p{Script=Latin})\p{L}/u;
/** What a text may keep for its script and a name may not: with and without it, two names would read the same. */
const unseen = /\u200B|[\u{E0100}-\u{E01EF}]/gu;
const word = /[\p{L}\p{M}]+/gu;
/** Hexadecimal digits of a digest that tell names apart which read the same. */
const digits = 8;

/** A Latin word with nothing but such letters among its own imitates another; a word of another script, or of two that can be told apart, does not. */
function withoutLookAlikes(name: string): string {
  return name.replace(word, (letters) =>
    /\p{Script=Latin}/u.test(letters) && !foreign.test(letters.replace(alike, ''))
      ? letters.replace(alike, (letter) => `\\u{${(letter.codePointAt(0) as number).toString(16).toUpperCase()}}`)
      : letters,
  );
}

/**
 * A name, an id or an address as a model is shown it. One that is clean stays as it is, in whatever script. Otherwise it is cleaned as
 * `textForModel` does, put on one line without blanks at its ends, letters that imitate Latin ones are written as `\u{…}`, and `~` with eight
 * digits of the name's digest is set behind it: the same name is always shown alike, and never as another one. Who shows names so must know them
 * again when they come back: see `NamesShown`.
 */
export function shownName(name: string): string {
  if (plain.test(name)) return name;
  const shown = withoutLookAlikes(textForModel(name.replace(/[\s\p{Cc}]+/gu, ' ')).replace(unseen, '')).trim();
  return shown === name ? name : textForModel(`${shown}~${createHash('sha256').update(name).digest('hex').slice(0, digits)}`);
}

/** True for a text that could be what another name is shown as. */
export function isShownName(text: string): boolean {
  return /~[0-9a-f]{8}$/u.test(text);
}

/** Names of a list that are shown as others, by what they are shown as. */
export class NamesShown {
  private readonly byShown = new Map<string, string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.show(name);
  }

  /** What the name is shown as; it is remembered where that is another one. */
  show(name: string): string {
    const shown = shownName(name);
    if (shown !== name && !this.byShown.has(shown)) this.byShown.set(shown, name);
    return shown;
  }

  /** The name that is shown so; the text itself where none was. */
  own(shown: string): string {
    return this.byShown.get(shown) ?? shown;
  }
}
