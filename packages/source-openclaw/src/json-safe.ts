import { freezeJson, isJsonObject, type JsonSchema, plainJson } from '@toolrack/contracts';

/**
 * A plain JSON copy of a schema: TypeBox keeps its kinds under symbols and hidden keys, which JSON does not have.
 * Throws a plain `Error` that says why there is no such copy.
 */
export function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  if (schema === undefined || schema === null) return undefined;
  if (typeof schema === 'boolean') return schema;
  if (typeof schema !== 'object' || Array.isArray(schema)) throw new Error('is not a JSON Schema object');
  if ('_zod' in schema || '_def' in schema) throw new Error('is a Zod schema, not a JSON Schema; convert it with z.toJSONSchema');
  const frozen = frozenCopy(schema);
  if (frozen !== undefined) return frozen;
  const text = jsonText(schema);
  if (text === undefined) throw new Error('cannot be written as JSON');
  const copy: unknown = JSON.parse(text);
  if (!isJsonObject(copy)) throw new Error('is not a JSON Schema object');
  return copy;
}

/** A frozen copy, which the kernel takes as it is; `undefined` when the schema is too large or too deep for one, or no JSON at all. */
function frozenCopy(schema: object): JsonSchema | undefined {
  try {
    const copy = freezeJson(schema);
    return isJsonObject(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Any value as indented JSON; what JSON cannot say in it stands as words in its place, a value that is all such words as these alone. */
export function displayText(value: unknown): string {
  const plain = plainJson(value).value;
  if (plain === undefined) return '[a value that JSON cannot hold]';
  return typeof plain === 'string' && typeof value !== 'string' ? plain : JSON.stringify(plain, undefined, 2);
}

/** JSON text of any value, or `undefined` for one that JSON cannot hold. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
