import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal; `undefined` when there is nobody, or when the input ends (Ctrl-D). Rejects after Ctrl-C. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks on standard error, so that standard output stays for results. */
export const askAtTerminal: Ask = async (question, signal) => {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  // The line editor takes Ctrl-C for itself; the command is to end as it does everywhere else.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await Promise.race([lines.question(question, { signal }), closed]);
  } finally {
    lines.close();
  }
};
