import { approval, type ApprovalDecision, type ApprovalRequest } from '@toolrack/contracts';
import { dropTypedAhead, readLine, type TerminalInput } from './line-reader.js';
import { questionText } from './question-text.js';

/** A stream that a person reads. */
export type TerminalOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Where to ask and how long to wait. */
export interface Terminal {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
}

/** Typed text that comes sooner than this after the question cannot be an answer to it, in milliseconds. */
const typedAheadMs = 60;
const mostTries = 3;
const prompt = 'Allow this call? [y = allow, n = deny; default: deny] ';
const yes = new Set(['y', 'yes', 'allow']);
const no = new Set(['', 'n', 'no', 'deny']);

/** Why a question was withdrawn: the text that the signal was aborted with. */
const stopReason = (stop: AbortSignal): string => (typeof stop.reason === 'string' ? stop.reason : 'no answer in time');

const denied = (reason: string): ApprovalDecision => approval('deny', { by: 'terminal', reason });

/** Shows one question and waits for its answer. Every other end than a clear yes is a denial. */
async function ask({ input, output }: Terminal, request: ApprovalRequest, stop: AbortSignal): Promise<ApprovalDecision> {
  output.write(questionText(request, output.columns));
  await dropTypedAhead(input, typedAheadMs, stop);
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    output.write(attempt === 0 ? prompt : `Please type y or n. ${prompt}`);
    const line = await readLine(input, stop);
    if (line.type === 'stopped') {
      const reason = stopReason(stop);
      output.write(`\nDenied: ${reason}.\n`);
      return denied(reason);
    }
    if (line.type === 'end') {
      output.write('\nDenied: the input ended.\n');
      return denied('the input ended');
    }
    const answer = line.text.trim().toLowerCase();
    if (yes.has(answer)) {
      output.write('Allowed.\n');
      return approval('allow', { by: 'terminal', reason: 'allowed by the person at the terminal' });
    }
    if (no.has(answer)) break;
  }
  output.write('Denied.\n');
  return denied('denied by the person at the terminal');
}

/** The last question on each input; runtimes that share a terminal wait for each other. */
const waiting = new WeakMap<TerminalInput, Promise<unknown>>();

/**
 * Asks when all earlier questions on the same input are answered. When `stop` is aborted (with the reason as a text), the
 * question, or the wait for its turn, ends with a denial. `until` (milliseconds since the epoch) is when it will be: a
 * question whose turn comes too late to be answered is not shown.
 */
export async function askInTurn(terminal: Terminal, request: ApprovalRequest, stop: AbortSignal, until: number): Promise<ApprovalDecision> {
  const before = waiting.get(terminal.input) ?? Promise.resolve();
  let isAsking = false;
  const turn = before.then(() => {
    if (stop.aborted || until - Date.now() < typedAheadMs) return undefined;
    isAsking = true;
    return ask(terminal, request, stop);
  });
  waiting.set(
    terminal.input,
    turn.catch(() => undefined),
  );
  const skipped = new Promise<undefined>((resolve) => {
    const leave = (): void => void (isAsking || resolve(undefined));
    if (stop.aborted) leave();
    else stop.addEventListener('abort', leave, { once: true });
  });
  return (await Promise.race([turn, skipped])) ?? denied(stopReason(stop));
}
