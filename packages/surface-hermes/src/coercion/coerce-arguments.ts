import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '@toolrack/contracts';
import { coerceString } from './coerce-value.js';
import { parseNested, withMembers } from './parse-nested.js';
import { dereferenced } from './schema-kinds.js';

function coerceList(value: JsonValue, schema: JsonObject, root: JsonObject): JsonValue {
  if (value === null) return value;
  if (Array.isArray(value)) return parseNested(value, schema, root);
  const coerced = typeof value === 'string' ? coerceString(value, schema, root) : value;
  return coerced === value ? [value] : parseNested(coerced, schema, root);
}

function coerceProperty(value: JsonValue, schema: JsonObject, root: JsonObject): JsonValue {
  if (schema['type'] === 'array') return coerceList(value, schema, root);
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? parseNested(value, schema, root) : value;
  const coerced = coerceString(value, schema, root);
  return typeof coerced === 'object' && coerced !== null ? parseNested(coerced, schema, root) : coerced;
}

/**
 * Repairs arguments that a model sent as strings, guided by the schema of the tool and only where it asks for something else: numbers,
 * booleans, null, arrays and objects; a single value for an array is wrapped. Works on a copy and returns the same object when nothing
 * changes. What is not sure stays as it is, for the validation to judge. Never throws.
 */
export function coerceArguments(callArguments: JsonObject, schema: JsonSchema): JsonObject {
  const root = isJsonObject(schema) ? dereferenced(schema, schema) : undefined;
  const properties = root?.['properties'];
  if (!isJsonObject(schema) || !isJsonObject(properties)) return callArguments;
  const changed: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(callArguments)) {
    const property = Object.hasOwn(properties, key) ? dereferenced(properties[key], schema) : undefined;
    if (property === undefined || value === undefined) continue;
    const coerced = coerceProperty(value, property, schema);
    if (coerced !== value) changed.push([key, coerced]);
  }
  return changed.length === 0 ? callArguments : withMembers(callArguments, changed);
}
