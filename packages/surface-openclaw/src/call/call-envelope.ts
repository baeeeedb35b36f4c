import { type CallAnswer, type ContentBlock, isJsonObject, type ToolDescriptor, type ToolResult } from '@toolrack/contracts';
import { compactCandidate } from '../search/compact-candidate.js';
import { prettyJson } from '../text/bounded-text.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';

const failureKinds: Readonly<Record<string, string>> = {
  failed: 'failed',
  error: 'failed',
  timed_out: 'timed_out',
  timeout: 'timed_out',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  aborted: 'cancelled',
};

/** How the target says that it failed; a block can only come from a real veto, so a tool's own word for it does not count. */
function failureKind(result: ToolResult): string | undefined {
  const { details } = result;
  const status = isJsonObject(details) && typeof details['status'] === 'string' ? details['status'] : '';
  const kind = Object.hasOwn(failureKinds, status) ? failureKinds[status] : undefined;
  return kind ?? (result.isError === true ? 'failed' : undefined);
}

/** Images go to the model as images; their data would only be noise in a text. */
function isImage(block: ContentBlock): boolean {
  return block.type === 'image';
}

/** The result as the text shows it. */
function shownResult(result: ToolResult) {
  return {
    content: result.content.filter((block) => !isImage(block)),
    ...(result.details === undefined ? {} : { details: result.details }),
    ...(result.isError === true ? { isError: true } : {}),
  };
}

/** The result as hosts get it. */
function fullResult(result: ToolResult) {
  return { ...shownResult(result), content: result.content, ...(result._meta === undefined ? {} : { _meta: result._meta }) };
}

/**
 * The answer to a successful `tool_call`: a text `{ tool: { id, name, source }, result }` with images beside it, and the
 * whole envelope in the details. Text of untrusted tools is wrapped; the details stay as they are.
 */
export function callEnvelope(tool: ToolDescriptor, result: ToolResult): CallAnswer {
  const candidate = compactCandidate(tool);
  const { id, name, source } = candidate;
  const json = prettyJson({ tool: { id, name, source }, result: shownResult(result) });
  const status = failureKind(result);
  return {
    content: [{ type: 'text', text: tool.trust === 'trusted' ? json : wrapUntrusted(json) }, ...result.content.filter(isImage)],
    details: { tool: candidate, result: fullResult(result), ...(status === undefined ? {} : { status }) },
    isError: result.isError === true,
    ...(result.terminate === true ? { terminate: true } : {}),
  };
}
