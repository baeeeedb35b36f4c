// Letters that NFKD leaves whole although people type them without the stroke or the ligature.
const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};
const specialPattern = /[ßæÆœŒøØđĐłŁı]/g;

/** Accents of Latin and Greek letters, which people leave out. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Of Cyrillic ones only stress and the dots of `ё`: `й`, `ї`, `ў`, `ѓ` and `ќ` are letters of their own. */
const cyrillicAccents = /(?<=[еЕ])\u0308|(?<=(?![гГкК])\p{Script=Cyrillic})[\u0300\u0301]/gu;
/** Points of Hebrew, vowel signs and the stretching stroke of Arabic: written or not as one likes. */
const optionalMarks =
  /\u0640|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;
/** Thai and Lao vowels that the compatibility decomposition takes apart; dictionaries of words have them whole. */
const splitVowels = /\u0e4d\u0e32|\u0ecd\u0eb2/g;
const wholeVowel = (parts: string): string => (parts.startsWith('\u0e4d') ? '\u0e33' : '\u0eb3');

/** True when every character is ASCII, which is the common case and needs no folding. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 127) return false;
  }
  return true;
}

/**
 * Removes what people write or leave out as they like (accents of Latin, Greek and Cyrillic letters, points of Hebrew, vowel signs of Arabic)
 * and compatibility forms (`ﬁ` to `fi`, full and half width). Marks of all other scripts are letters (`か` and `が`, `มา` and `ม้า`) and stay. Keeps the case.
 */
export function foldAccents(text: string): string {
  if (isAscii(text)) return text;
  const folded = text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(cyrillicAccents, '')
    .replace(splitVowels, wholeVowel)
    .replace(specialPattern, (letter) => special[letter] ?? letter);
  // Letters that come apart under NFKD (Hangul, kana with a voicing mark, alef with hamza) are put together again before optional marks go.
  return folded.normalize('NFC').replace(optionalMarks, '');
}

/** Lower case; the sigma that ends a Greek word is the one inside of words. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.replaceAll('ς', 'σ');
}
