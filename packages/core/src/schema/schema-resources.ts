import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '@toolrack/contracts';

/** Base of a schema that has no address of its own. */
const ownBase = 'http://schema.invalid/';
/** Values of these keywords are data, not schemas. */
const dataKeywords = new Set(['const', 'default', 'enum', 'examples']);
/** Stands for the meta-schemas of JSON Schema, which describe schemas. */
const anySchema: JsonSchema = Object.freeze({ type: Object.freeze(['object', 'boolean']) });

/** What the identifiers inside of one schema name, and where its references lead. Nothing is ever fetched. */
export class SchemaResources {
  /** By address, without a fragment. */
  private readonly roots = new Map<string, JsonObject>();
  /** By address with the name of the anchor as its fragment. */
  private readonly anchors = new Map<string, JsonObject>();
  private readonly dynamic = new Map<string, JsonObject>();
  /** Of schemas that are not resolved against the address of the whole. */
  private readonly bases = new Map<object, string>();
  private readonly rootBase: string;

  constructor(private readonly root: JsonObject) {
    this.rootBase = baseOf(root, ownBase);
    this.scan();
  }

  /** The address that references in this schema are resolved against. */
  base(schema: object): string {
    return this.bases.get(schema) ?? this.rootBase;
  }

  /** The schema that a reference of `from` leads to; `undefined` where that is not in this document. */
  resolve(reference: string, from: object): JsonSchema | undefined {
    const [address, fragment] = parts(reference, this.base(from));
    if (address === undefined) return undefined;
    const resource = this.roots.get(address);
    if (resource === undefined) {
      if (/^https?:\/\/json-schema\.org\//u.test(address)) return anySchema;
      return reference.startsWith('#') ? this.inside(this.root, address, fragment) : undefined;
    }
    // Many schemas name parts of theirs without meaning to move the root of references.
    return this.inside(resource, address, fragment) ?? (reference.startsWith('#') ? this.inside(this.root, address, fragment) : undefined);
  }

  /** The schema with this dynamic anchor in the resource at an address; `""` is `$recursiveAnchor`. */
  dynamicAnchor(address: string, name: string): JsonObject | undefined {
    if (name !== '') return this.dynamic.get(`${address}#${name}`);
    const resource = this.roots.get(address) ?? this.root;
    return resource['$recursiveAnchor'] === true ? resource : undefined;
  }

  private inside(resource: JsonObject, address: string, fragment: string): JsonSchema | undefined {
    if (fragment === '') return resource;
    return fragment.startsWith('/') ? at(resource, fragment) : this.anchors.get(`${address}#${fragment}`);
  }

  private scan(): void {
    const open: [JsonValue | undefined, string][] = [[this.root, ownBase]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, around] = next;
      if (Array.isArray(node)) for (const item of node as readonly JsonValue[]) open.push([item, around]);
      if (!isJsonObject(node)) continue;
      const base = this.enter(node, around);
      for (const [key, child] of Object.entries(node)) {
        if (typeof child === 'object' && !dataKeywords.has(key)) open.push([child, base]);
      }
    }
    if (!this.roots.has(this.rootBase)) this.roots.set(this.rootBase, this.root);
  }

  /** Takes note of what a schema is called; answers its base. */
  private enter(node: JsonObject, around: string): string {
    const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = node;
    const base = baseOf(node, around);
    if (base !== this.rootBase) this.bases.set(node, base);
    if (base !== around && !this.roots.has(base)) this.roots.set(base, node);
    // In draft-07 an anchor is an id that ends with a fragment.
    const named = typeof id === 'string' ? parts(id, around) : [undefined, ''];
    if (named[0] !== undefined && named[1] !== '') this.anchors.set(`${named[0]}#${named[1]}`, node);
    for (const name of [anchor, dynamic]) if (typeof name === 'string') this.anchors.set(`${base}#${name}`, node);
    if (typeof dynamic === 'string') this.dynamic.set(`${base}#${dynamic}`, node);
    return base;
  }
}

/** The base of a schema inside of another: an `$id` with a fragment is an anchor and moves nothing. */
function baseOf({ $id: id }: JsonObject, around: string): string {
  if (typeof id !== 'string' || /#./u.test(id)) return around;
  return parts(id, around)[0] ?? around;
}

/** Address and decoded fragment of a reference; no address where it cannot be resolved. */
function parts(reference: string, base: string): readonly [string | undefined, string] {
  if (!URL.canParse(reference, base)) return [undefined, ''];
  const url = new URL(reference, base);
  const fragment = url.hash.slice(1);
  url.hash = '';
  try {
    return [url.href, decodeURIComponent(fragment)];
  } catch {
    return [url.href, fragment];
  }
}

/** The schema at a JSON Pointer. */
function at(resource: JsonObject, pointer: string): JsonSchema | undefined {
  let place: JsonValue | undefined = resource;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as JsonObject)[key];
  }
  return typeof place === 'boolean' || isJsonObject(place) ? place : undefined;
}
