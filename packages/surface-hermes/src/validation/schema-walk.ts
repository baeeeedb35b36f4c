import { isJsonObject, type JsonSchema } from '@toolrack/contracts';

/** Keywords whose value is data to compare with or to show, never a schema. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keywords whose members are named by the author, so that a member called `default` or `enum` is a schema all the same. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** True when a `$ref` anywhere leads out of the schema. Data under `const`, `default`, `enum` and examples does not count. */
export function hasExternalReference(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasExternalReference);
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).some(([key, value]) => {
    if (dataKeywords.has(key)) return false;
    if (key === '$ref' || key === '$dynamicRef') return typeof value === 'string' && !value.startsWith('#');
    if (namedSchemas.has(key) && isJsonObject(value)) return Object.values(value).some(hasExternalReference);
    return hasExternalReference(value);
  });
}

function nullableSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { nullable: _nullable, ...rest } = schema;
  const { type } = rest;
  const withNull = Array.isArray(rest['enum']) && !rest['enum'].includes(null) ? { enum: [...(rest['enum'] as unknown[]), null] } : {};
  if (typeof type === 'string') return { ...rest, ...withNull, type: [...new Set([type, 'null'])] };
  if (Array.isArray(type)) return { ...rest, ...withNull, type: [...new Set([...(type as unknown[]), 'null'])] };
  return { anyOf: [rest, { type: 'null' }] };
}

/** A copy in which OpenAPI's `nullable: true` accepts null: the type gains it, or an `anyOf` where there is no type. */
export function withNullable(schema: JsonSchema): JsonSchema {
  const convert = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convert);
    if (!isJsonObject(node)) return node;
    const members = Object.entries(node).map(([key, value]): [string, unknown] => {
      if (dataKeywords.has(key)) return [key, value];
      if (namedSchemas.has(key) && isJsonObject(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member)]))];
      }
      return [key, convert(value)];
    });
    const copy: Record<string, unknown> = Object.fromEntries(members);
    return copy['nullable'] === true ? nullableSchema(copy) : copy;
  };
  return convert(schema) as JsonSchema;
}
