import { isJsonObject, schemaForModel, type JsonObject, type JsonSchema } from '@toolrack/contracts';
import { schemaType } from './schema-type.js';
import { inputLimits, outputLimits, unknownType } from './signature-limits.js';

/** Arguments are an object: one schema of type `object`, or a union of such. */
function isObjectRoot(schema: JsonObject): boolean {
  const variants: unknown = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(variants)) return schema['type'] === 'object';
  return variants.every((variant) => isJsonObject(variant) && variant['type'] === 'object');
}

/**
 * The bounded signature of an input schema, for example `{ id: string; mode?: "drip" | "flood" }`; at most 300 UTF-16
 * code units. What it leaves out is marked by `...`; a schema that cannot be written is `unknown`. Hand in schemas of
 * trusted tools only. Grammar and limits: OpenClaw 2026.9.6, with names in code-unit order. Names are those that a description of the tool shows.
 */
export function renderInputSignature(given: JsonSchema | undefined): string {
  const schema = schemaForModel(given);
  if (!isJsonObject(schema) || !isObjectRoot(schema)) return unknownType;
  const { text } = schemaType(schema, inputLimits);
  if (text.length <= inputLimits.characters) return text;
  // OpenClaw gives up here.
  const partial = schemaType(schema, { ...inputLimits, makesRoom: true }).text;
  return partial.length <= inputLimits.characters ? partial : unknownType;
}

/**
 * The signature of an output schema, at most 800 UTF-16 code units, or `undefined` when any part of it is open,
 * partial or too large: a hint that leaves something out would be a wrong promise.
 */
export function renderOutputSignature(given: JsonSchema | undefined): string | undefined {
  const schema = schemaForModel(given);
  if (!isJsonObject(schema)) return undefined;
  const { text, complete } = schemaType(schema, outputLimits);
  return complete && text.length <= outputLimits.characters ? text : undefined;
}
