import { hiddenCharacters, visibleText } from '@toolrack/contracts';

/** Text on one line, with every hidden or controlling character shown as `\u{…}`; line breaks and tabs become a space. */
export function sanitiseLine(text: string): string {
  return visibleText(text.replace(/[\r\n\t]+/gu, ' '));
}

/** Text with its line breaks and tabs, and every other hidden or controlling character shown as `\u{…}`. */
export function sanitiseText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/gu, visibleText);
}

/** JSON that means the same and holds no hidden character outside line breaks: they can only occur inside its strings. */
export function sanitiseJson(json: string): string {
  const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
  return json.replace(hiddenCharacters, (character) =>
    character === '\n' ? character : Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(''),
  );
}
