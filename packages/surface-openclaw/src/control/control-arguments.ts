import { isJsonObject, type JsonObject } from '@toolrack/contracts';

/** The object behind a value that a model sent: itself, or what a string of JSON holds; `undefined` for anything else. */
export function parsedObject(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A control's arguments as an object; models that send them as a string of JSON are understood, anything else is `{}`. */
export function controlArguments(value: unknown): JsonObject {
  return parsedObject(value) ?? {};
}

/** True for a key that is there with a value other than `null`. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
