import { ToolrackError, type ToolProgress, type ToolResult, type ToolSourceCall } from '@toolrack/contracts';

import { type OpenclawTool } from './openclaw-shapes.js';
import { withoutPaths } from './safe-text.js';
import { firstText, normalizeToolResult } from './tool-result.js';

/** Longest message of a progress step, in UTF-16 code units. */
const longestProgress = 500;

/**
 * Runs one tool once with a copy of the arguments. Rejects with `ERR_CALL_INTERRUPTED` as soon as the call is cancelled,
 * whether the tool listens to its signal or not, and with `ERR_CALL_FAILED` when the tool throws. A tool that does not listen is made known,
 * so that no call overlaps with it that must not.
 */
export async function executeTool(
  tool: OpenclawTool,
  callArguments: unknown,
  call: ToolSourceCall,
  directory: string | undefined,
): Promise<ToolResult> {
  if (call.signal.aborted) throw interrupted(call);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = (): void => reject(interrupted(call));
    call.signal.addEventListener('abort', onAbort, { once: true });
  });
  const progress = { isOpen: true };
  const onUpdate = progressReporter(call.onProgress, progress);
  const run = async (): Promise<unknown> => tool.execute(call.callId, structuredClone(callArguments), call.signal, onUpdate);
  const running = run();
  try {
    return normalizeToolResult(await Promise.race([running, aborted]));
  } catch (error) {
    if (call.signal.aborted) call.waitUntil?.(running);
    throw call.signal.aborted ? interrupted(call) : failed(call, error, directory);
  } finally {
    progress.isOpen = false;
    call.signal.removeEventListener('abort', onAbort);
  }
}

/** Counts partial results, as OpenClaw's tools do not say how far they are. Silent once the call has ended. */
function progressReporter(report: (progress: ToolProgress) => void, state: { isOpen: boolean }): (partial: unknown) => void {
  let steps = 0;
  return (partial) => {
    if (!state.isOpen) return;
    steps += 1;
    const message = firstText(partial)?.slice(0, longestProgress);
    report({ progress: steps, ...(message === undefined || message === '' ? {} : { message }) });
  };
}

function interrupted(call: ToolSourceCall): ToolrackError {
  return new ToolrackError('ERR_CALL_INTERRUPTED', `The call of "${call.name}" was cancelled.`, {
    toolId: call.tool.id,
    cause: call.signal.reason,
  });
}

/** What a thrown value of a tool means: its own message for the model, the value itself as the cause. */
export function failed(call: ToolSourceCall, error: unknown, directory: string | undefined): ToolrackError {
  if (ToolrackError.is(error)) return error;
  const message = withoutPaths(error instanceof Error ? error.message : String(error), directory);
  const text = message === '' ? `The tool "${call.name}" failed without a message.` : message;
  return new ToolrackError('ERR_CALL_FAILED', text, { toolId: call.tool.id, modelText: text, cause: error });
}
