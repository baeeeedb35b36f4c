import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Where a part is kept meanwhile. */
const prefix = 'toolrack/';
const parts = ['tools', 'content', 'resources', 'resourceTemplates', 'prompts', 'contents', 'messages'];

/**
 * Prepares a message for the SDK, which refuses a whole result for one bad part of it: the parts that servers get wrong are
 * put aside under a key of our own, to be read piece by piece, and what `initialize` may lack is filled in. Changes the message in place.
 */
export function setAsideParts(message: JSONRPCMessage): void {
  if (!('result' in message) || !isJsonObject(message.result)) return;
  const result: JsonObject = message.result;
  const changed: Record<string, unknown> = { ...result };
  if (typeof result['protocolVersion'] === 'string' && result['supportedVersions'] === undefined) {
    if (!isJsonObject(result['capabilities'])) changed['capabilities'] = {};
    if (!isJsonObject(result['serverInfo'])) changed['serverInfo'] = { name: 'unknown', version: '0' };
  }
  for (const part of parts) {
    if (part in result) Object.assign(changed, { [part]: [], [`${prefix}${part}`]: result[part] });
  }
  message.result = changed;
}

/** The result with its parts as the server sent them. */
export function restoreParts(result: JsonObject): JsonObject {
  const restored: Record<string, JsonValue | undefined> = { ...result };
  for (const part of parts) {
    const key = `${prefix}${part}`;
    if (!(key in restored)) continue;
    restored[part] = restored[key];
    delete restored[key];
  }
  return restored;
}

/** A result schema that takes every object as it is; the parts are read one by one afterwards. */
export const anyResult = {
  '~standard': {
    version: 1 as const,
    vendor: 'toolrack',
    validate: (value: unknown): { readonly value: JsonObject } => ({ value: isJsonObject(value) ? value : {} }),
  },
};
