import { createHash } from 'node:crypto';
import { textForModel } from './visible-text.js';

/** Nearly all names: nothing in them can hide, and nothing at their ends can get lost. */
const plain = /^[!-;=-Z\\-~](?:[ -;=-Z\\-~]*[!-;=-Z\\-~])?$/;
/** Letters that are drawn as Latin ones are. */
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu;
const word = /[\p{L}\p{M}]+/gu;

/** A word that mixes its letters with Latin ones imitates another word; one that is written in its own script is just a word. */
function withoutLookAlikes(name: string): string {
  return name.replace(word, (letters) =>
    /\p{Script=Latin}/u.test(letters)
      ? letters.replace(alike, (letter) => `\\u{${(letter.codePointAt(0) as number).toString(16).toUpperCase()}}`)
      : letters,
  );
}

/** A name as a model is shown it: clean, on one line, without blanks at its ends, letters that imitate Latin ones as `\u{…}`. May be `""`. */
function shownForm(name: string): string {
  return plain.test(name) ? name : withoutLookAlikes(textForModel(name.replace(/[\s\p{Cc}]+/gu, ' '))).trim();
}

/**
 * The names of one list as a model is shown them, and the way back from each. A clean name is shown as it is. Another is shown cleaned, and where
 * that would be the name of something else, with digits of its digest behind it: no name leads to two things, and none is taken from its owner.
 */
export class ShownNames {
  private readonly byOwn = new Map<string, string>();
  private readonly byShown = new Map<string, string>();

  /** `has`: whether the list holds that very name. Unclean names may come later with `add`. */
  constructor(
    names: Iterable<string>,
    private readonly has: (name: string) => boolean,
  ) {
    for (const name of names) if (!plain.test(name)) this.add(name);
  }

  /** Answers the name to show. */
  add(name: string): string {
    const known = this.byOwn.get(name);
    if (known !== undefined) return known;
    let shown = shownForm(name);
    if (shown === name) return name;
    const digest = createHash('sha256').update(name).digest('hex');
    const isTaken = (candidate: string): boolean => candidate === '' || this.has(candidate) || this.byShown.has(candidate);
    // More digits than the first eight are needed only where somebody has made names for it.
    const form = shown;
    for (let digits = 8; isTaken(shown) && digits <= digest.length; digits += 8) shown = `${form}~${digest.slice(0, digits)}`;
    this.byOwn.set(name, shown);
    this.byShown.set(shown, name);
    return shown;
  }

  /** What a name of the list is shown as. */
  shown(name: string): string {
    return this.byOwn.get(name) ?? name;
  }

  /** The name that is shown so, where that is another one. */
  own(shown: string): string | undefined {
    return this.byShown.get(shown);
  }
}
