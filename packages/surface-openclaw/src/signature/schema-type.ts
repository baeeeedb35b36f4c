import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { literalType, literalUnion } from './literal-type.js';
import { numberType } from './number-type.js';
import { objectType } from './object-type.js';
import { incompleteUnknown, type RenderedType, unionOf } from './rendered-type.js';
import { type SignatureLimits, structuralVariantLimit, unknownType, variantLimit } from './signature-limits.js';

/** Keywords that change a shape in a way that a type cannot say. */
const unsupported = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'prefixItems',
  'additionalItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
] as const;
const besideUnion = ['const', 'enum', 'type', 'properties', 'required', 'additionalProperties', 'items'] as const;
/** Keywords that say nothing about a value. */
const annotations = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'deprecated',
  'examples',
  'readOnly',
  'writeOnly',
]);

/** True for a schema that admits every value. */
function isFree(schema: JsonObject): boolean {
  for (const keyword in schema) if (!annotations.has(keyword)) return false;
  return true;
}

class SchemaRenderer {
  constructor(private readonly limits: SignatureLimits) {}

  render(schema: unknown, depth: number): RenderedType {
    if (!isJsonObject(schema)) return incompleteUnknown;
    if (isFree(schema)) return { text: unknownType, complete: true };
    if (depth > this.limits.depth) return incompleteUnknown;
    const type = this.shape(schema, depth);
    const isComplete = type.complete && unsupported.every((keyword) => schema[keyword] === undefined);
    return this.nullable(schema, { text: type.text, complete: isComplete });
  }

  private shape(schema: JsonObject, depth: number): RenderedType {
    if (schema['anyOf'] !== undefined || schema['oneOf'] !== undefined) return this.union(schema, depth);
    const literal = literalType(schema);
    if (literal !== undefined) return literal;
    const type = schema['type'];
    if (Array.isArray(type)) return this.typeList(schema, type, depth);
    return typeof type === 'string' ? this.named(schema, type, depth) : incompleteUnknown;
  }

  private union(schema: JsonObject, depth: number): RenderedType {
    const variants: unknown = schema['anyOf'] ?? schema['oneOf'];
    const isPlain =
      (schema['anyOf'] === undefined || schema['oneOf'] === undefined) && besideUnion.every((keyword) => schema[keyword] === undefined);
    if (!isPlain || !Array.isArray(variants) || variants.length === 0 || variants.length > variantLimit) {
      return incompleteUnknown;
    }
    if (variants.every((variant) => isJsonObject(variant) && variant['const'] !== undefined)) {
      return literalUnion(variants.map((variant: JsonObject) => variant['const'])) ?? incompleteUnknown;
    }
    if (variants.length > structuralVariantLimit) return incompleteUnknown;
    const parts = variants.map((variant) => this.render(variant, depth + 1));
    return this.joined(parts);
  }

  /** A union, unless a part leaves something out or the whole is too long to be read. */
  private joined(parts: readonly RenderedType[]): RenderedType {
    const union = unionOf(parts);
    return union.complete && union.text.length <= this.limits.characters ? union : incompleteUnknown;
  }

  private typeList(schema: JsonObject, types: readonly unknown[], depth: number): RenderedType {
    if (types.length === 0 || types.length > structuralVariantLimit) return incompleteUnknown;
    if (depth + 1 > this.limits.depth) return incompleteUnknown;
    const parts = types.map((type) => (typeof type === 'string' ? this.named(schema, type, depth + 1) : incompleteUnknown));
    return this.joined(parts);
  }

  private named(schema: JsonObject, type: string, depth: number): RenderedType {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return { text: type, complete: true };
      case 'integer':
      case 'number':
        return numberType(schema, type === 'integer', this.limits.annotateNumbers);
      case 'array':
        return this.array(schema, depth);
      case 'object':
        return objectType(schema, this.limits, (property) => this.render(property, depth + 1));
      default:
        return incompleteUnknown;
    }
  }

  private array(schema: JsonObject, depth: number): RenderedType {
    const items = schema['items'];
    const item = items === undefined ? { text: unknownType, complete: true } : this.render(items, depth + 1);
    return { text: `Array<${item.text}>`, complete: item.complete };
  }

  private nullable(schema: JsonObject, type: RenderedType): RenderedType {
    const mark = schema['nullable'];
    if (mark === undefined || mark === false) return type;
    if (mark !== true || typeof schema['type'] !== 'string') return incompleteUnknown;
    return unionOf([type, { text: 'null', complete: true }]);
  }
}

/** Writes a schema as a type within the limits. Never throws; what cannot be written is `unknown`. */
export function schemaType(schema: unknown, limits: SignatureLimits): RenderedType {
  return new SchemaRenderer(limits).render(schema, 0);
}
