import { isJsonObject, type JsonValue } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { parseDocumentText } from '../formats/edit-document.js';
import { argumentSpans } from '../import/argument-spans.js';
import type { SecretSpan } from '../import/secret-span.js';
import { secretSpans } from '../import/secret-spans.js';

/** Every secret that a client's file holds, in servers, in the gateway's own entry and elsewhere, the longest first: for hiding them in what is shown. */
export function entrySecrets(client: ClientDialect, file: string, text: string): readonly string[] {
  const found = new Set<string>();
  const add = (words: string, spans: readonly SecretSpan[]): void => {
    for (const { start, end } of spans) found.add(words.slice(start, end));
  };
  const visit = (name: string, value: JsonValue): void => {
    if (typeof value === 'string') add(value, secretSpans(name, value));
    else if (Array.isArray(value)) {
      const items = value as JsonValue[];
      const words = items.map((item) => (typeof item === 'string' ? item : ''));
      argumentSpans('', words).forEach((spans, index) => add(words[index] as string, spans));
      for (const item of items) visit(name, item);
    } else if (isJsonObject(value)) for (const [key, child] of Object.entries(value)) visit(key, child as JsonValue);
  };
  visit('', parseDocumentText(client.format, file, text));
  return [...found].sort((left, right) => right.length - left.length);
}
