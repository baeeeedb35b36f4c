import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';
import jsonc, { type Node, type ParseError } from 'jsonc-parser';

import { formatKeyPath, type KeyPath } from './key-path.js';

/** A configuration file as it was written: comments and trailing commas are allowed. */
export interface ConfigurationDocument {
  /** Absolute path. */
  readonly file: string;
  readonly value: JsonObject;
  /** `FILE:LINE` of the value at the path, or of the nearest value around it. */
  readonly where: (path: KeyPath) => string;
}

/** Deepest nesting of a file. Readers call themselves for each level, and Node.js may end the process where the stack ends. */
export const deepest = 100;

/** Parses the text of a configuration file; `file` is used in messages only. Throws `ERR_CONFIG_FILE` that names the place of the first fault. */
export function parseJsonConfiguration(file: string, text: string): ConfigurationDocument {
  assertNotEmpty(file, text);
  const place = placesIn(file, text);
  const tooDeep = placeTooDeep(text);
  if (tooDeep !== undefined) throw nestedTooDeep(place(tooDeep));
  const faults: ParseError[] = [];
  const root = jsonc.parseTree(text, faults, { allowTrailingComma: true, disallowComments: false });
  const fault = faults[0];
  if (fault !== undefined) {
    const words = jsonc
      .printParseErrorCode(fault.error)
      .replace(/(?<=[a-z])(?=[A-Z])/gu, ' ')
      .toLowerCase();
    throw new ToolrackError('ERR_CONFIG_FILE', `${place(fault.offset)}: not valid JSON: ${words}.`);
  }
  return documentOf(file, root, place);
}

/** `FILE:LINE:COLUMN` of an offset in the text. */
export function placesIn(file: string, text: string): (offset: number) => string {
  return (offset) => {
    const before = text.slice(0, offset).split('\n');
    return `${file}:${before.length}:${(before.at(-1) as string).length + 1}`;
  };
}

/** Throws `ERR_CONFIG_FILE` for a text of blanks. */
export function assertNotEmpty(file: string, text: string): void {
  if (text.trim() === '') throw new ToolrackError('ERR_CONFIG_FILE', `${file}: the file is empty; write at least {}.`);
}

/** The error for a text that is nested too deep at the place. */
export function nestedTooDeep(place: string): ToolrackError {
  return new ToolrackError('ERR_CONFIG_FILE', `${place}: nested deeper than ${deepest} levels. Remove the nesting.`);
}

/** The document of a parsed text. Throws `ERR_CONFIG_FILE` for what is no object, `ERR_CONFIG_VALUE` for a key that occurs twice. */
export function documentOf(file: string, root: Node | undefined, place: (offset: number) => string): ConfigurationDocument {
  const value = root === undefined ? undefined : toValue(root, [], place);
  if (root === undefined || !isJsonObject(value)) throw new ToolrackError('ERR_CONFIG_FILE', `${place(0)}: must be a JSON object.`);
  return { file, value, where: (path) => where(root, path, file, place) };
}

/** Offset of the first bracket that opens a level too deep. */
function placeTooDeep(text: string): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  let depth = 0;
  // The kinds of token are a `const enum`: 1 and 3 open, 2 and 4 close, 17 is the end.
  for (let token: number = scanner.scan(); token !== 17; token = scanner.scan()) {
    if (token === 1 || token === 3) depth += 1;
    else if (token === 2 || token === 4) depth -= 1;
    if (depth > deepest) return scanner.getTokenOffset();
  }
  return undefined;
}

/** Builds the value itself, so that `__proto__` and keys that occur twice are refused instead of half taken. */
function toValue(node: Node, path: KeyPath, place: (offset: number) => string): JsonValue {
  if (node.type === 'array') {
    return (node.children ?? []).map((child, index) => toValue(child, [...path, index], place));
  }
  if (node.type !== 'object') return node.value as JsonValue;
  const value: Record<string, JsonValue> = {};
  for (const property of node.children ?? []) {
    const [key, child] = property.children as [Node, Node];
    const name = key.value as string;
    const trouble = Object.hasOwn(value, name) ? 'occurs twice' : name === '__proto__' ? 'is not allowed' : undefined;
    if (trouble !== undefined) {
      const text = `${place(key.offset)}: ${formatKeyPath([...path, name])}: the key ${trouble}. Remove it.`;
      throw new ToolrackError('ERR_CONFIG_VALUE', text);
    }
    value[name] = toValue(child, [...path, name], place);
  }
  return value;
}

function where(root: Node, path: KeyPath, file: string, place: (offset: number) => string): string {
  for (let length = path.length; length > 0; length -= 1) {
    const node = jsonc.findNodeAtLocation(root, path.slice(0, length));
    const start = node?.parent?.type === 'property' ? node.parent : node;
    if (start !== undefined) return place(start.offset).replace(/:\d+$/u, '');
  }
  return file;
}
