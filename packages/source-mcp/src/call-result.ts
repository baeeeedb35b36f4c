import { isJsonObject, type ContentBlock, type JsonObject, type ToolResult } from '@toolrack/contracts';

/** Keys of a call result that are not part of an answer. */
const envelopeKeys = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType', 'toolResult']);

/**
 * Maps an MCP call result to a tool result. Blocks are kept as they came; an answer that is only in `structuredContent`, in the old
 * `toolResult` or in keys of the server's own is given as text. What is not MCP (content that is no list, blocks of an unknown kind or
 * form, an empty result) is never a success: it becomes a failed result that says so and holds what the server sent as text.
 * Nothing that a result links to is fetched.
 */
export function readCallResult(result: JsonObject): ToolResult {
  const structured = result['structuredContent'];
  const faults: string[] = [];
  const content = readContent(result, structured, faults);
  const isFaulty = faults.length > 0;
  const note = `The tool's answer is malformed: ${faults.slice(0, 3).join('; ')}. What it sent follows.`;
  return {
    content: isFaulty ? [{ type: 'text', text: note }, ...content] : content,
    ...(structured === undefined ? {} : { details: structured }),
    ...(result['isError'] === true || isFaulty ? { isError: true } : {}),
    ...(isJsonObject(result['_meta']) ? { _meta: result['_meta'] } : {}),
  };
}

function readContent(result: JsonObject, structured: unknown, faults: string[]): readonly ContentBlock[] {
  const content = result['content'];
  if (Array.isArray(content)) {
    const blocks = (content as readonly unknown[]).map((block, index) => readBlock(block, `content[${index}]`, faults));
    if (blocks.length > 0 || (structured === undefined && result['toolResult'] === undefined)) return blocks;
  } else if (content !== undefined && content !== null) {
    faults.push('its content is not a list');
    return [isJsonObject(content) && isWellFormed(content) ? (content as unknown as ContentBlock) : textBlock(content)];
  }
  const answer = result['toolResult'] ?? structured ?? otherKeys(result);
  if (answer === undefined) faults.push(content === null ? 'its content is null' : 'it has no content');
  return answer === undefined ? [] : [textBlock(answer)];
}

function readBlock(block: unknown, place: string, faults: string[]): ContentBlock {
  if (isJsonObject(block) && isWellFormed(block)) return block as unknown as ContentBlock;
  const type = isJsonObject(block) ? block['type'] : undefined;
  if (typeof type !== 'string') faults.push(`${place} is no block`);
  else faults.push(`${place} ${kinds.has(type) ? 'lacks a part of' : 'is of the unknown type'} ${JSON.stringify(type.slice(0, 50))}`);
  return textBlock(block);
}

const kinds = new Set(['text', 'image', 'audio', 'resource_link', 'resource']);

function textBlock(value: unknown): ContentBlock {
  return { type: 'text', text: asText(value) };
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
