import { removalEdits } from '@toolrack/client-config';
import jsonc, { type Edit, type Node } from 'jsonc-parser';

import type { KeyPath } from '../config/key-path.js';

/** Makes the edit that puts another value at a path; the rest of the text is untouched. */
export function replaceValue(text: string, root: Node, path: KeyPath, value: unknown): Edit {
  const node = found(root, path);
  return { offset: node.offset, length: node.length, content: literal(value, quoteOf(text, node)) };
}

/** Makes the edit that puts another key and value in the place of a property. */
export function replaceProperty(text: string, root: Node, path: KeyPath, key: string, value: unknown): Edit {
  const node = found(root, path);
  const property = node.parent as Node;
  const quote = quoteOf(text, property.children?.[0] as Node);
  const name = quote === '' && /^[A-Za-z_$][\w$]*$/u.test(key) ? key : literal(key, quote);
  return { offset: property.offset, length: property.length, content: `${name}: ${literal(value, quoteOf(text, node))}` };
}

/** Makes the edits that remove a property with its comma, and its line when nothing else stands on it. Comments stay. */
export function removeProperty(text: string, root: Node, path: KeyPath): Edit[] {
  return removalEdits(text, found(root, path));
}

/** The quote that a string or a key is written with; `""` for anything else. */
function quoteOf(text: string, { offset }: Node): string {
  const first = text.charAt(offset);
  return first === "'" || first === '"' ? first : '';
}

/** JSON, with the quotes of the place that it comes to. */
function literal(value: unknown, quote: string): string {
  const json = JSON.stringify(value);
  return quote === "'" && typeof value === 'string' && !/['"\\]/u.test(value) ? `'${value}'` : json;
}

function found(root: Node, path: KeyPath): Node {
  const node = jsonc.findNodeAtLocation(root, [...path]);
  if (node === undefined) throw new Error(`there is nothing at ${path.join('.')}`);
  return node;
}
