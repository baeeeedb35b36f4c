import { definePlugin, type ApprovalDecision, type ApprovalRequest, type JsonObject } from '@toolrack/contracts';
import { askInTurn, type Terminal, type TerminalOutput } from './ask-in-terminal.js';
import type { TerminalInput } from './line-reader.js';

/** Options of `approvalTerminal`. */
export interface ApprovalTerminalOptions {
  /** Where answers are typed (standard input). */
  readonly input?: TerminalInput;
  /** Where questions are shown (standard error; standard output belongs to protocols). */
  readonly output?: TerminalOutput;
  /** Longest wait for an answer in milliseconds, in the queue too; the deadline of the request holds as well. */
  readonly timeoutMs?: number;
}

const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { input: {}, output: {}, timeoutMs: { type: 'integer', minimum: 1 } },
};

/** The longest delay of a timer in milliseconds. */
const longestDelay = 2 ** 31 - 1;

/** Asks the person at the terminal; `undefined` when there is none. Closing it denies what is still being asked. */
async function decide(
  terminal: Terminal,
  request: ApprovalRequest,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<ApprovalDecision | undefined> {
  if (terminal.input.isTTY !== true || terminal.output.isTTY !== true) return undefined;
  const stopper = new AbortController();
  const onCancel = (): void => stopper.abort('the call was cancelled');
  const onClose = (): void => stopper.abort('Toolrack is shutting down');
  const until = Math.min(request.deadline, Date.now() + timeoutMs);
  const delay = Math.min(until - Date.now(), longestDelay);
  const timer = setTimeout(() => stopper.abort('no answer in time'), Math.max(0, delay));
  if (delay <= 0) stopper.abort('no answer in time');
  if (request.signal.aborted) onCancel();
  if (closing.aborted) onClose();
  request.signal.addEventListener('abort', onCancel, { once: true });
  closing.addEventListener('abort', onClose, { once: true });
  try {
    return await askInTurn(terminal, request, stopper.signal, until);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', onCancel);
    closing.removeEventListener('abort', onClose);
  }
}

/** Asks the person at the terminal about each call that needs an approval, one question at a time; the default is to deny. */
export const approvalTerminal = definePlugin<ApprovalTerminalOptions>({
  name: '@toolrack/approval-terminal',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, { input = process.stdin, output = process.stderr, timeoutMs = longestDelay }) => {
    const closing = new AbortController();
    host.onDispose(() => closing.abort());
    host.hooks.approve.tap((request) => decide({ input, output }, request, timeoutMs, closing.signal));
  },
});
