import { isJsonObject } from '@toolrack/contracts';

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isJsonObject(value);
/** An object's own member: `constructor` and its like are members only where they were given. */
export const own = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** The size of a value: two for each value in it, one for 32 characters of text. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 2 + value.length / 32;
  if (typeof value !== 'object' || value === null) return 2;
  let size = 2;
  for (const key in value) size += 2 + key.length / 32 + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}
