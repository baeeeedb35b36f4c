import { isTooDeep } from '@toolrack/client-config';
import { isJsonObject, ToolrackError, type JsonValue } from '@toolrack/contracts';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node, type YAMLMap } from 'yaml';

import { formatKeyPath, type KeyPath } from './key-path.js';
import { deepest, type ConfigurationDocument } from './read-json-configuration.js';

/** Most values of a file, those behind aliases counted each time: a few lines of aliases can stand for billions. */
const mostValues = 100_000;

/**
 * Parses the text of a configuration file in YAML 1.2 with merge keys (`<<`); `file` is used in messages only. What JSON cannot say is
 * refused: custom tags, keys that are no scalars, numbers without end, several documents. Throws `ERR_CONFIG_FILE` or
 * `ERR_CONFIG_VALUE` that names the place of the first fault.
 */
export function parseYamlConfiguration(file: string, text: string): ConfigurationDocument {
  if (text.trim() === '') throw new ToolrackError('ERR_CONFIG_FILE', `${file}: the file is empty; write at least {}.`);
  if (isTooDeep(text)) {
    throw new ToolrackError('ERR_CONFIG_FILE', `${file}: nested deeper than ${deepest} levels. Remove the nesting.`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' });
  const place: Place = (offset) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    const problem = `${fault.message.charAt(0).toLowerCase()}${fault.message.slice(1)}`.replace(/\s*\n[\s\S]*$/u, '').replace(/\.$/u, '');
    const code = fault.code === 'DUPLICATE_KEY' ? 'ERR_CONFIG_VALUE' : 'ERR_CONFIG_FILE';
    throw new ToolrackError(code, `${place(fault.pos[0])}: not valid YAML: ${problem}.`);
  }
  const root = document.contents;
  const value = root === null ? undefined : new YamlReader(document, place).read(root, []);
  if (!isJsonObject(value)) throw new ToolrackError('ERR_CONFIG_FILE', `${place(0)}: must be a mapping of keys to values.`);
  return { file, value, where: (path) => where(document, path, file, place) };
}

type Place = (offset: number) => string;

/** Builds the value itself: the library's own conversion takes `__proto__` and expands aliases without end. */
class YamlReader {
  private values = 0;

  constructor(
    private readonly document: Document,
    private readonly place: Place,
  ) {}

  read(node: Node | null, path: KeyPath): JsonValue {
    this.values += 1;
    if (this.values > mostValues || path.length > deepest)
      throw this.refuse(node, path, 'holds too many values; remove aliases or nesting');
    if (node === null) return null;
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      if (target === undefined) throw this.refuse(node, path, `is an alias of &${node.source}, which is not above it`);
      return this.read(target, path);
    }
    if (isSeq(node)) return node.items.map((item, index) => this.read(item as Node | null, [...path, index]));
    if (isMap(node)) return this.map(node, path);
    return this.scalar(node, path);
  }

  private map(node: YAMLMap, path: KeyPath): JsonValue {
    const own: Record<string, JsonValue> = {};
    const merged: Record<string, JsonValue> = {};
    for (const pair of node.items) {
      const key = pair.key as Node | null;
      const name = isScalar(key) ? this.name(key.value) : undefined;
      if (name === undefined) throw this.refuse(key ?? node, path, 'has a key that is no text; write a plain word');
      if (name === '__proto__') throw this.refuse(key, [...path, name], 'the key is not allowed; remove it');
      const child = pair.value as Node | null;
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') this.merge(merged, child, path);
      else own[name] = this.read(child, [...path, name]);
    }
    return { ...merged, ...own };
  }

  /** Of several merged maps the first one wins. */
  private merge(into: Record<string, JsonValue>, node: Node | null, path: KeyPath): void {
    const value = this.read(node, [...path, '<<']);
    for (const each of Array.isArray(value) ? (value as JsonValue[]) : [value]) {
      if (!isJsonObject(each)) throw this.refuse(node, [...path, '<<'], 'can merge maps only');
      for (const [name, child] of Object.entries(each)) if (!Object.hasOwn(into, name)) into[name] = child as JsonValue;
    }
  }

  private name(value: unknown): string | undefined {
    if (typeof value === 'symbol') return '<<';
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
  }

  private scalar(node: Node, path: KeyPath): JsonValue {
    const value = isScalar(node) ? node.value : undefined;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw this.refuse(node, path, 'is nothing that JSON can say; quote it if it is text');
  }

  private refuse(node: Node | null, path: KeyPath, problem: string): ToolrackError {
    return new ToolrackError('ERR_CONFIG_VALUE', `${this.place(node?.range?.[0] ?? 0)}: ${formatKeyPath(path)}: ${problem}.`);
  }
}

/** `FILE:LINE` of the key at the path, or of the nearest one around it. */
function where(document: Document, path: KeyPath, file: string, place: Place): string {
  let found: number | undefined;
  let node: Node | null | undefined = document.contents;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(part));
      if (pair === undefined) break;
      found = (pair.key as Node).range?.[0] ?? found;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part] as Node | undefined;
      found = node?.range?.[0] ?? found;
    } else break;
  }
  return found === undefined ? file : place(found).replace(/:\d+$/u, '');
}
