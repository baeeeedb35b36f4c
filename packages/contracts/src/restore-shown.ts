import { isJsonObject, type JsonObject } from './json.js';
import { isShownOtherwise, memberNames, shownValues } from './json-for-model.js';
import { textForModel } from './visible-text.js';

/** Deepest part of a value that is looked at. */
const deepest = 32;

/**
 * A value that was written by somebody who was shown `schemaForModel(schema)`: names of properties and fixed values (`const`, `enum`) that were
 * cleaned there get the author's own form again, without which they would mean nothing to the author. Everything else stays as it was written,
 * and of a schema that is clean, or was never shown to anybody, everything.
 */
export function restoreShown<Value>(value: Value, schema: unknown): Value {
  return isShownOtherwise(schema) ? (restore(value, schema, 0) as Value) : value;
}

function restore(value: unknown, schema: unknown, depth: number): unknown {
  if (!isJsonObject(schema) || depth > deepest) return value;
  const parts = partsOf(schema);
  if (typeof value === 'string') return ownValue(value, parts);
  if (Array.isArray(value)) {
    const items = parts.find((part) => isJsonObject(part['items']))?.['items'];
    return (value as unknown[]).map((item) => restore(item, items, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  const properties: JsonObject = Object.fromEntries(
    parts.flatMap((part) => (isJsonObject(part['properties']) ? Object.entries(part['properties']) : [])),
  );
  const keys = Object.keys(properties);
  const own = new Map(memberNames(keys).map((name, place) => [name, keys[place] as string]));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const key = own.get(name) ?? name;
      return [key, restore(member, Object.hasOwn(properties, key) ? properties[key] : undefined, depth + 1)];
    }),
  );
}

/** A schema and the alternatives that it is made of, one level deep. */
function partsOf(schema: JsonObject): readonly JsonObject[] {
  const alternatives = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((key): readonly unknown[] => {
    const list: unknown = schema[key];
    return Array.isArray(list) ? list : [];
  });
  return [schema, ...alternatives.filter(isJsonObject)];
}

function ownValue(value: string, parts: readonly JsonObject[]): string {
  const fixed = parts.flatMap((part): readonly (readonly [own: unknown, shown: unknown])[] => {
    const values: unknown = part['enum'];
    const listed: readonly unknown[] = Array.isArray(values) ? (values as unknown[]) : [];
    const single = part['const'];
    return [
      [single, typeof single === 'string' ? textForModel(single) : single],
      ...shownValues(listed).map((shown, place) => [listed[place], shown] as const),
    ];
  });
  const meant = [...new Set(fixed.filter(([own, shown]) => typeof own === 'string' && shown === value).map(([own]) => own as string))];
  return meant.includes(value) || meant.length !== 1 ? value : (meant[0] as string);
}
