import {
  type CallAnswer,
  type ContentBlock,
  type ErrorDetails,
  isJsonObject,
  type KeptResult,
  type ToolDescriptor,
  type ToolResult,
} from '@toolrack/contracts';
import { firstPart } from '../kept/first-part.js';
import { compactCandidate } from '../search/compact-candidate.js';
import { shownCandidate } from '../search/shown-candidate.js';
import { inOneLine, prettyJson } from '../text/bounded-text.js';
import { fitsUntrusted, wrapUntrusted } from '../text/untrusted-envelope.js';
import { isMedia, resultLimit, shownResult, textResult } from './shown-result.js';

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

function toolOf(tool: ToolDescriptor): object {
  const { id, name, source } = shownCandidate(compactCandidate(tool));
  return { id, name, source };
}

/** The whole result as JSON, pretty-printed or, where only that fits, without blanks; `undefined` when neither does. */
function wholeJson(tool: ToolDescriptor, result: ToolResult): string | undefined {
  const shown = { tool: toolOf(tool), result: textResult(result) };
  const isFitting = fits(tool, result);
  const pretty = prettyJson(shown);
  if (isFitting(pretty)) return pretty;
  const bare = JSON.stringify(shown);
  return isFitting(bare) ? bare : undefined;
}

/** The result as the text of an answer, cut where it is too long. */
function shownText(tool: ToolDescriptor, result: ToolResult): string {
  const whole = wholeJson(tool, result);
  const isFrom = isForeign(tool, result);
  if (whole !== undefined) return isFrom ? wrapUntrusted(whole) : whole;
  const shown = toolOf(tool);
  const cut = { tool: shown, result: shownResult(result, resultLimit - JSON.stringify(shown).length - 32) };
  return isFrom ? wrapUntrusted(prettyJson(cut)) : JSON.stringify(cut);
}

function fits(tool: ToolDescriptor, result: ToolResult): (json: string) => boolean {
  return isForeign(tool, result) ? fitsUntrusted : (json) => json.length <= resultLimit;
}

/** Text of a few blocks that is certainly shown whole, also when each of its characters is written as an escape of six. */
const shortText = 2_000;

function isShort({ content, details }: ToolResult): boolean {
  if (details !== undefined || content.length > 4) return false;
  return content.every((block) => block.type === 'text' && Object.keys(block).length === 2 && block.text.length <= shortText / 4);
}

/** True for a result that `callEnvelope` would not show whole. */
export function isCut(tool: ToolDescriptor, result: ToolResult): boolean {
  if (isShort(result)) return false;
  return wholeJson(tool, result) === undefined;
}

/** The beginning of a kept result and, outside of what the tool says, how to read on. */
function shownPart(tool: ToolDescriptor, result: ToolResult, kept: KeptResult): readonly ContentBlock[] {
  const { json, note } = firstPart(result, kept, {
    most: resultLimit,
    around: (shown) => ({ tool: toolOf(tool), result: shown }),
    fits: fits(tool, result),
  });
  const text = isForeign(tool, result) ? wrapUntrusted(json) : json;
  return [text, ...(note === '' ? [] : [`[${note}]`])].map((part) => ({ type: 'text', text: part }));
}

/**
 * The answer to a `tool_call` that ran: a text `{ tool: { id, name, source }, result }` with images beside it, and the
 * whole envelope in the details. Text from outside is wrapped; the details stay as they are. Of a result that is kept because it `isCut` the
 * beginning is shown, with a note behind it.
 */
export function callEnvelope(tool: ToolDescriptor, result: ToolResult, kept?: KeptResult): CallAnswer {
  const status = failureKind(result);
  const { terminate, ...whole } = result;
  const text = kept === undefined ? [{ type: 'text' as const, text: shownText(tool, result) }] : shownPart(tool, result, kept);
  return {
    content: [...text, ...result.content.filter(isMedia)],
    details: {
      tool: compactCandidate(tool),
      result: whole,
      ...(status === undefined ? {} : { status }),
      ...(result.isError === true ? { error: reportedFailure(tool, result) } : {}),
    },
    isError: result.isError === true,
    ...(terminate === true ? { terminate } : {}),
  };
}
