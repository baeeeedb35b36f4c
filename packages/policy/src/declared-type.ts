import { isJsonObject, type JsonValue } from '@toolrack/contracts';

/** What arguments were checked against; `undefined` when nobody has checked them. */
export type CheckedSchema = JsonValue | undefined;

/**
 * True when a schema leaves no choice of the type of what stands at a path, nor of what the path leads through. Where it does (no type,
 * several, a reference), arguments that fit it say little about what the tool makes of a value.
 */
export function hasOneType(schema: CheckedSchema, segments: readonly string[]): boolean {
  let part: JsonValue | undefined = schema;
  for (const [depth, segment] of segments.entries()) {
    // Arguments are an object whatever the schema says.
    if (depth > 0 && !isOneType(part)) return false;
    part = partAt(part, segment);
  }
  return isOneType(part);
}

function isOneType(part: JsonValue | undefined): boolean {
  if (!isJsonObject(part) || typeof part['type'] !== 'string') return false;
  return part['type'] !== 'array' || isOneType(part['items']);
}

function partAt(part: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (!isJsonObject(part)) return undefined;
  if (part['type'] === 'array') return part['items'];
  const properties = part['properties'];
  return isJsonObject(properties) && Object.hasOwn(properties, segment) ? properties[segment] : undefined;
}
