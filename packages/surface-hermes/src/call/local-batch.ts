import { type CallAnswer, isJsonObject, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { inputError } from '../controls/control-input.js';
import { batchEnvelope, type BatchOutcome } from '../remote/batch-envelope.js';
import { type CallEntry } from './call-entries.js';
import { localCall } from './local-call.js';

/** Most local entries of one call. */
const mostEntries = 10;

function textOf({ content }: CallAnswer): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function outcomeOf(answer: CallAnswer): BatchOutcome {
  const text = textOf(answer);
  if (!answer.isError) return { response: text === '' && answer.details !== undefined ? answer.details : text, content: answer.content };
  const error = isJsonObject(answer.details) ? answer.details['error'] : undefined;
  const code = isJsonObject(error) && typeof error['code'] === 'string' ? error['code'] : 'TOOL_ERROR';
  return { error: { code, message: text === '' ? 'The tool reports a failure.' : text } };
}

/**
 * Runs local entries one after another; each has its own outcome, and a failed one does not keep the next from running. Entries that a
 * cancellation leaves over are `INTERRUPTED` and never sent. Throws `ERR_TOOL_INPUT` beyond ten entries.
 */
export async function localBatch(entries: readonly CallEntry[], session: SurfaceSession): Promise<CallAnswer> {
  if (entries.length > mostEntries) {
    throw inputError(`too many calls: ${entries.length}, at most ${mostEntries} in one tool_call.`, 'Send the rest in another call.');
  }
  const outcomes: BatchOutcome[] = [];
  for (const entry of entries) {
    if (session.signal.aborted) outcomes.push({ error: { code: 'INTERRUPTED', message: 'Stopped before this entry; it was not sent.' } });
    else outcomes.push(await localCall(entry, session).then(outcomeOf, failedOutcome));
  }
  return batchEnvelope(
    entries.map(({ name }) => name),
    outcomes,
  );
}

function failedOutcome(error: unknown): BatchOutcome {
  if (!ToolrackError.is(error)) throw error;
  return { error: { code: error.code, message: error.toModelText() } };
}
