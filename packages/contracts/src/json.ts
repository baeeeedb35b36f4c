/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object; keys are in insertion order and carry no meaning by their order. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON Schema: draft-07, 2019-09 or 2020-12, declared by `$schema` or taken as 2020-12. */
export type JsonSchema = boolean | JsonObject;

/** True for a plain JSON object: not `null`, not an array. Never reads a property. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
