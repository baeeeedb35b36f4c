import type { JsonValue } from '@toolrack/contracts';

/** The way to a value inside a document: keys and positions. */
export type KeyPath = readonly (string | number)[];

/** What can be read from and written into the text of one kind of file. Every method works on text without a byte order mark. */
export interface DocumentFormat {
  readonly name: 'JSON' | 'TOML' | 'YAML';
  /** The value of a text. Throws a `DocumentFault` for anything that is not such a document. */
  parse(text: string): JsonValue;
  /** The text with a property added or replaced; everything else stays as it is. The objects around it must exist, or be the root. */
  put(text: string, path: KeyPath, value: JsonValue): string;
  /** The text with an item added at the end of the list at `path`. */
  add(text: string, path: KeyPath, value: JsonValue): string;
  /** The text without the property or item at `path`. */
  remove(text: string, path: KeyPath): string;
}

/** A text is not what its format says; `line` and `column` count from 1. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** The fault at an offset of a text. */
export function faultAt(text: string, offset: number, message: string): DocumentFault {
  const before = text.slice(0, offset).split('\n');
  return new DocumentFault(message, before.length, (before.at(-1) ?? '').length + 1);
}

/** The line break that a text uses. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Offset of the end of the line that `offset` is in, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  if (found === -1) return text.length;
  return text[found - 1] === '\r' && found > offset ? found - 1 : found;
}

/** Offset of the start of the line that `offset` is in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The blanks that a line begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}
