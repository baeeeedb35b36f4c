import type { RequestOptions } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import type { Connection } from './connection.js';

/** Bounds of the pause between two questions about a task, in milliseconds, whatever the server proposes. */
const shortestPollMs = 100;
const longestPollMs = 5_000;

/** A task ended without a result; the message is for people and models. */
export class TaskFailure extends Error {}

/**
 * Calls a tool that works only as a task (MCP 2025-11-25): creates the task, asks for its status at the server's pace, and
 * fetches its result. Tells the server to cancel it when the signal aborts. Throws `TaskFailure` for a task that failed,
 * was cancelled or wants input, which cannot be given here.
 */
export async function callAsTask(
  connection: Connection,
  params: { readonly name: string; readonly arguments: JsonObject },
  ttlMs: number,
  options: RequestOptions & { readonly signal: AbortSignal },
): Promise<JsonObject> {
  const created = await connection.request('tools/call', { ...params, task: { ttl: ttlMs } }, options);
  let task = taskOf(created);
  // A server may answer at once instead.
  if (task === undefined) return created;
  const { taskId } = task;
  const plain: RequestOptions = { signal: options.signal, ...(options.timeout === undefined ? {} : { timeout: options.timeout }) };
  try {
    while (task.status === 'working' || task.status === 'submitted') {
      await pause(Math.min(longestPollMs, Math.max(shortestPollMs, task.pollMs)), options.signal);
      task = taskOf(await connection.request('tasks/get', { taskId }, plain)) ?? task;
    }
    if (task.status === 'input_required')
      throw new TaskFailure('The tool asks for input in the middle of its work, which cannot be given here.');
    if (task.status === 'cancelled') throw new TaskFailure('The server cancelled the work of the tool.');
    return await connection.request('tasks/result', { taskId }, plain);
  } catch (error) {
    if (options.signal.aborted || error instanceof TaskFailure) {
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
