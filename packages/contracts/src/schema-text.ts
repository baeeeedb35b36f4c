import { isJsonObject, type JsonSchema } from './json.js';

/** A piece of text that a schema holds about its parameters. */
export interface SchemaText {
  /** Name of the property, or `""` for the description of something that is no property (the root, an item, a branch). */
  readonly name: string;
  /** `""` when there is none. */
  readonly description: string;
  /** Depth of the schema that holds the text; the root is 0. */
  readonly depth: number;
}

/** Most pieces that are collected from one schema; what follows is left out. */
const mostTexts = 2048;
const branchKeys = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf'] as const;

/**
 * Collects the names and descriptions of a schema's parameters through `properties`, `items` (also tuples), `prefixItems`,
 * `anyOf`, `oneOf` and `allOf`, down to `maxDepth` (the root is 0). Does not read `enum`, `const`, `title` or defaults.
 * Hand in schemas of trusted tools only.
 */
export function collectSchemaTexts(schema: JsonSchema | undefined, maxDepth = 4): readonly SchemaText[] {
  const texts: SchemaText[] = [];
  const visit = (node: unknown, name: string, depth: number): void => {
    if (depth > maxDepth || texts.length >= mostTexts) return;
    const description = isJsonObject(node) && typeof node['description'] === 'string' ? node['description'] : '';
    if (name !== '' || description !== '') texts.push({ name, description, depth });
    if (!isJsonObject(node)) return;
    const properties = node['properties'];
    if (isJsonObject(properties)) {
      for (const [key, child] of Object.entries(properties)) visit(child, key, depth + 1);
    }
    for (const key of branchKeys) {
      const child = node[key];
      for (const branch of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (isJsonObject(branch)) visit(branch, '', depth + 1);
      }
    }
  };
  visit(schema, '', 0);
  return texts;
}
