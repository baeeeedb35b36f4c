const combining = /\p{M}+/gu;
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

/** True when every character is ASCII, which is the common case and needs no folding. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 127) return false;
  }
  return true;
}

/** Removes accents and compatibility forms (`é` to `e`, `ﬁ` to `fi`, full-width to ASCII) and keeps the case. */
export function foldAccents(text: string): string {
  if (isAscii(text)) return text;
  const folded = text
    .normalize('NFKD')
    .replace(combining, '')
    .replace(specialPattern, (letter) => special[letter] ?? letter);
  // Hangul syllables come apart under NFKD; put them together again.
  return folded.normalize('NFC');
}
