import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

import { argumentSpans } from './argument-spans.js';
import { replaceSpans, type SecretSpan } from './secret-span.js';
import { secretSpans } from './secret-spans.js';
import type { UsedKeys } from './used-keys.js';

/** What stands where a kept field had a secret. */
export const leftOutSecret = '(secret, left out)';

/** The fields of an entry that Toolrack has no place for, without secrets: the client's own file still has them. */
export function keptFields(entry: JsonObject, used: UsedKeys): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) => {
      const rest = value === undefined ? undefined : used.restOf(key, value);
      return rest === undefined ? [] : [[key, withoutSecrets(key, rest)]];
    }),
  );
}

function withoutSecrets(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return cleaned(value, secretSpans(name, value));
  if (Array.isArray(value)) return withoutListed(name, value as JsonValue[]);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutSecrets(key, child as JsonValue)]));
}

/** A list of texts may be the arguments of a program. */
function withoutListed(name: string, items: readonly JsonValue[]): JsonValue {
  if (!items.every((item) => typeof item === 'string')) return items.map((item) => withoutSecrets(name, item));
  const spans = argumentSpans('', items);
  return items.map((item, index) => {
    const found = secretSpans(name, item);
    return cleaned(item, found.length === 0 ? (spans[index] ?? []) : found);
  });
}

function cleaned(text: string, spans: readonly SecretSpan[]): string {
  return replaceSpans(text, spans, () => leftOutSecret);
}
