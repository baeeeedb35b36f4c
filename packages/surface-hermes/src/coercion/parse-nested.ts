import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';
import { parsedJson } from '../controls/control-input.js';
import { hasRequired } from './coerce-value.js';
import { acceptsKind, dereferenced } from './schema-kinds.js';

/** Deepest level at which strings are still read. */
const mostDepth = 32;

/** A string that holds JSON of a container, where the schema at its place takes that kind of container. */
function parsedContainer(text: string, schema: JsonObject, root: JsonObject): JsonValue {
  const trimmed = text.trim();
  if (trimmed === '') return schema['type'] === 'object' && !hasRequired(schema) ? {} : text;
  const kind = trimmed.startsWith('[') ? 'array' : trimmed.startsWith('{') ? 'object' : undefined;
  if (kind === undefined || !acceptsKind(schema, kind, root)) return text;
  const value = parsedJson(trimmed)?.value;
  return (kind === 'array' ? Array.isArray(value) : isJsonObject(value)) ? (value as JsonValue) : text;
}

/**
 * Reads JSON strings inside arrays and objects, only where the nested schema takes that kind of container, so that a text that
 * merely looks like JSON stays a text. Returns the same value when nothing changes.
 */
export function parseNested(value: JsonValue, schema: unknown, root: JsonObject, depth = 0): JsonValue {
  const node = dereferenced(schema, root);
  if (node === undefined || depth > mostDepth) return value;
  const read = typeof value === 'string' ? parsedContainer(value, node, root) : value;
  if (Array.isArray(read)) {
    const list = read as readonly JsonValue[];
    const items = list.map((item) => parseNested(item, node['items'], root, depth + 1));
    return items.some((item, index) => item !== list[index]) ? items : list;
  }
  const properties = node['properties'];
  if (!isJsonObject(read) || !isJsonObject(properties)) return read;
  const changed: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(read)) {
    if (member === undefined || !Object.hasOwn(properties, key)) continue;
    const parsed = parseNested(member, properties[key], root, depth + 1);
    if (parsed !== member) changed.push([key, parsed]);
  }
  return changed.length === 0 ? read : withMembers(read, changed);
}

/** A copy with some members replaced; `__proto__` stays an ordinary key. */
export function withMembers(object: JsonObject, members: readonly (readonly [string, JsonValue])[]): JsonObject {
  const changed = new Map(members);
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, changed.has(key) ? changed.get(key) : value]));
}
