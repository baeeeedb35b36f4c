import {
  textContent,
  ToolrackError,
  type ClientBinding,
  type ContentBlock,
  type ToolResult,
  type ToolSourceCall,
} from '@toolrack/contracts';

/** Longest text of a caller's error that a model is shown, in UTF-16 code units. */
const longestMessage = 2000;

/**
 * Hands one call back to the caller, once, and waits for its answer or for cancellation, whichever is first. An answer
 * that comes after cancellation is dropped. Rejects with `ERR_CALL_INTERRUPTED` or `ERR_CALL_FAILED`.
 */
export async function handBack(client: ClientBinding, call: ToolSourceCall): Promise<ToolResult> {
  if (call.signal.aborted) throw interrupted(call);
  const answer = await untilAborted(call, async () =>
    client.call({
      callId: call.callId,
      toolId: call.tool.id,
      name: call.name,
      arguments: call.arguments,
      signal: call.signal,
    }),
  );
  return checkAnswer(call, answer);
}

async function untilAborted(call: ToolSourceCall, start: () => Promise<unknown>): Promise<unknown> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = (): void => reject(interrupted(call));
    call.signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } catch (error) {
    throw call.signal.aborted ? interrupted(call) : failed(call, error);
  } finally {
    call.signal.removeEventListener('abort', onAbort);
  }
}

/** Only the outer shape: what is inside the blocks is the kernel's to snapshot. */
function checkAnswer(call: ToolSourceCall, answer: unknown): ToolResult {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw malformed(call, 'is not an object');
  }
  const result = answer as Omit<ToolResult, 'content'> & { content?: unknown };
  const { content } = result;
  if (content === undefined) return { ...result, content: [] };
  if (typeof content === 'string') return { ...result, content: textContent(content) };
  if (!Array.isArray(content)) throw malformed(call, 'has a content that is not an array');
  return { ...result, content: content as readonly ContentBlock[] };
}

function interrupted(call: ToolSourceCall): ToolrackError {
  return new ToolrackError('ERR_CALL_INTERRUPTED', `The call of client tool "${call.name}" was cancelled.`, {
    toolId: call.tool.id,
    cause: call.signal.reason,
  });
}

function malformed(call: ToolSourceCall, what: string): ToolrackError {
  return new ToolrackError('ERR_CALL_FAILED', `The client's answer to the call of "${call.name}" ${what}.`, {
    toolId: call.tool.id,
    fields: { callId: call.callId },
  });
}

function failed(call: ToolSourceCall, error: unknown): ToolrackError {
  if (ToolrackError.is(error)) return error;
  const message = (error instanceof Error ? error.message : String(error)).slice(0, longestMessage).trim();
  const text = `The client could not carry out the call of "${call.name}"${message === '' ? '.' : `: ${message}`}`;
  return new ToolrackError('ERR_CALL_FAILED', text, { toolId: call.tool.id, cause: error });
}
