/** Characters as the peer counts them: code points, not UTF-16 units. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (!isPair) continue;
    length--;
    index++;
  }
  return length;
}

/** Tokens that a text is taken for: a quarter of its characters, rounded up. An order of magnitude is enough here. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
