import { isJsonObject, type JsonSchema } from '@toolrack/contracts';

/** A header name part as RFC 9110 (section 5.6.2) allows it. */
export const headerToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const annotation = 'x-mcp-header';
/** Types whose values a header can carry without loss (SEP-2243; numbers may be written in several ways). */
const carriedTypes = new Set(['string', 'integer', 'boolean']);
/** Deeper schemas are not looked into; nothing is mirrored from there either. */
const mostDepth = 32;
/** Values of these keywords are data, not schemas. */
const dataKeywords = new Set(['const', 'default', 'enum', 'examples']);

/**
 * What is wrong with the `x-mcp-header` annotations of an input schema (MCP 2026-07-28, SEP-2243), or `undefined`. A client leaves such
 * a tool out, since a server could not rely on its headers: they must be non-empty tokens, unique whatever their case, on parameters of a
 * primitive type that are reached through `properties` alone.
 */
export function paramHeaderFault(schema: JsonSchema): string | undefined {
  const names = new Set<string>();
  const visit = (node: unknown, path: readonly string[] | undefined, depth: number): string | undefined => {
    if (Array.isArray(node)) return first(node, (item) => visit(item, undefined, depth + 1));
    if (!isJsonObject(node) || depth > mostDepth) return undefined;
    if (Object.hasOwn(node, annotation)) {
      const fault = faultOf(node[annotation], node['type'], path, names);
      if (fault !== undefined) return fault;
    }
    return first(Object.entries(node), ([keyword, child]) => {
      if (dataKeywords.has(keyword)) return undefined;
      // The names in these maps are not keywords.
      if (!maps.has(keyword) || !isJsonObject(child)) return visit(child, undefined, depth + 1);
      return first(Object.entries(child), ([name, part]) =>
        visit(part, keyword === 'properties' ? path?.concat(name) : undefined, depth + 1),
      );
    });
  };
  return visit(schema, [], 0);
}

const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

function faultOf(value: unknown, type: unknown, path: readonly string[] | undefined, names: Set<string>): string | undefined {
  if (path === undefined || path.length === 0) return `${annotation} is allowed on parameters alone, reached through "properties"`;
  const place = `the parameter "${path.join('.')}"`;
  if (typeof value !== 'string' || value === '') return `${place} has an ${annotation} that is empty or not a text`;
  if (!headerToken.test(value)) return `${place} has the ${annotation} ${JSON.stringify(value)}, which cannot be part of a header name`;
  if (typeof type !== 'string' || !carriedTypes.has(type)) {
    return `${place} has an ${annotation} but is not a string, integer or boolean`;
  }
  if (names.has(value.toLowerCase())) return `${place} has the ${annotation} ${JSON.stringify(value)} of another parameter`;
  names.add(value.toLowerCase());
  return undefined;
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
