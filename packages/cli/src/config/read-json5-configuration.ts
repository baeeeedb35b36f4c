import { parse, tokenize, type DocumentNode, type MemberNode, type ValueNode } from '@humanwhocodes/momoa';
import { ToolrackError } from '@toolrack/contracts';
import type { Node } from 'jsonc-parser';

import { assertNotEmpty, deepest, documentOf, nestedTooDeep, placesIn, type ConfigurationDocument } from './read-json-configuration.js';

/** A JSON5 file with the places of all its values. */
export interface Json5Document extends ConfigurationDocument {
  readonly root: Node;
}

/**
 * Parses a text of JSON5, which is what OpenClaw's configuration is written in: also unquoted keys, single quotes, trailing commas, hexadecimal
 * numbers, comments. Throws `ERR_CONFIG_FILE` that names the place of the first fault.
 */
export function parseJson5Configuration(file: string, text: string): Json5Document {
  assertNotEmpty(file, text);
  const place = placesIn(file, text);
  // The parser reads on for ever behind a backslash that is the last character of all.
  const root = toNode(parsed(`${text}\n`, place).body);
  return { ...documentOf(file, root, place), root };
}

function parsed(text: string, place: (offset: number) => string): DocumentNode {
  try {
    assertFlat(text, place);
    return parse(text, { mode: 'json5', ranges: true });
  } catch (error) {
    // Faults of the parser have an offset.
    const { offset, message } = error as Error & { readonly offset?: number };
    if (typeof offset !== 'number') throw error;
    const words = message.replace(/ \(\d+:\d+\)$/u, '').replace(/\.?$/u, '.');
    throw new ToolrackError('ERR_CONFIG_FILE', `${place(offset)}: not valid JSON5: ${words}`, { cause: error });
  }
}

function assertFlat(text: string, place: (offset: number) => string): void {
  let depth = 0;
  for (const { type, range } of tokenize(text, { mode: 'json5', ranges: true })) {
    if (type === 'LBrace' || type === 'LBracket') depth += 1;
    else if (type === 'RBrace' || type === 'RBracket') depth -= 1;
    if (depth > deepest) throw nestedTooDeep(place(range?.[0] ?? 0));
  }
}

const kinds = { Object: 'object', Array: 'array', String: 'string', Number: 'number', Boolean: 'boolean', Null: 'null' } as const;

/** The tree in the form that edits of JSON with comments are made on. */
function toNode(value: ValueNode): Node {
  const [start, end] = value.range as [number, number];
  const base = { offset: start, length: end - start };
  switch (value.type) {
    case 'Object':
      return withChildren({ ...base, type: kinds.Object }, value.members.map(toProperty));
    case 'Array':
      return withChildren(
        { ...base, type: kinds.Array },
        value.elements.map((element) => toNode(element.value)),
      );
    case 'Null':
      return { ...base, type: kinds.Null, value: null };
    // JSON has no word for these two; they are kept as they are read aloud.
    case 'Infinity':
    case 'NaN':
      return { ...base, type: kinds.String, value: `${value.sign === '-' ? '-' : ''}${value.type}` };
    default:
      return { ...base, type: kinds[value.type], value: value.value };
  }
}

function toProperty({ name, value, range }: MemberNode): Node {
  const [start, end] = range as [number, number];
  const [nameStart, nameEnd] = name.range as [number, number];
  const key = name.type === 'Identifier' ? name.name : name.value;
  const keyNode: Node = { type: 'string', offset: nameStart, length: nameEnd - nameStart, value: key };
  return withChildren({ type: 'property', offset: start, length: end - start }, [keyNode, toNode(value)]);
}

function withChildren(node: Node, children: Node[]): Node {
  const parent: Node = { ...node, children };
  for (const child of children) Object.assign(child, { parent });
  return parent;
}
