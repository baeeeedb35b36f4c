import type { Logger } from '@toolrack/contracts';

import type { CommandContext } from './command-context.js';
import { createCommandLine, type GlobalOptions } from './command-line.js';
import { JsonAnswer } from './json-answer.js';
import { reportError } from './report-error.js';
import { StrayErrors } from './stray-errors.js';
import { lineLogger } from './terminal/logger.js';
import { reserveStdout } from './terminal/reserved-stdout.js';
import { processTerminal } from './terminal/terminal.js';

/** Exit codes after a signal, as shells expect them. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs the command line of this process to its end. */
async function main(): Promise<void> {
  const output = reserveStdout();
  const words = process.argv.slice(2);
  const answer = new JsonAnswer(words.includes('--json') && !words.includes('--jsonl'));
  const terminal = answer.watch(processTerminal(output));
  const stop = new AbortController();
  let signalCode: number | undefined;
  let exitCode = 0;
  for (const [signal, code] of Object.entries(signalCodes)) {
    process.on(signal, () => {
      // The second time somebody means it.
      if (signalCode !== undefined) process.exit(code);
      signalCode = code;
      stop.abort(new Error(`stopped by ${signal}`));
    });
  }
  const createContext = (options: GlobalOptions, speaksProtocol: boolean): CommandContext => {
    answer.expect(options.json === true, speaksProtocol);
    return contextOf(options);
  };
  const loggerOf = (options: GlobalOptions): Logger =>
    lineLogger(options.debug === true ? 'debug' : (options.logLevel ?? 'warn'), (line) => terminal.note(line));
  let logger = loggerOf({});
  const contextOf = (options: GlobalOptions): CommandContext => ({
    configurationFile: options.config,
    isJson: options.json === true,
    logger: (logger = loggerOf(options)),
    terminal,
    output,
    signal: stop.signal,
  });
  const isDebug = process.argv.includes('--debug');
  const endWith = (error: unknown): void => {
    terminal.note(reportError(error, isDebug).text);
    process.exit(1);
  };
  new StrayErrors(() => logger, endWith).install();
  const program = createCommandLine({
    createContext,
    finish: (code) => {
      exitCode = code;
    },
    environment: process.env,
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: (text) => terminal.print(text) });
  }
  try {
    await program.parseAsync();
  } catch (error) {
    const report = isHelp(error) ? undefined : reportError(error, isDebug);
    exitCode = signalCode ?? report?.exitCode ?? 0;
    if (report !== undefined && signalCode === undefined) {
      if (report.text !== '') terminal.note(report.text);
      answer.fail(report, terminal);
    }
  }
  await output.flush();
  process.exit(exitCode);
}

/** Commander reports help and version that were asked for as errors with exit code 0. */
function isHelp(error: unknown): boolean {
  return (error as { exitCode?: unknown }).exitCode === 0 && String((error as { code?: unknown }).code).startsWith('commander.');
}

await main();
