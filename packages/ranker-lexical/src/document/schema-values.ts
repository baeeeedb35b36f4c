import { isJsonObject, type JsonSchema } from '@toolrack/contracts';

const mostValues = 256;
const longestValue = 60;
const maxDepth = 4;

/** Strings of `enum` and `const` in a schema: often the names of the operations of a tool that has several. At most 256 of at most 60 characters. */
export function collectSchemaValues(schema: JsonSchema | undefined): readonly string[] {
  const values: string[] = [];
  const take = (value: unknown): void => {
    if (typeof value === 'string' && value.length <= longestValue && values.length < mostValues) values.push(value);
  };
  const visit = (node: unknown, depth: number): void => {
    if (!isJsonObject(node) || depth > maxDepth || values.length >= mostValues) return;
    if (Array.isArray(node['enum'])) for (const value of node['enum'] as unknown[]) take(value);
    take(node['const']);
    const properties = node['properties'];
    if (isJsonObject(properties)) for (const child of Object.values(properties)) visit(child, depth + 1);
    for (const key of ['items', 'anyOf', 'oneOf', 'allOf'] as const) {
      const child = node[key];
      for (const branch of Array.isArray(child) ? (child as unknown[]) : [child]) visit(branch, depth + 1);
    }
  };
  visit(schema, 0);
  return values;
}
