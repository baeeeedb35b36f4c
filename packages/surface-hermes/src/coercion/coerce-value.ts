import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';
import { parsedJson } from '../controls/control-input.js';
import { allowsNull, wantedKinds } from './schema-kinds.js';

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu;

/** A number from its text; kept as it is when it is none, infinite, not whole where it must be, or too large to be exact. */
function numberFrom(text: string, whole: boolean): JsonValue {
  if (!decimal.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (Number.isInteger(number)) return Number.isSafeInteger(number) || !/^\s*[+-]?\d+\s*$/u.test(text) ? number : text;
  return whole ? text : number;
}

function booleanFrom(text: string): JsonValue {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : text;
}

function containerFrom(text: string, kind: 'array' | 'object'): JsonValue {
  const value = parsedJson(text)?.value;
  const fits = kind === 'array' ? Array.isArray(value) : isJsonObject(value);
  return fits ? (value as JsonValue) : text;
}

function asKind(text: string, kind: unknown, schema: JsonObject): JsonValue {
  switch (kind) {
    case 'integer':
      return numberFrom(text, true);
    case 'number':
      return numberFrom(text, false);
    case 'boolean':
      return booleanFrom(text);
    case 'array':
      return containerFrom(text, 'array');
    case 'object':
      return text.trim() === '' ? (hasRequired(schema) ? text : {}) : containerFrom(text, 'object');
    default:
      return text;
  }
}

/** True when the schema asks for any member. */
export function hasRequired(schema: JsonObject): boolean {
  const required = schema['required'] as unknown;
  return Array.isArray(required) ? required.length > 0 : Boolean(required);
}

/** What a string becomes under a schema; the string itself when nothing is sure. The first type that changes it wins. */
export function coerceString(text: string, schema: JsonObject, root: JsonObject): JsonValue {
  if (text.trim().toLowerCase() === 'null' && allowsNull(schema, root)) return null;
  for (const kind of wantedKinds(schema, root)) {
    const value = asKind(text, kind, schema);
    if (value !== text) return value;
  }
  return text;
}
