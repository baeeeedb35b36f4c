import { freezeJson, isJsonObject, ToolrackError } from '@toolrack/contracts';
import type { ContentBlock, ToolDescriptor, ToolResult } from '@toolrack/contracts';

/** Turns whatever a source or an `execute` tap answered into a frozen result. Rejects what is no result at all. */
export function normaliseResult(value: unknown, tool: ToolDescriptor): ToolResult {
  if (!isJsonObject(value))
    throw new ToolrackError('ERR_CALL_FAILED', `The tool ${tool.id} answered nothing that can be read.`, {
      toolId: tool.id,
    });
  const raw = value as Record<string, unknown>;
  const details = 'details' in raw ? readDetails(raw['details']) : undefined;
  return Object.freeze({
    content: Object.freeze(readContent(raw['content'])),
    ...('details' in raw ? { details } : {}),
    ...(raw['isError'] === true ? { isError: true } : {}),
    ...(raw['terminate'] === true ? { terminate: true } : {}),
    ...(isJsonObject(raw['_meta']) ? { _meta: raw['_meta'] } : {}),
  });
}

function readContent(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is ContentBlock => isJsonObject(block) && typeof block['type'] === 'string');
}

/** A frozen copy, so that a tool that changes its value later changes nothing; what is not JSON is left out. */
function readDetails(details: unknown): unknown {
  try {
    return freezeJson(details);
  } catch {
    return undefined;
  }
}
