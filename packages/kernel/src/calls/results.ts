import {
  isJsonObject,
  ToolrackError,
  type ContentBlock,
  type SchemaIssue,
  type ToolDescriptor,
  type ToolResult,
} from '@toolrack/contracts';
import { freezeJson } from '../util/json.js';

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

/** Text of an issue list: `path: message; path: message`. */
export function issueText(issues: readonly SchemaIssue[]): string {
  return issues.map((issue) => `${issue.path === '' ? '(root)' : issue.path}: ${issue.message}`).join('; ');
}

/** Wrong arguments, with `fields.issues` for surfaces that word it themselves. */
export function argumentsError(tool: ToolDescriptor, issues: readonly SchemaIssue[]): ToolrackError {
  return new ToolrackError(
    'ERR_CALL_ARGUMENTS',
    `The arguments of ${tool.id} are wrong: ${issueText(issues)}. The tool was not called.`,
    {
      toolId: tool.id,
      fields: { issues },
    },
  );
}

/** A result that breaks the tool's own promise, with `fields.issues` (the first five) and `fields.more`. */
export function outputError(tool: ToolDescriptor, issues: readonly SchemaIssue[]): ToolrackError {
  const shown = issues.slice(0, 5);
  return new ToolrackError(
    'ERR_CALL_OUTPUT',
    `The result of ${tool.id} does not fit its output schema: ${issueText(shown)}. The tool has run and may have had effects.`,
    {
      toolId: tool.id,
      fields: { issues: shown, more: issues.length - shown.length },
    },
  );
}

/** A schema of the tool that cannot be compiled: nothing was called. */
export function schemaError(
  tool: ToolDescriptor,
  which: 'inputSchema' | 'outputSchema',
  reason: string,
): ToolrackError {
  return new ToolrackError(
    'ERR_CALL_SCHEMA',
    `The ${which} of ${tool.id} is invalid: ${reason}. The tool was not called.`,
    { toolId: tool.id, fields: { which } },
  );
}

/** The one answer for tools that are unknown and tools that are not allowed. */
export function unknownTool(reference: string): ToolrackError {
  return new ToolrackError('ERR_TOOL_UNKNOWN', `Unknown tool ${JSON.stringify(reference.slice(0, 256))}.`, {
    hint: 'Search for the tool and use an id from the answer.',
  });
}

/** The call was cancelled, or its run or runtime has ended. */
export function interrupted(tool: ToolDescriptor, signal: AbortSignal): ToolrackError {
  const reason: unknown = signal.reason;
  if (ToolrackError.is(reason)) return reason;
  return new ToolrackError('ERR_CALL_INTERRUPTED', `The call of ${tool.id} was cancelled.`, { toolId: tool.id });
}
