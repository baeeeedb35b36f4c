import type { RequestOptions } from '@modelcontextprotocol/client';
import { ToolrackError, type ToolResult, type ToolSourceCall } from '@toolrack/contracts';
import { CallEndedError } from './call-ended-error.js';
import { callInterruptedError, callTimeoutError, isCancelled } from './call-failure.js';
import { callAsTask } from './call-task.js';
import { readCallResult } from './call-result.js';
import type { Connection } from './connection.js';
import { IdleLimit } from './idle-limit.js';
import { paramHeaders } from './param-headers.js';
import { requestWithInput } from './peer/input-rounds.js';
import { RunningCall } from './peer/running-call.js';
import type { ServerDefinition } from './server-options.js';
import { shareSignal } from './shared-signal.js';
import type { ToolFacts } from './tool-definition.js';

const idle = 'gave no sign of life';

/**
 * Sends one call, once. Rejects with `ERR_CALL_TIMEOUT` or `ERR_CALL_INTERRUPTED` after the server was told to stop, and
 * with the SDK's own error for everything else. A progress report starts the time limit anew, up to `maxCallMs` in all; the time
 * that the caller's client takes to answer a question of the server does not count against the server.
 * The result is not held against the output schema here: a mismatch must not lose an answer.
 */
export async function callTool(
  connection: Connection,
  definition: ServerDefinition,
  call: ToolSourceCall,
  facts: ToolFacts,
): Promise<ToolResult> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort('cancelled by the caller');
  const timer = setTimeout(() => controller.abort('took too long'), definition.maxCallMs);
  const limit = new IdleLimit(definition.timeoutMs, () => controller.abort(idle));
  const running = new RunningCall(call.peer, controller.signal, (isWaiting) => limit.pause(isWaiting));
  shareSignal(call.signal).addEventListener('abort', cancel, { once: true });
  if (call.signal.aborted) cancel();
  const isSent = !call.signal.aborted;
  connection.calls.begin(running);
  try {
    const send = facts.taskSupport === 'required' && connection.hasToolTasks ? sendAsTask : sendPlain;
    return readCallResult(await send(connection, definition, call, running, controller.signal, limit));
  } catch (error) {
    if (call.signal.aborted) throw callInterruptedError(definition.name, call.tool, isSent);
    if (controller.signal.aborted) {
      throw callTimeoutError(definition.name, call.tool, controller.signal.reason === idle ? definition.timeoutMs : definition.maxCallMs);
    }
    if (error instanceof CallEndedError) throw endedError(error, definition.name, call);
    if (isCancelled(error)) throw callTimeoutError(definition.name, call.tool, definition.timeoutMs);
    throw error;
  } finally {
    connection.calls.end(running, !controller.signal.aborted);
    clearTimeout(timer);
    limit.stop();
    call.signal.removeEventListener('abort', cancel);
  }
}

type Send = (
  connection: Connection,
  definition: ServerDefinition,
  call: ToolSourceCall,
  running: RunningCall,
  signal: AbortSignal,
  limit: IdleLimit,
) => ReturnType<Connection['request']>;

const sendPlain: Send = async (connection, definition, call, running, signal, limit) => {
  const options: RequestOptions & { signal: AbortSignal } = {
    signal,
    // The limits of this package come first.
    timeout: definition.maxCallMs + 1_000,
    onprogress: progressReporter(call, () => limit.restart()),
    headers: connection.mirrorsParams ? paramHeaders(call.tool.inputSchema, call.arguments) : {},
  };
  return await requestWithInput(connection, 'tools/call', { name: call.name, arguments: call.arguments }, options, running);
};

/** Each question about a task has the time limit for itself. */
const sendAsTask: Send = async (connection, definition, call, running, signal, limit) => {
  limit.stop();
  const options = { signal, timeout: definition.timeoutMs, resetTimeoutOnProgress: true, onprogress: progressReporter(call) };
  return await callAsTask(connection, { name: call.name, arguments: call.arguments }, definition.maxCallMs, options, running);
};

function progressReporter(call: ToolSourceCall, onLife: () => void = () => undefined): NonNullable<RequestOptions['onprogress']> {
  return ({ progress, total, message }) => {
    onLife();
    call.onProgress({
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  };
}

function endedError(error: CallEndedError, server: string, call: ToolSourceCall): ToolrackError {
  return new ToolrackError('ERR_CALL_FAILED', `MCP server "${server}", tool "${call.name}": ${error.message}`, {
    toolId: call.tool.id,
    fields: { server },
    modelText: `The tool "${call.name}" failed: ${error.message}`,
  });
}
