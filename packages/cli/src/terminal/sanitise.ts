/**
 * Characters that would act on a terminal or reorder or hide text instead of being seen: control characters (C0, DEL, C1),
 * bidirectional marks, embeddings, overrides and isolates, line and paragraph separators, zero width space and no-break space,
 * and the invisible tag characters. Joiners inside words and emoji stay.
 */
// eslint-disable-next-line no-control-regex -- naming them is the point
const unsafe = /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

const escape = (character: string): string => `\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/** Text on one line, with every unsafe character shown as `\u{…}`; line breaks and tabs become a space. */
export function sanitiseLine(text: string): string {
  return text.replace(/[\r\n\t]+/gu, ' ').replace(unsafe, escape);
}

/** Text with its line breaks and tabs, and every other unsafe character shown as `\u{…}`. */
export function sanitiseText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unsafe, (character) => (character === '\n' || character === '\t' ? character : escape(character)));
}

/** JSON that means the same and holds no unsafe character outside line breaks: they can only occur inside its strings. */
export function sanitiseJson(json: string): string {
  const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
  return json.replace(unsafe, (character) =>
    character === '\n' ? character : Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(''),
  );
}
