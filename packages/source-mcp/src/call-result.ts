import { isJsonObject, type ContentBlock, type JsonObject, type ToolResult } from '@toolrack/contracts';

/** Keys of a call result that are not part of an answer. */
const envelopeKeys = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType', 'toolResult']);

/**
 * Maps an MCP call result to a tool result. Blocks are kept as they came; a block of an unknown kind becomes its JSON text;
 * an answer that is only in `structuredContent`, in the old `toolResult` or in keys of the server's own is given as text, so
 * that nothing a server says is lost. Nothing that a result links to is fetched.
 */
export function readCallResult(result: JsonObject): ToolResult {
  const structured = result['structuredContent'];
  const content = readContent(result, structured);
  return {
    content,
    ...(structured === undefined ? {} : { details: structured }),
    ...(result['isError'] === true ? { isError: true } : {}),
    ...(isJsonObject(result['_meta']) ? { _meta: result['_meta'] } : {}),
  };
}

function readContent(result: JsonObject, structured: unknown): readonly ContentBlock[] {
  const content = result['content'];
  if (Array.isArray(content)) {
    const blocks = (content as readonly unknown[]).map(readBlock);
    if (blocks.length > 0 || (structured === undefined && result['toolResult'] === undefined)) return blocks;
  } else if (content !== undefined && content !== null) {
    return [readBlock(content)];
  }
  const answer = result['toolResult'] ?? structured ?? otherKeys(result);
  return answer === undefined ? [] : [{ type: 'text', text: asText(answer) }];
}

function readBlock(block: unknown): ContentBlock {
  if (isJsonObject(block) && isWellFormed(block)) return block as unknown as ContentBlock;
  return { type: 'text', text: asText(block) };
}

function isWellFormed(block: JsonObject): boolean {
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string';
    case 'image':
    case 'audio':
      return typeof block['data'] === 'string' && typeof block['mimeType'] === 'string';
    case 'resource_link':
      return typeof block['uri'] === 'string' && typeof block['name'] === 'string';
    case 'resource':
      return isJsonObject(block['resource']);
    default:
      return false;
  }
}

function otherKeys(result: JsonObject): JsonObject | undefined {
  const entries = Object.entries(result).filter(([key]) => !envelopeKeys.has(key));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
