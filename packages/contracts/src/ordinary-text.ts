/** Longest word, and longest mix of letters and digits that is still no key, in characters. */
const longestWord = 15;
const longestMixed = 7;

/** One word, in any case, or a number: `production`, `myServer`, `HTTP`, `2025`. */
function isWord(part: string): boolean {
  if (/^\d{0,11}$/u.test(part) || /^[A-Za-z]{1,3}$/u.test(part)) return true;
  const humps = part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];
  return humps.join('') === part && humps.every((hump) => hump.length <= longestWord) && part.length >= humps.length * 3;
}

/** True for words, numbers and versions, however they are joined: nothing that looks like a key. */
export function isWordy(text: string): boolean {
  const parts = text.split(/[^A-Za-z0-9]+/u).filter((part) => part !== '');
  const mixed = parts.filter((part) => /\d/u.test(part) && /[A-Za-z]/u.test(part));
  // One part like "v2", "sha256" or "cl100k" is usual; a key has several, or a long one.
  return (
    mixed.length <= 1 && mixed.every((part) => part.length <= longestMixed) && parts.every((part) => mixed.includes(part) || isWord(part))
  );
}
