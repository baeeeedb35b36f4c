import jsonc, { type Edit, type Node } from 'jsonc-parser';

import type { KeyPath } from '../config/key-path.js';

/** Makes the edit that puts another value at a path; the rest of the text is untouched. */
export function replaceValue(root: Node, path: KeyPath, value: unknown): Edit {
  const { offset, length } = found(root, path);
  return { offset, length, content: JSON.stringify(value) };
}

/** Makes the edit that puts another key and value in the place of a property. */
export function replaceProperty(root: Node, path: KeyPath, key: string, value: unknown): Edit {
  const { offset, length } = found(root, path).parent as Node;
  return { offset, length, content: `${JSON.stringify(key)}: ${JSON.stringify(value)}` };
}

/** Makes the edits that remove a property with its comma, and its line when nothing else stands on it. Comments stay. */
export function removeProperty(text: string, root: Node, path: KeyPath): Edit[] {
  const property = found(root, path).parent as Node;
  const end = property.offset + property.length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return [withLine(text, property.offset, comma + 1)];
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const before = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length);
  const removal = withLine(text, property.offset, end);
  return before === undefined ? [removal] : [{ offset: before, length: 1, content: '' }, removal];
}

function found(root: Node, path: KeyPath): Node {
  const node = jsonc.findNodeAtLocation(root, [...path]);
  if (node === undefined) throw new Error(`there is nothing at ${path.join('.')}`);
  return node;
}

/** Position of the comma that follows, past blanks and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

function withLine(text: string, start: number, end: number): Edit {
  const lead = /[ \t]*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
  const rest = /^[ \t]*(?:\r?\n)?/u.exec(text.slice(end))?.[0] ?? '';
  const isOwnLine = (start - lead === 0 || text[start - lead - 1] === '\n') && rest.endsWith('\n');
  const [from, to] = isOwnLine ? [start - lead, end + rest.length] : [start, end + rest.replace(/\r?\n$/u, '').length];
  return { offset: from, length: to - from, content: '' };
}
