import { isJsonObject, plainJson, ToolrackError } from '@toolrack/contracts';
import type { ContentBlock, JsonObject, JsonValue, ToolDescriptor, ToolResult } from '@toolrack/contracts';

/**
 * Turns whatever a source or an `execute` tap answered into a frozen result, copied so that a tool that changes its value later changes nothing.
 * Rejects what is no result at all; what JSON cannot say is replaced, and a last block of the content tells of it.
 */
export function normaliseResult(value: unknown, tool: ToolDescriptor): ToolResult {
  if (!isJsonObject(value))
    throw new ToolrackError('ERR_CALL_FAILED', `The tool ${tool.id} answered nothing that can be read.`, {
      toolId: tool.id,
    });
  const raw = value as Record<string, unknown>;
  const plain = plainJson({ content: raw['content'], details: raw['details'], _meta: raw['_meta'] });
  const { content, details, _meta } = plain.value as JsonObject;
  const { blocks, unread } = readContent(content);
  const lost = [...plain.changes, ...unread];
  return Object.freeze({
    content: Object.freeze(lost.length === 0 ? blocks : [...blocks, lossBlock(lost, plain.changed + unread.length - lost.length)]),
    ...('details' in raw ? { details } : {}),
    ...(raw['isError'] === true ? { isError: true } : {}),
    ...(raw['terminate'] === true ? { terminate: true } : {}),
    ...(isJsonObject(_meta) ? { _meta } : {}),
  });
}

function readContent(content: JsonValue | undefined): { readonly blocks: readonly ContentBlock[]; readonly unread: readonly string[] } {
  if (typeof content === 'string') return { blocks: [{ type: 'text', text: content }], unread: [] };
  if (content === undefined || content === null) return { blocks: [], unread: [] };
  const items: readonly JsonValue[] = Array.isArray(content) ? (content as readonly JsonValue[]) : [content];
  const blocks: ContentBlock[] = [];
  let unread = 0;
  for (const item of items) {
    if (typeof item === 'string') blocks.push({ type: 'text', text: item });
    else if (isJsonObject(item) && typeof item['type'] === 'string') blocks.push(item as unknown as ContentBlock);
    else unread += 1;
  }
  return { blocks, unread: unread === 0 ? [] : [`${unread} of ${items.length} parts of content are no content blocks, left out`] };
}

function lossBlock(lost: readonly string[], more: number): ContentBlock {
  const text = `[Toolrack: parts of this result cannot be written as JSON: ${lost.join('; ')}${more > 0 ? `; and ${more} more` : ''}.]`;
  return { type: 'text', text };
}
