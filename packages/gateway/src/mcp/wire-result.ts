import { isSpecType, type CallToolResult, type ContentBlock as WireBlock } from '@modelcontextprotocol/server';
import { isJsonObject, jsonForModel, type CallAnswer, type ContentBlock, type ErrorDetails } from '@toolrack/contracts';

/**
 * The answer as MCP sends it. `structuredContent` is sent only where the tool's listed output schema promises it: for a control the
 * text already says everything, and saying it twice doubles what the model pays for. Clients show it to models, so that it is cleaned as the
 * listed schema is.
 */
export function toWireResult(answer: CallAnswer, hasOutputSchema: boolean): CallToolResult {
  const structured = hasOutputSchema && !answer.isError && answer.details !== undefined ? answer.details : undefined;
  return {
    content: answer.content.map(wireBlock),
    ...(structured === undefined ? {} : { structuredContent: jsonForModel(structured) }),
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
  if (isPlainText(block) || isSpecType.ContentBlock(block)) return block as WireBlock;
  const type: unknown = isJsonObject(block) ? block['type'] : undefined;
  const name = typeof type === 'string' ? type.slice(0, 40) : 'unknown';
  return { type: 'text', text: `[The tool returned a malformed content block of type "${name}"; it is left out.]` };
}

/** The usual block, known without a schema. */
function isPlainText(block: ContentBlock): boolean {
  return isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' && Object.keys(block).length === 2;
}
