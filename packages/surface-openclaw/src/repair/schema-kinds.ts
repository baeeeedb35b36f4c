import { isJsonObject, type JsonObject } from '@toolrack/contracts';

/** A kind of JSON value as `type` names it. */
export type JsonKind = 'array' | 'object' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

const allKinds: ReadonlySet<string> = new Set(['array', 'object', 'string', 'number', 'integer', 'boolean', 'null']);
/** Most steps along local references and into branches, so that a schema that refers to itself ends. */
const mostSteps = 16;

/** What references lead to, by the schema around them: asked anew for each item of a list, a long reference would take its time each time. */
const targets = new WeakMap<JsonObject, Map<JsonObject, JsonObject | undefined>>();

/** The schema that local references lead to; `undefined` for what is no schema object. References to elsewhere are not followed. */
export function dereferenced(schema: unknown, root: JsonObject): JsonObject | undefined {
  if (!isJsonObject(schema) || schema['$ref'] === undefined) return isJsonObject(schema) ? schema : undefined;
  let known = targets.get(root);
  if (known === undefined) targets.set(root, (known = new Map<JsonObject, JsonObject | undefined>()));
  if (!known.has(schema)) known.set(schema, followed(schema, root));
  return known.get(schema);
}

function followed(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  let node: unknown = schema;
  for (let step = 0; step < mostSteps; step += 1) {
    if (!isJsonObject(node)) return undefined;
    const reference = node['$ref'];
    if (reference === undefined) return node;
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
    node = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((current, part) => {
        const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
        return isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
      }, root);
  }
  return undefined;
}

function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonKind;
}

/** Kinds by schema, for the same reason. */
const known = new WeakMap<JsonObject, ReadonlySet<JsonKind> | undefined>();

/**
 * The kinds of values that a schema takes, or `undefined` when it takes any or cannot be told. With values listed by `enum` or `const`
 * their kinds alone count: a type that no listed value has is of no use.
 */
export function acceptedKinds(schema: unknown, root: JsonObject): ReadonlySet<JsonKind> | undefined {
  const node = dereferenced(schema, root);
  if (node === undefined) return undefined;
  if (!known.has(node)) known.set(node, kindsOf(node, root, 0, new Set()));
  return known.get(node);
}

/** `seen` holds what was looked at already, whose kinds are counted: branches may refer to each other in more ways than there is time for. */
function kindsOf(node: JsonObject, root: JsonObject, depth: number, seen: Set<JsonObject>): ReadonlySet<JsonKind> | undefined {
  seen.add(node);
  if (depth > mostSteps || node['allOf'] !== undefined || node['not'] !== undefined) return undefined;
  const values: unknown = node['const'] === undefined ? node['enum'] : [node['const']];
  if (Array.isArray(values)) return new Set((values as unknown[]).map(kindOf));
  const { type } = node;
  if (type !== undefined) {
    const types = [type].flat().filter((kind): kind is JsonKind => typeof kind === 'string' && allKinds.has(kind));
    return new Set(node['nullable'] === true ? [...types, 'null'] : types);
  }
  const branches = node['anyOf'] ?? node['oneOf'];
  if (!Array.isArray(branches)) return undefined;
  const kinds = new Set<JsonKind>();
  for (const branch of branches as unknown[]) {
    const next = dereferenced(branch, root);
    if (next !== undefined && seen.has(next)) continue;
    const own = next === undefined ? undefined : kindsOf(next, root, depth + 1, seen);
    if (own === undefined) return undefined;
    own.forEach((kind) => kinds.add(kind));
  }
  return kinds;
}
