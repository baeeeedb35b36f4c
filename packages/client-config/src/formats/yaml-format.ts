import type { JsonValue } from '@toolrack/contracts';
import { isCollection, isMap, isPair, isScalar, parseDocument, stringify, type Document, type Node, type Pair } from 'yaml';

import { DocumentFault, faultAt, indentAt, lineBreakOf, lineStart, type DocumentFormat, type KeyPath } from './document-format.js';
import { plainValue } from './plain-value.js';
import { isTooDeep } from './yaml-depth.js';

/** YAML, edited at the places that the parser reports, so that comments, quotes and layout of everything else stay. */
export const yamlFormat: DocumentFormat = {
  name: 'YAML',
  parse: (text) => {
    const document = parsed(text);
    try {
      return plainValue(document.toJS({ maxAliasCount: 100, mapAsMap: true }));
    } catch (error) {
      throw new DocumentFault((error as Error).message, 1, 1);
    }
  },
  put: (text, path, value) => {
    const document = parsed(text);
    const key = String(path.at(-1));
    if (document.hasIn(path)) return yamlFormat.put(yamlFormat.remove(text, path), path, value);
    return insert(
      text,
      document,
      path.slice(0, -1),
      (indent) => block({ [key]: value }, indent),
      `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
  },
  add: (text, path, value) => insert(text, parsed(text), path, (indent) => block([value], indent), JSON.stringify(value)),
  remove: (text, path) => {
    const document = parsed(text);
    const container = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    if (!isCollection(container)) throw new Error(`there is nothing at ${path.join('.')}`);
    const isMeant = (entry: unknown, index: number): boolean =>
      isPair(entry) ? keyText(entry) === String(path.at(-1)) : index === path.at(-1);
    const position = (container.items as unknown[]).findIndex(isMeant);
    const item = container.items[position];
    if (item === undefined) throw new Error(`there is nothing that can be removed at ${path.join('.')}`);
    if (container.flow === true) return withoutFlowItem(text, container, position);
    const start = lineStart(text, startOf(item));
    return text.slice(0, start) + text.slice(afterLine(text, endOf(item)));
  },
};

function parsed(text: string): Document {
  if (isTooDeep(text)) throw new DocumentFault('nested too deeply', 1, 1);
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error' });
  const fault = document.errors[0];
  if (fault !== undefined) throw faultAt(text, fault.pos[0], fault.message.split('\n')[0] as string);
  return document;
}

/** Adds an entry behind the last one of a mapping or list; `render` gives its lines for an indentation, `flow` its form inside braces. */
function insert(text: string, document: Document, path: KeyPath, render: (indent: string) => string, flow: string): string {
  const container = path.length === 0 ? document.contents : document.getIn(path, true);
  const lineBreak = lineBreakOf(text);
  const written = (indent: string): string => render(indent).replaceAll('\n', lineBreak);
  if (isCollection(container) && container.flow === true) {
    // Right behind the last one: a comma and a comment that follow it stay behind.
    const end = container.items.at(-1);
    const at = end === undefined ? (container.range as [number, number, number])[1] - 1 : endOf(end);
    return `${text.slice(0, at)}${end === undefined ? '' : ', '}${flow}${text.slice(at)}`;
  }
  const last = isCollection(container) ? container.items.at(-1) : undefined;
  if (last !== undefined) {
    const first = startOf((container as { items: unknown[] }).items[0]);
    // Items of a list stand behind "- ", which is no part of them.
    const indent = indentAt(text, first);
    return addedAt(text, afterLine(text, endOf(last)), written(indent), lineBreak);
  }
  if (path.length === 0) return addedAt(text, text.length, written(''), lineBreak);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find((item) => keyText(item) === String(path.at(-1))) : undefined;
  if (pair === undefined) throw new Error(`there is nothing at ${path.join('.')}`);
  const keyAt = startOf(pair);
  return addedAt(text, afterLine(text, endOf({ key: pair.key, value: null })), written(`${indentAt(text, keyAt)}  `), lineBreak);
}

/** An item inside braces leaves with its comma: the one behind it, or, for the last item, the one in front. */
function withoutFlowItem(text: string, container: Node & { readonly items: readonly unknown[] }, position: number): string {
  const [start, end] = container.range as [number, number, number];
  const next = container.items[position + 1];
  if (next !== undefined) return text.slice(0, startOf(container.items[position])) + text.slice(startOf(next));
  const from = position === 0 ? start + 1 : endOf(container.items[position - 1]);
  return text.slice(0, from) + text.slice(end - 1);
}

function block(value: JsonValue, indent: string): string {
  return stringify(value, { lineWidth: 0 }).replaceAll(/^(?=.)/gmu, indent);
}

function addedAt(text: string, offset: number, written: string, lineBreak: string): string {
  const before = text.slice(0, offset);
  return before + (before === '' || before.endsWith('\n') ? '' : lineBreak) + written + text.slice(offset);
}

/** Offset of the line behind the one that `offset` ends in. */
function afterLine(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const found = text.indexOf('\n', offset);
  return found === -1 ? text.length : found + 1;
}

const keyText = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '');

function startOf(item: unknown): number {
  const node = (isPair(item) ? item.key : item) as Node | null;
  return node?.range?.[0] ?? 0;
}

function endOf(item: unknown): number {
  const node = (isPair(item) ? (item.value ?? item.key) : item) as Node | null;
  return node?.range?.[1] ?? 0;
}
