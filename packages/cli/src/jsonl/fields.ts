import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

/** An `ERR_PROTOCOL` error: the caller made a request that cannot be understood. */
export function protocolError(message: string): ToolrackError {
  return new ToolrackError('ERR_PROTOCOL', message);
}

interface Kind<Value> {
  readonly name: string;
  is(value: unknown): value is Value;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isPositive = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

/** Kinds of fields that requests have. */
export const kinds = {
  text: { name: 'a string', is: isText } satisfies Kind<string>,
  texts: { name: 'an array of strings', is: isTexts } satisfies Kind<readonly string[]>,
  list: { name: 'an array', is: Array.isArray as (value: unknown) => value is readonly JsonValue[] },
  object: { name: 'an object', is: isJsonObject },
  flag: { name: 'a boolean', is: (value: unknown): value is boolean => typeof value === 'boolean' },
  positive: { name: 'a number above 0', is: isPositive },
  number: { name: 'a number', is: (value: unknown): value is number => typeof value === 'number' },
};

/** The field, or `undefined` when it is absent. Throws `ERR_PROTOCOL` when it is of another kind. */
export function optional<Value>(fields: JsonObject, key: string, kind: Kind<Value>, owner = ''): Value | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (value === undefined) return undefined;
  if (kind.is(value)) return value;
  throw protocolError(`"${owner}${key}" must be ${kind.name}.`);
}

/** The field. Throws `ERR_PROTOCOL` when it is absent or of another kind. */
export function required<Value>(fields: JsonObject, key: string, kind: Kind<Value>): Value {
  const value = optional(fields, key, kind);
  if (value === undefined) throw protocolError(`"${key}" is missing; it must be ${kind.name}.`);
  return value;
}
