import { removalEdits } from '@toolrack/client-config';
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
  return removalEdits(text, found(root, path));
}

function found(root: Node, path: KeyPath): Node {
  const node = jsonc.findNodeAtLocation(root, [...path]);
  if (node === undefined) throw new Error(`there is nothing at ${path.join('.')}`);
  return node;
}
