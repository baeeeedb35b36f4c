import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

const rawTools = 'toolrack/tools';
const rawContent = 'toolrack/content';

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
  if ('tools' in result) Object.assign(changed, { tools: [], [rawTools]: result['tools'] });
  if ('content' in result) Object.assign(changed, { content: [], [rawContent]: result['content'] });
  message.result = changed;
}

/** What the server sent as `tools`. */
export function toolsOf(result: JsonObject): unknown {
  return result[rawTools] ?? result['tools'];
}

/** What the server sent as `content`. */
export function contentOf(result: JsonObject): unknown {
  return result[rawContent] ?? result['content'];
}

/** A result schema that takes every object as it is; the parts are read one by one afterwards. */
export const anyResult = {
  '~standard': {
    version: 1 as const,
    vendor: 'toolrack',
    validate: (value: unknown): { readonly value: JsonObject } => ({ value: isJsonObject(value) ? value : {} }),
  },
};
