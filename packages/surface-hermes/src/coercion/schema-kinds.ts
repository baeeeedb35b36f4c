import { isJsonObject, type JsonObject } from '@toolrack/contracts';

/** A kind of JSON value as `type` names it. */
export type JsonKind = 'array' | 'object' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** Most steps along local references, so that a schema that refers to itself ends. */
const mostSteps = 16;

function resolvePointer(root: JsonObject, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let node: unknown = root;
  for (const part of reference
    .slice(2)
    .split('/')
    .filter((step) => step !== '')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return node;
}

/** What references lead to, by the schema around them: asked anew for each item of a list, a long reference would take its time each time. */
const targets = new WeakMap<JsonObject, Map<JsonObject, JsonObject | undefined>>();

/** The schema that a local `$ref` leads to; the schema itself without one. `undefined` for what is no schema object. */
export function dereferenced(schema: unknown, root: JsonObject): JsonObject | undefined {
  if (!isJsonObject(schema) || typeof schema['$ref'] !== 'string') return isJsonObject(schema) ? schema : undefined;
  let known = targets.get(root);
  if (known === undefined) targets.set(root, (known = new Map<JsonObject, JsonObject | undefined>()));
  if (!known.has(schema)) known.set(schema, followed(schema, root));
  return known.get(schema);
}

function followed(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  let node: unknown = schema;
  for (let step = 0; step < mostSteps; step++) {
    if (!isJsonObject(node)) return undefined;
    const reference = node['$ref'];
    if (typeof reference !== 'string') return node;
    node = resolvePointer(root, reference);
  }
  return undefined;
}

function branches(schema: JsonObject, keys: readonly string[]): readonly unknown[] {
  return keys.flatMap((key) => {
    const list = schema[key] as unknown;
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
}

/** Kinds that schemas were asked for: a list of strings asks the same of each item. */
const answers = new WeakMap<JsonObject, Map<JsonKind, boolean>>();

/** True when the schema, or a branch of it, has the kind in its `type`. */
export function acceptsKind(schema: unknown, kind: JsonKind, root: JsonObject): boolean {
  const node = dereferenced(schema, root);
  if (node === undefined) return false;
  let known = answers.get(node);
  if (known === undefined) answers.set(node, (known = new Map<JsonKind, boolean>()));
  let answer = known.get(kind);
  if (answer === undefined) known.set(kind, (answer = hasKind(node, kind, root, 0, new Set())));
  return answer;
}

/** `seen` holds what was asked already: branches may refer to each other in more ways than there is time for. */
function hasKind(schema: unknown, kind: JsonKind, root: JsonObject, depth: number, seen: Set<JsonObject>): boolean {
  const node = dereferenced(schema, root);
  if (node === undefined || depth > mostSteps || seen.has(node)) return false;
  seen.add(node);
  const type = node['type'] as unknown;
  if (type === kind || (Array.isArray(type) && type.includes(kind))) return true;
  return branches(node, ['anyOf', 'oneOf', 'allOf']).some((branch) => hasKind(branch, kind, root, depth + 1, seen));
}

/** True when null is allowed: by `type`, OpenAPI's `nullable`, or a branch. */
export function allowsNull(schema: JsonObject, root: JsonObject): boolean {
  const type = schema['type'] as unknown;
  if (type === 'null' || (Array.isArray(type) && type.includes('null')) || schema['nullable'] === true) return true;
  return branches(schema, ['anyOf', 'oneOf']).some((branch) => dereferenced(branch, root)?.['type'] === 'null');
}

/**
 * The types that a value is to be turned into, in order. Branches count where the schema has no `type` of its own and none of them
 * takes a string: the string would be refused otherwise.
 */
export function wantedKinds(schema: JsonObject, root: JsonObject): readonly unknown[] {
  const type = schema['type'] as unknown;
  if (type !== undefined) return Array.isArray(type) ? (type as unknown[]) : [type];
  const kinds = branches(schema, ['anyOf', 'oneOf']).flatMap((branch) => {
    const node = dereferenced(branch, root);
    const own = node?.['type'] as unknown;
    return own === undefined ? ['string'] : Array.isArray(own) ? (own as unknown[]) : [own];
  });
  return kinds.includes('string') ? [] : kinds;
}
