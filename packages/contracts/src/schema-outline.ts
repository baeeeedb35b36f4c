import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from './json.js';

/** Longest schema that a model is shown whole, in characters of its JSON (about 25,000 tokens). The largest of 4,852 real tools has 77,000. */
export const longestShownSchema = 100_000;
/** Longest outline of a schema, in characters, and longest description in it. */
const longestOutline = 20_000;
const longestDescription = 120;
/** Longest name and most types that are written down. */
const longestName = 200;
const mostTypes = 7;

/**
 * The schema itself, or an outline of one that is longer than a model can be shown: its parameters with type and the beginning of their
 * description, required ones first, and in `$comment` how long it is and how to get on. `note` says that it is an outline.
 */
export function shownSchema(schema: JsonSchema): { readonly schema: JsonSchema; readonly note?: string } {
  const { length } = JSON.stringify(schema);
  if (length <= longestShownSchema || !isJsonObject(schema)) return { schema };
  const given: JsonObject = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const declared: readonly JsonValue[] = Array.isArray(schema['required']) ? (schema['required'] as readonly JsonValue[]) : [];
  const required = new Set(declared.filter((name) => typeof name === 'string' && Object.hasOwn(given, name)) as string[]);
  const names = Object.keys(given);
  const properties: [string, JsonObject][] = [];
  let left = longestOutline;
  for (const name of [...names.filter((each) => required.has(each)), ...names.filter((each) => !required.has(each))]) {
    if (name.length > longestName) continue;
    const outline = outlineOf(given[name]);
    left -= name.length + JSON.stringify(outline).length;
    if (left < 0) break;
    properties.push([name, outline]);
  }
  const note =
    `This is an outline: the schema has ${length} characters. Shown are ${properties.length} of its ${names.length} parameters, without what is ` +
    'inside of them. Call the tool with what is known: wrong arguments are answered with what is wrong and where.';
  const kept = properties.map(([name]) => name).filter((name) => required.has(name));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(kept.length === 0 ? {} : { required: kept }),
      $comment: note,
    },
    note,
  };
}

function outlineOf(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type, description } = schema;
  const types: JsonValue | undefined = Array.isArray(type) ? (type.slice(0, mostTypes) as readonly JsonValue[]) : type;
  const isCut = typeof description === 'string' && description.length > longestDescription;
  return {
    ...(typeof types === 'string' || Array.isArray(types) ? { type: types } : {}),
    ...(typeof description === 'string' ? { description: isCut ? `${description.slice(0, longestDescription)}…` : description } : {}),
  };
}
