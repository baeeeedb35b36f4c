import { type CallAnswer, type ErrorDetails, isJsonObject, type ToolDescriptor, type ToolResult } from '@toolrack/contracts';
import { compactCandidate } from '../search/compact-candidate.js';
import { inOneLine, prettyJson } from '../text/bounded-text.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { isMedia, shownResult } from './shown-result.js';

/** Longest message of a reported failure in the details, in UTF-16 code units. */
const failureLength = 500;
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

/** True for text that comes from outside: of an untrusted tool, or marked so by a trusted one that has not wrapped it. */
function isForeign(tool: ToolDescriptor, { details }: ToolResult): boolean {
  if (tool.trust !== 'trusted') return true;
  const external = isJsonObject(details) ? details['externalContent'] : undefined;
  return isJsonObject(external) && external['untrusted'] === true && external['wrapped'] !== true;
}

/** The failure that the target itself reports, in the form that hosts read of every failed call. */
function reportedFailure(tool: ToolDescriptor, result: ToolResult): ErrorDetails {
  const text = result.content.find((block) => block.type === 'text')?.text ?? '';
  return {
    code: 'ERR_CALL_FAILED',
    kind: 'tool-failed',
    message: text === '' ? `The tool ${tool.id} reports a failure.` : inOneLine(text, failureLength),
    toolId: tool.id,
  };
}

/**
 * The answer to a `tool_call` that ran: a text `{ tool: { id, name, source }, result }` with images beside it, and the
 * whole envelope in the details. Text from outside is wrapped; the details stay as they are.
 */
export function callEnvelope(tool: ToolDescriptor, result: ToolResult): CallAnswer {
  const candidate = compactCandidate(tool);
  const { id, name, source } = candidate;
  const json = prettyJson({ tool: { id, name, source }, result: shownResult(result) });
  const status = failureKind(result);
  const { terminate, ...kept } = result;
  return {
    content: [{ type: 'text', text: isForeign(tool, result) ? wrapUntrusted(json) : json }, ...result.content.filter(isMedia)],
    details: {
      tool: candidate,
      result: kept,
      ...(status === undefined ? {} : { status }),
      ...(result.isError === true ? { error: reportedFailure(tool, result) } : {}),
    },
    isError: result.isError === true,
    ...(terminate === true ? { terminate } : {}),
  };
}
