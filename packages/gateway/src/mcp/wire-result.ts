import { isSpecType, type CallToolResult, type ContentBlock as WireBlock } from '@modelcontextprotocol/server';
import { isJsonObject, type CallAnswer, type ContentBlock, type ErrorDetails } from '@toolrack/contracts';

/**
 * The answer as MCP sends it. `structuredContent` is sent only where the tool's listed output schema promises it: for a control the
 * text already says everything, and saying it twice doubles what the model pays for.
 */
export function toWireResult(answer: CallAnswer, hasOutputSchema: boolean): CallToolResult {
  const structured = hasOutputSchema && !answer.isError && answer.details !== undefined ? answer.details : undefined;
  return {
    content: answer.content.map(wireBlock),
    ...(structured === undefined ? {} : { structuredContent: structured as Record<string, unknown> }),
    ...(answer.isError ? { isError: true } : {}),
  };
}

/** The error that an answer carries in its details, if any. */
export function answerError(answer: CallAnswer): ErrorDetails | undefined {
  if (!answer.isError || !isJsonObject(answer.details)) return undefined;
  const error = answer.details['error'];
  return isJsonObject(error) && typeof error['code'] === 'string' ? (error as unknown as ErrorDetails) : undefined;
}

/** One malformed block from a tool must not cost the model the whole result. */
function wireBlock(block: ContentBlock): WireBlock {
  if (block.type === 'text' && typeof block.text === 'string' && block.annotations === undefined)
    return block as WireBlock;
  if (isSpecType.ContentBlock(block)) return block;
  const type = isJsonObject(block) && typeof block.type === 'string' ? block.type.slice(0, 40) : 'unknown';
  return { type: 'text', text: `[The tool returned a malformed content block of type "${type}"; it is left out.]` };
}
