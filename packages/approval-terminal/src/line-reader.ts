/** A stream that a person types into. */
export type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** What came of waiting for a line. */
export type ReadLine = { readonly type: 'line'; readonly text: string } | { readonly type: 'end' } | { readonly type: 'stopped' };

/** Longest line that is listened to, in characters; the rest of a longer one is dropped. */
const longestLine = 1024;

/**
 * Waits for one line. Whatever follows the line break in the same chunk is dropped: it was typed before the next question.
 * The stream is paused afterwards, so it does not keep the process alive.
 */
export function readLine(input: TerminalInput, signal: AbortSignal): Promise<ReadLine> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (answer: ReadLine): void => {
      input.off('data', onData);
      for (const name of ['end', 'close', 'error']) input.off(name, onEnd);
      signal.removeEventListener('abort', onAbort);
      input.pause();
      resolve(answer);
    };
    const onData = (chunk: Buffer | string): void => {
      const piece = chunk.toString();
      const end = piece.search(/[\r\n]/);
      text = (text + (end < 0 ? piece : piece.slice(0, end))).slice(0, longestLine);
      if (end >= 0) finish({ type: 'line', text });
    };
    const onEnd = (): void => finish({ type: 'end' });
    const onAbort = (): void => finish({ type: 'stopped' });
    if (signal.aborted) return onAbort();
    if (!input.readable) return onEnd();
    signal.addEventListener('abort', onAbort, { once: true });
    for (const name of ['end', 'close', 'error']) input.on(name, onEnd);
    input.on('data', onData);
    input.resume();
  });
}

/** Throws away what was typed before the question was on the screen; an answer must follow its question. */
export async function dropTypedAhead(input: TerminalInput, milliseconds: number, signal: AbortSignal): Promise<void> {
  const drop = (): void => {};
  input.on('data', drop);
  input.resume();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      input.off('end', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish, { once: true });
    input.on('end', finish);
  });
  input.off('data', drop);
  input.pause();
}
