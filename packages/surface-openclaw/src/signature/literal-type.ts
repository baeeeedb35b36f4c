import { type JsonObject } from '@toolrack/contracts';
import { type RenderedType } from './rendered-type.js';
import { literalUnionLimit, variantLimit } from './signature-limits.js';

function isPrimitive(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** JSON literals joined by ` | `, each once; `undefined` when a value is no primitive or the union passes its limits. */
export function literalUnion(values: readonly unknown[]): RenderedType | undefined {
  if (values.length === 0 || values.length > variantLimit) return undefined;
  const literals = new Set<string>();
  for (const value of values) {
    if (!isPrimitive(value)) return undefined;
    literals.add(JSON.stringify(value));
  }
  const text = [...literals].join(' | ');
  return text.length > literalUnionLimit ? undefined : { text, complete: true };
}

/** The literal type of a schema with `const` or `enum`; `undefined` when its values cannot be written. */
export function literalType(schema: JsonObject): RenderedType | undefined {
  if (schema['const'] !== undefined) return literalUnion([schema['const']]);
  const values = schema['enum'];
  return Array.isArray(values) ? literalUnion(values) : undefined;
}
