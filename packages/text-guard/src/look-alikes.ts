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
