import { type CallAnswer, type ContentBlock } from '@toolrack/contracts';
import { jsonAnswer } from '../controls/answer.js';

/** What became of one entry of a batch. */
export type BatchOutcome =
  | { readonly response: unknown; readonly content?: readonly ContentBlock[] }
  | { readonly error: { readonly code: string; readonly message: string; readonly [key: string]: unknown } };

function errorOf(error: unknown): { readonly code: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: 'TOOL_ERROR', message: String(error) };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = {
    code: typeof code === 'string' ? code : 'TOOL_ERROR',
    message: typeof message === 'string' ? message : 'The tool failed.',
  };
  return { ...error, ...known };
}

const unfilled: BatchOutcome = { error: { code: 'PROVIDER_ERROR', message: 'No result came back for this entry.' } };

/**
 * The answer to a batch: outcomes by position, whatever order or index they came with, and counts over them. Media and other blocks that
 * are no text stand beside the envelope. Failed only when no entry succeeded.
 */
export function batchEnvelope(names: readonly string[], outcomes: readonly (BatchOutcome | undefined)[]): CallAnswer {
  const filled = names.map((name, index) => ({ index, name, outcome: outcomes[index] ?? unfilled }));
  const results = filled.map(({ index, name, outcome }) =>
    'error' in outcome ? { index, name, error: errorOf(outcome.error) } : { index, name, response: outcome.response ?? null },
  );
  const failures = results.filter((result) => 'error' in result).length;
  const envelope = { results, success_count: results.length - failures, error_count: failures, total_count: results.length };
  const media = filled.flatMap(({ outcome }) =>
    'error' in outcome ? [] : (outcome.content ?? []).filter((block) => block.type !== 'text'),
  );
  const answer = jsonAnswer(envelope);
  return { ...answer, content: [...answer.content, ...media], isError: failures === results.length };
}
