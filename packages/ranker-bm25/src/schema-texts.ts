import { isJsonObject, type JsonObject, type JsonSchema } from '@toolrack/contracts';

const deepest = 4;
const mostTexts = 2048;

/**
 * Hands over what `collectSchemaTexts` of the contracts collects: each name and each description, in the same order and within the same
 * bounds. It makes no lists, as an index reads the schemas of thousands of tools at once.
 */
export class SchemaTexts {
  /** Entries of the schema that is visited. */
  private entries = 0;

  constructor(private readonly take: (text: string) => void) {}

  visit(schema: JsonSchema | undefined): void {
    this.entries = 0;
    this.walk(schema, '', 0);
  }

  private walk(node: unknown, name: string, depth: number): void {
    if (depth > deepest || this.entries >= mostTexts) return;
    if (!isJsonObject(node)) {
      if (name === '') return;
      this.entries += 1;
      this.take(name);
      return;
    }
    const given = node['description'];
    const description = typeof given === 'string' ? given : '';
    if (name !== '' || description !== '') this.entries += 1;
    if (name !== '') this.take(name);
    if (description !== '') this.take(description);
    const { properties } = node;
    if (properties !== undefined && isJsonObject(properties)) this.walkProperties(properties, depth + 1);
    // One after the other and by name: most schemas have none of them, and a loop over keys would ask slowly.
    const { items, prefixItems, anyOf, oneOf, allOf } = node;
    if (items !== undefined) this.walkBranches(items, depth + 1);
    if (prefixItems !== undefined) this.walkBranches(prefixItems, depth + 1);
    if (anyOf !== undefined) this.walkBranches(anyOf, depth + 1);
    if (oneOf !== undefined) this.walkBranches(oneOf, depth + 1);
    if (allOf !== undefined) this.walkBranches(allOf, depth + 1);
  }

  private walkProperties(properties: JsonObject, depth: number): void {
    // Not over `Object.keys`, which makes a list for each schema.
    for (const key in properties) if (Object.hasOwn(properties, key)) this.walk(properties[key], key, depth);
  }

  private walkBranches(branches: unknown, depth: number): void {
    if (isJsonObject(branches)) this.walk(branches, '', depth);
    else if (Array.isArray(branches))
      for (const branch of branches as readonly unknown[]) if (isJsonObject(branch)) this.walk(branch, '', depth);
  }
}
