import type { JsonValue } from '@toolrack/contracts';
import jsonc, { type Node, type ParseError } from 'jsonc-parser';

import { DocumentFault, faultAt, indentAt, lineBreakOf, lineEnd, type DocumentFormat, type KeyPath } from './document-format.js';
import { commaAfter, removeElement } from './json-removal.js';

/** JSON with comments and trailing commas, as editors write their settings; plain JSON is the same without them. */
export const jsonFormat: DocumentFormat = {
  name: 'JSON',
  parse: (text) => {
    const faults: ParseError[] = [];
    const root = jsonc.parseTree(text, faults, { allowTrailingComma: true, disallowComments: false });
    const fault = faults[0];
    if (fault !== undefined || root === undefined) {
      const words = fault === undefined ? 'it is empty' : inWords(fault);
      throw faultAt(text, fault?.offset ?? 0, words);
    }
    return toValue(root, text, 0);
  },
  put: (text, path, value) => {
    if (text.trim() === '') return `${JSON.stringify(wrapped(path, value), undefined, 2)}\n`;
    const root = tree(text);
    const existing = jsonc.findNodeAtLocation(root, [...path]);
    if (existing !== undefined) {
      const written = render(value, indentAt(text, existing.offset), text);
      return splice(text, existing.offset, existing.length, written);
    }
    const container = found(root, path.slice(0, -1));
    return insert(text, container, `${JSON.stringify(String(path.at(-1)))}: `, value);
  },
  add: (text, path, value) => insert(text, found(tree(text), path), '', value),
  remove: (text, path) => removeElement(text, found(tree(text), path)),
};

function inWords(fault: ParseError): string {
  return jsonc
    .printParseErrorCode(fault.error)
    .replace(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .toLowerCase();
}

/** Deepest nesting that is read. */
const mostDepth = 100;

/** Built by hand, because the library's own value drops a key `__proto__` without a word; the last of two equal keys counts, as in clients. */
function toValue(node: Node, text: string, depth: number): JsonValue {
  if (depth > mostDepth) throw faultAt(text, node.offset, `nested deeper than ${mostDepth} levels`);
  if (node.type === 'array') return (node.children ?? []).map((child) => toValue(child, text, depth + 1));
  if (node.type !== 'object') return node.value as JsonValue;
  const value: Record<string, JsonValue> = {};
  for (const property of node.children ?? []) {
    const [key, child] = property.children as [Node, Node];
    const name = key.value as string;
    if (name === '__proto__') throw faultAt(text, key.offset, 'the key __proto__ is not allowed');
    value[name] = toValue(child, text, depth + 1);
  }
  return value;
}

function tree(text: string): Node {
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new DocumentFault('it is empty', 1, 1);
  return root;
}

function found(root: Node, path: KeyPath): Node {
  const node = jsonc.findNodeAtLocation(root, [...path]);
  if (node === undefined) throw new Error(`there is nothing at ${path.join('.')}`);
  return node;
}

function wrapped(path: KeyPath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
}

/** Adds an element at the end of an object or array, behind what is there, its comma and the comment on its line. */
function insert(text: string, container: Node, key: string, value: JsonValue): string {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const isOneLine = !text.slice(container.offset, close).includes('\n');
  if (last === undefined) {
    // A comment inside stays where it is, so the new element stands in front of it.
    const outer = indentAt(text, container.offset);
    const indent = outer + unitOf(text);
    const breakAfter = isOneLine && text.slice(container.offset + 1, close).trim() === '' ? lineBreakOf(text) + outer : '';
    const written = lineBreakOf(text) + indent + key + render(value, indent, text) + breakAfter;
    return splice(text, container.offset + 1, breakAfter === '' ? 0 : close - container.offset - 1, written);
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  if (isOneLine) {
    return splice(text, comma === undefined ? end : comma + 1, 0, `${comma === undefined ? ',' : ''} ${key}${JSON.stringify(value)}`);
  }
  const indent = indentAt(text, (container.children?.[0] as Node).offset);
  const after = comma === undefined ? end : comma + 1;
  const stop = lineEnd(text, after);
  const isFree = stop < close && /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?$/u.test(text.slice(after, stop));
  const at = isFree ? stop : after;
  const written = lineBreakOf(text) + indent + key + render(value, indent, text) + (comma === undefined ? '' : ',');
  const grown = splice(text, at, 0, written);
  return comma === undefined ? splice(grown, end, 0, ',') : grown;
}

function render(value: JsonValue, indent: string, text: string): string {
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', lineBreakOf(text) + indent);
}

/** One level of indentation: that of the first indented line. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/u.exec(text)?.[1] ?? '  ';
}

function splice(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}
