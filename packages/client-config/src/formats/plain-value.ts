import type { JsonValue } from '@toolrack/contracts';

/** The JSON form of what a parser gave: dates and numbers that JSON lacks become text. Throws for a key `__proto__` and for cycles. */
export function plainValue(value: unknown, depth = 0): JsonValue {
  if (depth > 100) throw new Error('nested deeper than 100 levels');
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return null;
  const result: Record<string, JsonValue> = {};
  for (const [key, child] of value instanceof Map ? (value as Map<unknown, unknown>) : Object.entries(value)) {
    if (key === '__proto__') throw new Error('the key __proto__ is not allowed');
    result[String(key)] = plainValue(child, depth + 1);
  }
  return result;
}
