import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

/** Schemas nested deeper than this are not searched for names. */
const mostDepth = 64;

interface Names {
  readonly ids: Set<string>;
  readonly anchors: Set<string>;
}

/**
 * Tells references that lead to a place in the same schema, or to a meta-schema that validators bring along, from those that lead nowhere:
 * nothing is fetched, so what is elsewhere is nowhere. In doubt (a schema with several resources) a reference is taken to lead somewhere.
 */
export function localReferences(root: JsonObject): (reference: string) => boolean {
  let found: Names | undefined;
  const names = (): Names => (found ??= collect(root, { ids: new Set(), anchors: new Set() }, 0));
  return (reference) => {
    if (/^https?:\/\/json-schema\.org\//u.test(reference)) return true;
    const [base = '', fragment = ''] = reference.split('#', 2);
    if (base !== '') return isKnown(base, names().ids);
    if (fragment === '') return true;
    if (!fragment.startsWith('/')) return names().anchors.has(decoded(fragment));
    return leadsTo(root, fragment) || names().ids.size > 0;
  };
}

function leadsTo(root: JsonObject, pointer: string): boolean {
  let place: JsonValue | undefined = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return false;
    place = (place as JsonObject)[key];
  }
  return typeof place === 'boolean' || isJsonObject(place);
}

/** More names than this are not tried one by one for each reference. */
const mostIds = 50;

function isKnown(base: string, ids: ReadonlySet<string>): boolean {
  if (ids.has(base) || ids.size > mostIds) return true;
  return [...ids].some((id) => URL.canParse(base, id) && ids.has(new URL(base, id).href));
}

function collect(node: JsonValue | undefined, names: Names, depth: number): Names {
  if (typeof node !== 'object' || node === null || depth > mostDepth) return names;
  if (isJsonObject(node)) {
    const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = node;
    // In draft-07 an anchor is an id that begins with a number sign.
    if (typeof id === 'string' && id.startsWith('#')) names.anchors.add(id.slice(1));
    else if (typeof id === 'string') names.ids.add(id.replace(/#$/u, ''));
    for (const name of [anchor, dynamic]) if (typeof name === 'string') names.anchors.add(name);
  }
  for (const child of Object.values(node)) collect(child, names, depth + 1);
  return names;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
