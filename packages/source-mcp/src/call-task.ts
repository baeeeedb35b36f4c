import type { RequestOptions } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { CallEndedError } from './call-ended-error.js';
import type { Connection } from './connection.js';
import { capabilitiesOf } from './peer/ask-peer.js';
import type { RunningCall } from './peer/running-call.js';

/** Bounds of the pause between two questions about a task, in milliseconds, whatever the server proposes. */
const shortestPollMs = 100;
const longestPollMs = 5_000;

/**
 * Calls a tool that works only as a task (MCP 2025-11-25): creates the task, asks for its status at the server's pace, and
 * fetches its result. A task that wants input is asked for its result at once: that request is the channel for its questions to the
 * peer. Tells the server to cancel it when the signal aborts. Throws `CallEndedError` for a task that was cancelled, or wants
 * input that the peer cannot give.
 */
export async function callAsTask(
  connection: Connection,
  params: { readonly name: string; readonly arguments: JsonObject },
  ttlMs: number,
  options: RequestOptions & { readonly signal: AbortSignal },
  call: RunningCall,
): Promise<JsonObject> {
  const created = await connection.request('tools/call', { ...params, task: { ttl: ttlMs } }, options, call);
  let task = taskOf(created);
  // A server may answer at once instead.
  if (task === undefined) return created;
  const { taskId } = task;
  call.taskId = taskId;
  const plain: RequestOptions = { signal: options.signal, ...(options.timeout === undefined ? {} : { timeout: options.timeout }) };
  try {
    while (task.status === 'working' || task.status === 'submitted') {
      await pause(Math.min(longestPollMs, Math.max(shortestPollMs, task.pollMs)), options.signal);
      task = taskOf(await connection.request('tasks/get', { taskId }, plain, call)) ?? task;
    }
    if (task.status === 'input_required' && Object.keys(capabilitiesOf(call.peer)).length === 0) {
      throw new CallEndedError('The tool asks for input in the middle of its work, which the client behind this call cannot give.');
    }
    if (task.status === 'cancelled') throw new CallEndedError('The server cancelled the work of the tool.');
    // It comes when the work is done: how long people take to answer is bounded by the call's own limit.
    return await connection.request('tasks/result', { taskId }, { ...plain, timeout: ttlMs }, call);
  } catch (error) {
    if (options.signal.aborted || error instanceof CallEndedError) {
      connection.request('tasks/cancel', { taskId }, { timeout: 5_000 }).catch(() => undefined);
    }
    throw error;
  }
}

interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly pollMs: number;
}

/** The task in a result: under `task` when it is created, the result itself afterwards. */
function taskOf(result: JsonObject): Task | undefined {
  const task = isJsonObject(result['task']) ? result['task'] : result;
  const { taskId, status, pollInterval } = task;
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  return { taskId, status, pollMs: typeof pollInterval === 'number' ? pollInterval : 500 };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
