import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal; `undefined` when there is nobody, or when the question is left with Ctrl-C or Ctrl-D. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks on standard error, so that standard output stays for results. */
export const askAtTerminal: Ask = async (question, signal) => {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(question, { signal }), closed]);
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
};
