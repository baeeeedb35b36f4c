/** Letters of other scripts and digits that are read as Latin letters; the most used of Unicode's confusables (UTS 39). */
const alike: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  5: 's',
  i: 'l',
  '|': 'l',
  а: 'a',
  с: 'c',
  е: 'e',
  һ: 'h',
  і: 'l',
  ј: 'j',
  к: 'k',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ӏ: 'l',
  в: 'b',
  м: 'm',
  н: 'h',
  α: 'a',
  ε: 'e',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ɡ: 'g',
  ı: 'l',
  ℓ: 'l',
};

/** True for a letter of another script that a reader takes for a Latin one. */
export function isAlike(letter: string): boolean {
  if (letter <= '~') return false;
  const plain = letter.normalize('NFKD').toLowerCase();
  return /^[a-z]$/u.test(plain) || alike[plain] !== undefined;
}

const foreign = /[\u0370-\u052F\u0261\u0131]/u;
const word = /[a-z\u0370-\u052F\u0261\u0131]+/gu;
/** Letters that `alike` takes further than a reader of words does. */
const read: Readonly<Record<string, string>> = { і: 'i', ι: 'i', ı: 'i' };

/** Small text with look-alike letters inside words that hold Latin ones too as those that a reader takes them for; of the same length. */
export function plainWords(text: string): { readonly text: string; readonly mixedWords: number } {
  if (!foreign.test(text)) return { text, mixedWords: 0 };
  let mixedWords = 0;
  const changed = text.replaceAll(word, (given) => {
    if (!/[a-z]/u.test(given) || !foreign.test(given)) return given;
    const plain = Array.from(given, (letter) => read[letter] ?? (letter > '~' ? (alike[letter] ?? letter) : letter)).join('');
    if (plain !== given && /^[a-z]+$/u.test(plain)) mixedWords += 1;
    return plain;
  });
  return { text: changed, mixedWords };
}

/** What a reader takes a name for: case, separators, accents and look-alike letters do not count. */
export function skeleton(name: string): string {
  let text = '';
  for (const character of name.normalize('NFKD').toLowerCase()) {
    const letter = alike[character] ?? character;
    if (/[\p{L}\p{N}]/u.test(letter)) text += letter;
  }
  return text;
}

/** True for a name that a reader takes for one of the reserved ones. */
export function imitates(name: string, reserved: readonly string[]): boolean {
  const seen = skeleton(name);
  return reserved.some((control) => skeleton(control) === seen);
}
