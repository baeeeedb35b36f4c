import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, type ModelTool } from '@toolrack/contracts';

import type { FunctionTool } from './chat-types.js';

/** Keywords that OpenAI refuses at the root of `parameters`, with the whole request: the root must be a plain object. */
const refusedAtRoot = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'] as const;

/** A run's tools in the format of chat completions, in the same order. */
export function toFunctionTools(tools: readonly ModelTool[]): FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: functionParameters(inputSchema) },
  }));
}

/**
 * The schema with a root that OpenAI accepts: type `object` and no union. The properties of a union's branches are offered side by
 * side, and required is what every branch requires; the call is checked against the real schema anyway.
 */
export function functionParameters(schema: JsonSchema): JsonObject {
  const root = isJsonObject(schema) ? schema : {};
  const isPlain = root['type'] === 'object' && refusedAtRoot.every((keyword) => !(keyword in root));
  if (isPlain) return 'properties' in root ? root : { ...root, properties: {} };
  const rest = Object.fromEntries(
    Object.entries(root).filter(([key]) => key !== 'required' && !(refusedAtRoot as readonly string[]).includes(key)),
  );
  const { properties, required } = flatten(root, 0);
  return { ...rest, type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** Deepest union within a union that is looked into. */
const mostDepth = 8;

interface Fields {
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly required: readonly string[];
}

function flatten(schema: JsonObject, depth: number): Fields {
  const own = isJsonObject(schema['properties']) ? (schema['properties'] as Record<string, JsonValue>) : {};
  const ownRequired = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  if (depth > mostDepth) return { properties: own, required: ownRequired };
  let properties = { ...own };
  const required = new Set(ownRequired);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]).filter(isJsonObject) : [];
    const fields = branches.map((branch) => flatten(branch, depth + 1));
    for (const field of fields) properties = { ...field.properties, ...properties };
    for (const name of shared(fields, keyword === 'allOf')) required.add(name);
  }
  return { properties, required: [...required] };
}

/** What any of the branches requires, or what all of them do. */
function shared(fields: readonly Fields[], isAny: boolean): string[] {
  const names = [...new Set(fields.flatMap((field) => field.required))];
  return isAny ? names : names.filter((name) => fields.every((field) => field.required.includes(name)));
}
