import { issueText, ToolrackError } from '@toolrack/contracts';
import type { SchemaIssue, ToolDescriptor } from '@toolrack/contracts';

/** Wrong arguments, with `fields.issues` for surfaces that word it themselves. */
export function argumentsError(tool: ToolDescriptor, issues: readonly SchemaIssue[]): ToolrackError {
  return new ToolrackError('ERR_CALL_ARGUMENTS', `The arguments of ${tool.id} are wrong: ${issueText(issues)}. The tool was not called.`, {
    toolId: tool.id,
    fields: { issues },
  });
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
export function schemaError(tool: ToolDescriptor, which: 'inputSchema' | 'outputSchema', reason: string): ToolrackError {
  return new ToolrackError('ERR_CALL_SCHEMA', `The ${which} of ${tool.id} is invalid: ${reason}. The tool was not called.`, {
    toolId: tool.id,
    fields: { which },
  });
}

/** The one answer for tools that are unknown and tools that are not allowed. */
export function unknownTool(reference: string): ToolrackError {
  return new ToolrackError('ERR_TOOL_UNKNOWN', `Unknown tool ${JSON.stringify(reference.slice(0, 256))}.`, {
    hint: 'Search for the tool and use an id from the answer.',
  });
}

/**
 * The call was cancelled, or its run or runtime has ended: says why, and whether the tool may have run (`isSent`, also in `fields.sent`). Another
 * reason of the signal that is an error of ours, such as a time limit, is the answer itself.
 */
export function interrupted(tool: ToolDescriptor, signal: AbortSignal, isSent = false): ToolrackError {
  const reason: unknown = signal.reason;
  const own = ToolrackError.is(reason) ? reason : undefined;
  if (own !== undefined && own.code !== 'ERR_CALL_INTERRUPTED') return own;
  const why = own === undefined ? '' : `${own.message} `;
  const what = isSent ? 'was cancelled after it had been sent' : 'was cancelled before it was sent';
  return new ToolrackError('ERR_CALL_INTERRUPTED', `${why}The call of ${tool.id} ${what}.`, {
    toolId: tool.id,
    fields: { sent: isSent },
    hint: isSent ? 'It may have run: check before calling again.' : 'It has not run.',
  });
}

/**
 * What a call fails with whose signal has aborted. A source that gave the call up knows best whether it was sent, and says so within a turn of the
 * event loop or never; until it does, a call that was passed on to it counts as sent.
 */
export async function interruption(
  error: unknown,
  { tool, signal }: { readonly tool: ToolDescriptor; readonly signal: AbortSignal },
  working: Promise<unknown>,
  isPassedOn: boolean,
): Promise<unknown> {
  if (!signal.aborted || (ToolrackError.is(error) && !['ERR_CALL_FAILED', 'ERR_CALL_INTERRUPTED'].includes(error.code))) return error;
  const turn = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
  const own = await Promise.race([
    working.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
    turn,
  ]);
  return interrupted(tool, signal, isPassedOn && !(ToolrackError.is(own) && own.fields['sent'] === false));
}

/** The source of the tool has gone or no longer lists it. */
export function unavailable(tool: ToolDescriptor): ToolrackError {
  return new ToolrackError('ERR_TOOL_UNAVAILABLE', `The tool ${tool.id} is no longer there.`, {
    toolId: tool.id,
    hint: 'Search for another tool.',
  });
}

/** The call took longer than the runtime's own limit. */
export function timedOut(tool: ToolDescriptor, milliseconds: number): ToolrackError {
  return new ToolrackError('ERR_CALL_TIMEOUT', `The call of ${tool.id} took longer than ${milliseconds} ms.`, {
    toolId: tool.id,
    hint: 'It may have run: do not repeat it blindly.',
  });
}
