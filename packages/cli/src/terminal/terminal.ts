import { hiddenValues } from './hidden-values.js';
import type { ReservedStdout } from './reserved-stdout.js';
import { sanitiseJson, sanitiseText } from './sanitise.js';

/** Where a command writes: results to standard output, everything else to standard error. Values of `hiddenValues` are written nowhere. */
export interface Terminal {
  /** Text for people; made safe. */
  print(text: string): void;
  /** A value for programs. */
  printJson(value: unknown): void;
  /** A line on standard error; made safe. */
  note(line: string): void;
  /** Draws over the current line of standard error, when a person looks at it; `""` clears it. */
  progress(line: string): void;
  /** Columns of standard output when it is a terminal. */
  readonly width: number | undefined;
}

/** The terminal of this process; a reader who has gone is not told anything. */
export function processTerminal(output: Pick<ReservedStdout, 'write'>): Terminal {
  const show = (text: string): void => void output.write(text).catch(() => undefined);
  let drawn = false;
  const clear = (): void => {
    if (drawn) process.stderr.write('\r\u001B[K');
    drawn = false;
  };
  return {
    print: (text) => {
      clear();
      show(sanitiseText(hiddenValues.apply(text)));
    },
    printJson: (value) => {
      clear();
      show(`${sanitiseJson(JSON.stringify(hiddenValues.within(value), undefined, 2))}\n`);
    },
    note: (line) => {
      clear();
      process.stderr.write(`${sanitiseText(hiddenValues.apply(line))}\n`);
    },
    progress: (line) => {
      if (process.stderr.isTTY !== true) return;
      clear();
      if (line === '') return;
      const columns = Math.max(20, process.stderr.columns || 80);
      process.stderr.write(
        sanitiseText(hiddenValues.apply(line))
          .replaceAll('\n', ' ')
          .slice(0, columns - 1),
      );
      drawn = true;
    },
    get width() {
      return process.stdout.isTTY === true ? process.stdout.columns : undefined;
    },
  };
}
