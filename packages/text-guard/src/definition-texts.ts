import { freezeJson, withoutHidden, type JsonObject, type JsonValue, type ToolDescriptor } from '@toolrack/contracts';

/** Deepest part of a schema that is read. */
const deepest = 32;
/** Most characters that are gathered from one definition. */
const mostText = 40_000;

/** Every text of a definition that a model may be shown, schemas too: instructions hide in parameters as well. */
export function textsOf(tool: ToolDescriptor): string {
  const texts: string[] = [tool.description];
  let left = mostText - tool.description.length;
  const visit = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > deepest) return;
    if (typeof value === 'string') {
      // Names of types and formats are no place for an instruction.
      if (value.length < 12) return;
      texts.push(value);
      left -= value.length;
    } else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) visit(item, depth + 1);
  };
  visit(tool.title, 0);
  visit(tool.inputSchema, 0);
  visit(tool.outputSchema, 0);
  visit(tool.annotations, 0);
  return texts.join('\n').slice(0, mostText);
}

/** The value with hidden text removed from its strings, or the same value when there is none. Names of properties stay. */
function cleanValue(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return withoutHidden(value);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => cleanValue(item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let isChanged = false;
  const entries = Object.entries(value as JsonObject).map(([key, inner]) => {
    const clean = cleanValue(inner as JsonValue, depth + 1);
    isChanged ||= clean !== inner;
    return [key, clean] as const;
  });
  return isChanged ? (Object.fromEntries(entries) as JsonObject) : value;
}

/** Keys of a schema whose strings are for readers; values that arguments are compared with (`const`, `enum`, `default`) stay as they are. */
const readable = new Set(['title', 'description', '$comment']);

function cleanSchema(schema: JsonValue, depth = 0): JsonValue {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return schema;
  if (Array.isArray(schema)) {
    const items = schema.map((item: JsonValue) => cleanSchema(item, depth + 1));
    return items.some((item, index) => item !== schema[index]) ? items : schema;
  }
  let isChanged = false;
  const entries = Object.entries(schema as JsonObject).map(([key, inner]) => {
    const value = inner as JsonValue;
    const clean = readable.has(key) && typeof value === 'string' ? withoutHidden(value) : cleanSchema(value, depth + 1);
    isChanged ||= clean !== value;
    return [key, clean] as const;
  });
  return isChanged ? (Object.fromEntries(entries) as JsonObject) : schema;
}

/** The definition without hidden text; the same object when there is none. */
export function cleanDefinition(tool: ToolDescriptor): ToolDescriptor {
  const description = withoutHidden(tool.description);
  const title = tool.title === undefined ? undefined : withoutHidden(tool.title);
  const inputSchema = cleanSchema(tool.inputSchema as JsonValue) as ToolDescriptor['inputSchema'];
  const outputSchema =
    tool.outputSchema === undefined ? undefined : (cleanSchema(tool.outputSchema as JsonValue) as ToolDescriptor['inputSchema']);
  const annotations =
    tool.annotations === undefined ? undefined : (cleanValue(tool.annotations as JsonValue) as ToolDescriptor['annotations']);
  const isSame =
    description === tool.description &&
    title === tool.title &&
    inputSchema === tool.inputSchema &&
    outputSchema === tool.outputSchema &&
    annotations === tool.annotations;
  if (isSame) return tool;
  const changed = {
    description,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { ...tool, ...(freezeJson(changed) as unknown as typeof changed) };
}
