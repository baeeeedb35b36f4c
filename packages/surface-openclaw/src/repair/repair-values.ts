import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '@toolrack/contracts';
import { acceptedKinds, dereferenced, type JsonKind } from './schema-kinds.js';

/** Deepest level that is repaired. */
const deepest = 32;
const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu;

/**
 * Repairs values that a model sent in another form than the schema asks for, only where the form sent can mean nothing else: the text of
 * a number, a boolean, null, a list or an object where no text is taken, and null for an optional parameter that does not take it, which
 * is left out. A text stays a text wherever one is taken; what is not sure stays as it is, for the validation to judge. Works on a copy
 * and returns the same object when nothing changes. Never throws.
 */
export function repairValues(callArguments: JsonObject, schema: JsonSchema): JsonObject {
  return isJsonObject(schema) ? (repaired(callArguments, schema, schema, 0) as JsonObject) : callArguments;
}

function repaired(value: JsonValue, schema: unknown, root: JsonObject, depth: number): JsonValue {
  const node = dereferenced(schema, root);
  if (node === undefined || depth > deepest) return value;
  const read = typeof value === 'string' ? fromText(value, acceptedKinds(node, root)) : value;
  if (Array.isArray(read)) {
    const list = read as readonly JsonValue[];
    const items = list.map((item) => repaired(item, node['items'], root, depth + 1));
    return items.some((item, index) => item !== list[index]) ? items : list;
  }
  return isJsonObject(read) ? repairedMembers(read, node, root, depth) : read;
}

function repairedMembers(object: JsonObject, node: JsonObject, root: JsonObject, depth: number): JsonObject {
  const { properties } = node;
  if (!isJsonObject(properties)) return object;
  const required = new Set<unknown>(Array.isArray(node['required']) ? (node['required'] as unknown[]) : []);
  let isChanged = false;
  const members = Object.entries(object).flatMap(([key, member]): [string, JsonValue | undefined][] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property === undefined || member === undefined) return [[key, member]];
    if (member === null && !required.has(key) && acceptedKinds(property, root)?.has('null') === false) {
      isChanged = true;
      return [];
    }
    const value = repaired(member, property, root, depth + 1);
    if (value !== member) isChanged = true;
    return [[key, value]];
  });
  return isChanged ? Object.fromEntries(members) : object;
}

function fromText(text: string, kinds: ReadonlySet<JsonKind> | undefined): JsonValue {
  if (kinds === undefined || kinds.has('string')) return text;
  for (const kind of kinds) {
    const value = asKind(text, kind);
    if (value !== text) return value;
  }
  return text;
}

function asKind(text: string, kind: JsonKind): JsonValue {
  const word = text.trim().toLowerCase();
  switch (kind) {
    case 'boolean':
      return word === 'true' ? true : word === 'false' ? false : text;
    case 'null':
      return word === 'null' ? null : text;
    case 'number':
    case 'integer':
      return numberFrom(text, kind === 'integer');
    case 'array':
    case 'object':
      return containerFrom(text, kind);
    default:
      return text;
  }
}

/** The text stays when it is no number, endless, not whole where it must be, or a whole number too large to be exact. */
function numberFrom(text: string, isWhole: boolean): JsonValue {
  const number = decimal.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(number) || (isWhole && !Number.isInteger(number))) return text;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

function containerFrom(text: string, kind: 'array' | 'object'): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return (kind === 'array' ? Array.isArray(value) : isJsonObject(value)) ? (value as JsonValue) : text;
  } catch {
    return text;
  }
}
