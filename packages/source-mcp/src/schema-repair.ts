import { isJsonObject, schemaKeywords, type JsonObject, type JsonValue } from '@toolrack/contracts';
import { localReferences } from './local-references.js';

/** Schemas nested deeper than this are left as they are. The deepest seen in 4,852 real tools is 13. */
const mostDepth = 64;

const objectOfSchemas = new Set<string>([...schemaKeywords.map, ...schemaKeywords.definitions]);
const oneSchema = new Set<string>(schemaKeywords.one);
const arrayOfSchemas = new Set<string>(schemaKeywords.list);

/**
 * Repairs keywords that no validator compiles and that have one sensible reading: `required` that is no list of names,
 * an empty `enum`, draft-04's boolean limits, `properties` that are no object, a `$ref` that leads nowhere. Everything else stays as it
 * came. Each repair adds a sentence with its JSON Pointer to `problems`.
 */
export function repairSchema(schema: JsonObject, name: string, problems: string[]): JsonObject {
  return visit(schema, `${name}#`, 0, { problems, resolves: localReferences(schema) }) as JsonObject;
}

/** Places and names in them that are longer end there. */
const longestPlace = 200;

/** A JSON Pointer, cut where it gets long: it is made for every keyword, whether or not there is something to tell. */
function placeIn(path: string, name: string): string {
  if (path.length > longestPlace) return path;
  const part = name.length > longestPlace ? `${name.slice(0, longestPlace)}…` : name;
  return `${path}/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

interface Repair {
  readonly problems: string[];
  /** Whether a `$ref` leads somewhere. */
  readonly resolves: (reference: string) => boolean;
}

function visit(node: JsonValue | undefined, path: string, depth: number, repair: Repair): JsonValue | undefined {
  if (!isJsonObject(node) || depth > mostDepth) return node;
  const entries: [string, JsonValue | undefined][] = [];
  for (const [key, value] of Object.entries(node)) {
    const place = placeIn(path, key);
    const repaired = repairKeyword(node, key, value, place, repair);
    if (repaired !== undefined) entries.push([repaired[0], visitChildren(repaired[0], repaired[1], place, depth, repair)]);
  }
  // `fromEntries` defines properties: a key named `__proto__` stays a key.
  return Object.fromEntries(entries);
}

function visitChildren(key: string, value: JsonValue | undefined, place: string, depth: number, repair: Repair): JsonValue | undefined {
  if (objectOfSchemas.has(key) && isJsonObject(value)) {
    const children = Object.entries(value).map(([name, child]): [string, JsonValue | undefined] => [
      name,
      visit(child, placeIn(place, name), depth + 1, repair),
    ]);
    return Object.fromEntries(children);
  }
  if (arrayOfSchemas.has(key) && Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.map((child, index) => visit(child, placeIn(place, String(index)), depth + 1, repair) as JsonValue);
  }
  return oneSchema.has(key) ? visit(value, place, depth + 1, repair) : value;
}

/** The keyword as it can be used, or `undefined` to leave it out. */
function repairKeyword(
  node: JsonObject,
  key: string,
  value: JsonValue | undefined,
  place: string,
  { problems, resolves }: Repair,
): readonly [string, JsonValue | undefined] | undefined {
  const drop = (what: string): undefined => {
    problems.push(`${place} ${what} and is ignored`);
    return undefined;
  };
  switch (key) {
    case 'required': {
      if (!Array.isArray(value)) return drop('is not a list of names');
      const names = [...new Set((value as readonly JsonValue[]).filter((item) => typeof item === 'string'))];
      if (names.length !== value.length) problems.push(`${place} holds more than distinct names; the names are kept`);
      return [key, names];
    }
    case '$ref':
      if (typeof value === 'string' && resolves(value)) return [key, value];
      return drop(typeof value === 'string' ? 'leads to nothing in this schema' : 'is not a text');
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? [key, value] : drop('has no values');
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      if (typeof value !== 'boolean') return [key, value];
      const limit = node[key === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
      problems.push(`${place} is a boolean as in draft-04; it is read that way`);
      return value && typeof limit === 'number' ? [key, limit] : undefined;
    }
    case 'properties':
    case 'patternProperties':
    case '$defs':
    case 'definitions':
      return isJsonObject(value) ? [key, value] : drop('is not an object');
    default:
      return [key, value];
  }
}
