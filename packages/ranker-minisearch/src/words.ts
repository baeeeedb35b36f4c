import { stem } from 'porter2';

/** A word of a text as it is spelled there, and the terms that it is indexed under. */
export interface Word {
  /** Lower-cased. */
  readonly text: string;
  /** Stems of its parts, in order. */
  readonly parts: readonly string[];
  /** The stem of the undivided word, when it has several parts. */
  readonly whole?: string;
}

/** Longer words are cut: no real one is longer, and a hostile one must not cost time. */
const longestWord = 128;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// The end of an acronym (HTTPServer), a plural acronym (URLs), a hump (fooBar), digits, letters without case.
const partPattern = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lm}\p{M}\p{Lt}]+/gu;
const unspacedPattern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]{3,}$/u;

const asciiPattern = /^[\0-\x7f]*$/u;

const functionWords =
  'a an the this that these those i me my we our you your he she it its they them their in on at by for from to of with into as about up ' +
  'and or but if no not is are was be been do does can will would should has have what which who how when where all any some please';

/** Stems of words that carry no ability: they count little, but they count, as some names consist of nothing else. */
export const softTerms: ReadonlySet<string> = new Set(functionWords.split(' ').map((word) => stem(word)));

/** Stems of words that were met before; a catalog repeats a few thousand words. */
const stems = new Map<string, string>();
const mostStems = 50_000;

function stemOf(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = /^[a-z]+$/u.test(word) ? stem(word) : word;
    if (stems.size >= mostStems) stems.clear();
    stems.set(word, known);
  }
  return known;
}

/** Lower case without accents. */
function fold(text: string): string {
  if (asciiPattern.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Scripts without spaces are indexed by overlapping pairs, so that a part of a sentence finds it. */
function pairs(part: string): readonly string[] {
  if (asciiPattern.test(part) || !unspacedPattern.test(part)) return [part];
  const letters = [...part];
  return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
}

/** Takes a text apart at spaces, punctuation and the humps of identifiers. */
export function wordsOf(text: string): readonly Word[] {
  return (text.match(wordPattern) ?? []).flatMap((found): readonly Word[] => {
    const word = found.slice(0, longestWord);
    const split = (word.match(partPattern) ?? [word])
      .flatMap(pairs)
      .map(fold)
      .filter((part) => part !== '');
    const whole = fold(word);
    if (whole === '') return [];
    const parts = (split.length === 0 ? [whole] : split).map(stemOf);
    return [{ text: word.toLowerCase(), parts, ...(parts.length > 1 ? { whole: stemOf(whole) } : {}) }];
  });
}

/** The terms that a text is indexed under. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap(({ parts, whole }) => (whole === undefined ? parts : [...parts, whole]));
}
