import type { FailureReport } from './report-error.js';
import type { Terminal } from './terminal/terminal.js';

/**
 * The one way in which a command answers programs under `--json`: exactly one JSON document on standard output, which is `{ "error": … }` when the
 * command failed before it had an answer. What people read goes to standard error in both cases.
 */
export class JsonAnswer {
  private isGiven = false;
  private isWanted: boolean;

  /** `isWanted` is a first guess from the words of the command line, for errors in these. */
  constructor(isWanted: boolean) {
    this.isWanted = isWanted;
  }

  /** The command is known. One that speaks a protocol on standard output says there nothing else. */
  expect(isJson: boolean, speaksProtocol: boolean): void {
    this.isWanted = isJson && !speaksProtocol;
  }

  /** The terminal, whose JSON counts as the answer. */
  watch(terminal: Terminal): Terminal {
    return Object.defineProperty(Object.create(terminal) as Terminal, 'printJson', {
      value: (value: unknown) => {
        this.isGiven = true;
        terminal.printJson(value);
      },
    });
  }

  /** Tells of the failure unless there is an answer. */
  fail(report: FailureReport, terminal: Pick<Terminal, 'printJson'>): void {
    if (this.isWanted && !this.isGiven) terminal.printJson(report.json);
  }
}
