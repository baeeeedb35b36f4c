import type { RequestOptions } from '@modelcontextprotocol/client';
import { ToolrackError, type ToolResult, type ToolSourceCall } from '@toolrack/contracts';
import { callInterruptedError, callTimeoutError, isCancelled } from './call-failure.js';
import { callAsTask, TaskFailure } from './call-task.js';
import { readCallResult } from './call-result.js';
import type { Connection } from './connection.js';
import { paramHeaders } from './param-headers.js';
import type { ServerDefinition } from './server-options.js';
import type { ToolFacts } from './tool-definition.js';

/**
 * Sends one call, once. Rejects with `ERR_CALL_TIMEOUT` or `ERR_CALL_INTERRUPTED` after the server was told to stop, and
 * with the SDK's own error for everything else. A progress report starts the time limit anew, up to `maxCallMs` in all.
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
  call.signal.addEventListener('abort', cancel, { once: true });
  if (call.signal.aborted) cancel();
  try {
    const params = { name: call.name, arguments: call.arguments };
    const options: RequestOptions & { signal: AbortSignal } = {
      signal: controller.signal,
      timeout: definition.timeoutMs,
      resetTimeoutOnProgress: true,
      onprogress: ({ progress, total, message }) => {
        call.onProgress({
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        });
      },
    };
    const mirrored = connection.mirrorsParams ? paramHeaders(call.tool.inputSchema, call.arguments) : {};
    const asTask = facts.taskSupport === 'required' && connection.hasToolTasks;
    const result = asTask
      ? await callAsTask(connection, params, definition.maxCallMs, options)
      : await connection.request('tools/call', params, { ...options, headers: mirrored });
    return readCallResult(result);
  } catch (error) {
    if (call.signal.aborted) throw callInterruptedError(definition.name, call.tool);
    if (controller.signal.aborted) throw callTimeoutError(definition.name, call.tool, definition.maxCallMs);
    if (error instanceof TaskFailure) throw taskError(error, definition.name, call);
    if (isCancelled(error)) throw callTimeoutError(definition.name, call.tool, definition.timeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', cancel);
  }
}

function taskError(error: TaskFailure, server: string, call: ToolSourceCall): ToolrackError {
  return new ToolrackError('ERR_CALL_FAILED', `MCP server "${server}", tool "${call.name}": ${error.message}`, {
    toolId: call.tool.id,
    fields: { server },
    modelText: `The tool "${call.name}" failed: ${error.message}`,
  });
}
