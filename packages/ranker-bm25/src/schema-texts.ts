import { isJsonObject, type JsonObject, type JsonSchema } from '@toolrack/contracts';

const deepest = 4;
const mostTexts = 2048;
const branchKeys = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf'] as const;

/**
 * Hands over what `collectSchemaTexts` of the contracts collects: each name and each description, in the same order and within the same
 * bounds. It makes no lists, as an index reads the schemas of thousands of tools at once.
 */
export function visitSchemaTexts(schema: JsonSchema | undefined, visit: (text: string) => void): void {
  new SchemaWalk(visit).walk(schema, '', 0);
}

class SchemaWalk {
  private texts = 0;

  constructor(private readonly visit: (text: string) => void) {}

  walk(node: unknown, name: string, depth: number): void {
    if (depth > deepest || this.texts >= mostTexts) return;
    const schema = isJsonObject(node) ? node : undefined;
    const given = schema?.['description'];
    const description = typeof given === 'string' ? given : '';
    if (name !== '' || description !== '') this.texts += 1;
    if (name !== '') this.visit(name);
    if (description !== '') this.visit(description);
    if (schema !== undefined) this.walkParts(schema, depth + 1);
  }

  private walkParts(schema: JsonObject, depth: number): void {
    const { properties } = schema;
    if (isJsonObject(properties)) {
      // Not over `Object.keys`, which makes a list for each schema.
      for (const key in properties) if (Object.hasOwn(properties, key)) this.walk(properties[key], key, depth);
    }
    for (const key of branchKeys) {
      const child = schema[key];
      if (typeof child !== 'object' || child === null) continue;
      if (!Array.isArray(child)) this.walk(child, '', depth);
      else for (const branch of child as readonly unknown[]) if (isJsonObject(branch)) this.walk(branch, '', depth);
    }
  }
}
