import { isJsonObject, shownName, type JsonObject, type JsonValue } from '@toolrack/contracts';

type MapUri = (uri: string) => string;

/** A result of `resources/read` with its addresses as the client asked for them. */
export function showContents(result: JsonObject, map: MapUri): JsonObject {
  const contents = result['contents'];
  return Array.isArray(contents) ? { ...result, contents: (contents as readonly JsonValue[]).map((item) => withUri(item, map)) } : result;
}

/** A result of `prompts/get` with the addresses of resources in its messages as the client can read them. */
export function showMessages(result: JsonObject, map: MapUri): JsonObject {
  const messages = result['messages'];
  if (!Array.isArray(messages)) return result;
  return {
    ...result,
    messages: (messages as readonly JsonValue[]).map((message) =>
      isJsonObject(message) && isJsonObject(message['content']) ? { ...message, content: showBlock(message['content'], map) } : message,
    ),
  };
}

function showBlock(block: JsonObject, map: MapUri): JsonObject {
  if (block['type'] === 'resource_link') return withUri(block, map) as JsonObject;
  return block['type'] === 'resource' ? { ...block, resource: withUri(block['resource'], map) } : block;
}

function withUri(value: JsonValue | undefined, map: MapUri): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  return typeof value['uri'] === 'string' ? { ...value, uri: shownName(map(value['uri'])) } : value;
}
