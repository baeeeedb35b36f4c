/** The first `most` UTF-16 code units, never ending in half a character. */
export function firstUnits(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/** White space collapsed to single blanks and trimmed. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text in one line and at most `most` UTF-16 code units, marked by `...` where it was cut. Looks at 4 × `most` units. */
export function inOneLine(text: string, most: number): string {
  const line = collapsed(firstUnits(text, most * 4));
  return line.length <= most ? line : `${firstUnits(line, most - 3).trimEnd()}...`;
}

/** Pretty-printed JSON, two blanks a level, as every control answers. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
