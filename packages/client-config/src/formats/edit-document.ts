import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import { DocumentFault, type DocumentFormat, type KeyPath } from './document-format.js';

/** One change to a document. `put` adds or replaces a property, `add` appends to a list, `remove` takes a property or item out. */
export type DocumentChange =
  { readonly kind: 'put' | 'add'; readonly path: KeyPath; readonly value: JsonValue } | { readonly kind: 'remove'; readonly path: KeyPath };

const byteOrderMark = '\uFEFF';

/** Parses the text of a file. Throws `ERR_CONFIG_FILE` with the place of the fault; an empty text is an empty object. */
export function parseDocumentText(format: DocumentFormat, file: string, text: string): JsonObject {
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (plain.trim() === '') return {};
  let value: JsonValue;
  try {
    value = format.parse(plain);
  } catch (error) {
    const place = error instanceof DocumentFault ? `${file}:${error.line}:${error.column}` : file;
    throw new ToolrackError('ERR_CONFIG_FILE', `${place}: not valid ${format.name}: ${(error as Error).message}.`, { cause: error });
  }
  if (value === null) return {};
  if (!isJsonObject(value)) throw new ToolrackError('ERR_CONFIG_FILE', `${file}: must hold an object with settings.`);
  return value;
}

/**
 * Makes the changes in the text of a file and leaves the rest as it is. The new text is parsed again and compared with what was meant;
 * when it differs, nothing is handed out: throws `ERR_CONFIG_FILE` that shows what to write by hand.
 */
export function editDocument(format: DocumentFormat, file: string, text: string, changes: readonly DocumentChange[]): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  let plain = text.slice(mark.length);
  let meant: JsonValue = parseDocumentText(format, file, text);
  for (const given of changes) {
    const change = withParents(meant, given);
    if (change === undefined) continue;
    meant = applied(meant, change, 0);
    try {
      plain = change.kind === 'remove' ? format.remove(plain, change.path) : format[change.kind](plain, change.path, change.value);
      if (!isSame(meant, plain.trim() === '' ? {} : format.parse(plain))) throw new Error('the result would mean something else');
    } catch (error) {
      throw unwritable(format, file, change, error);
    }
  }
  return mark + plain;
}

/** The change with the objects and lists around it that are missing; `undefined` when there is nothing to remove. */
function withParents(root: JsonValue, change: DocumentChange): DocumentChange | undefined {
  if (change.kind === 'remove') return valueAt(root, change.path) === undefined ? undefined : change;
  const isList = change.kind === 'add';
  const containers = isList ? change.path.length : change.path.length - 1;
  for (let length = 1; length <= containers; length += 1) {
    const around = valueAt(root, change.path.slice(0, length));
    if (around !== undefined && around !== null) continue;
    const value = change.path
      .slice(length)
      .reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), isList ? [change.value] : change.value);
    return { kind: 'put', path: change.path.slice(0, length), value };
  }
  return change;
}

function applied(node: JsonValue, change: DocumentChange, depth: number): JsonValue {
  const key = change.path[depth];
  if (key === undefined) return change.kind === 'add' ? [...(node as JsonValue[]), change.value] : node;
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(node)) {
    const items = node as JsonValue[];
    if (isLast && change.kind === 'remove') return items.filter((_, index) => index !== key);
    return items.map((item, index) => (index === key ? applied(item, change, depth + 1) : item));
  }
  const object = node as JsonObject;
  if (isLast && change.kind === 'remove') return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  if (isLast && change.kind === 'put') return { ...object, [key]: change.value };
  return { ...object, [key]: applied(object[key] as JsonValue, change, depth + 1) };
}

/** The value at a path, own properties only. */
export function valueAt(root: unknown, path: KeyPath): JsonValue | undefined {
  let current = root;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string | number, unknown>)[part];
  }
  return current as JsonValue | undefined;
}

/** Equal as JSON whatever the order of keys; nothing, `null` and an empty object or list are the same, as a file may lose its braces. */
export function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSame(item as JsonValue, right[index] as JsonValue));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]));
}

function isNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(isNothing);
}

function unwritable(format: DocumentFormat, file: string, change: DocumentChange, cause: unknown): ToolrackError {
  const act = change.kind === 'remove' ? 'Remove it there by hand.' : `Write it there by hand, as ${format.name}.`;
  const text = `${file}: ${change.path.join('.')}: this file is written in a way that cannot be changed safely. ${act}`;
  return new ToolrackError('ERR_CONFIG_FILE', text, { cause });
}
