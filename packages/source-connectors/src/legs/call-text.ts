import { isJsonObject, type RemoteOutcome, textContent, type ToolResult } from '@toolrack/contracts';

import { parseJson } from '../gateway/read-body.js';
import type { CallOutcome } from '../gateway/wire.js';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}

/** The result of one call: `content` is what a model reads, `details` the same with its structure. */
export function resultOfOutcome(outcome: CallOutcome): ToolResult {
  const isError = 'error' in outcome;
  const text = isError ? textOf({ error: outcome.error }) : textOf(outcome.response);
  return { content: textContent(text), details: outcome, ...(isError ? { isError } : {}) };
}

/**
 * The outcome in a result that has been through the pipeline. A hook may have rewritten what the model is to read, for example to
 * redact it; then its text counts, and the structure behind it is not shown.
 */
export function outcomeOfResult(result: ToolResult): RemoteOutcome {
  const others = result.content.filter(({ type }) => type !== 'text');
  const content = others.length === 0 ? {} : { content: result.content };
  const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const details = isJsonObject(result.details) ? result.details : {};
  if (result.isError === true) return { error: errorOf(details['error'], text) };
  const { response } = details;
  return { response: response !== undefined && textOf(response) === text ? response : (parseJson(text) ?? text), ...content };
}

function errorOf(error: unknown, text: string): { readonly code: string; readonly message: string } {
  if (!isJsonObject(error) || typeof error['code'] !== 'string') return { code: 'TOOL_ERROR', message: text };
  const { code, message } = error;
  if (textOf({ error }) !== text || typeof message !== 'string') return { code, message: text };
  return { ...error, code, message };
}
