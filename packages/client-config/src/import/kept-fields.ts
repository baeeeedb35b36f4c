import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

import { isSecret } from './secret-detection.js';

/** What stands where a kept field had a secret. */
export const leftOutSecret = '(secret, left out)';

/** The fields of an entry that Toolrack has no place for, without secrets: the client's own file still has them. */
export function keptFields(entry: JsonObject, used: ReadonlySet<string>): JsonObject {
  const rest = Object.entries(entry).filter(([key, value]) => !used.has(key) && value !== undefined);
  return Object.fromEntries(rest.map(([key, value]) => [key, withoutSecrets(key, value as JsonValue)]));
}

function withoutSecrets(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return isSecret(name, value) ? leftOutSecret : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutSecrets(name, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutSecrets(key, child as JsonValue)]));
}
