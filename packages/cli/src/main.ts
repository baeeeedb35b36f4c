import type { CommandContext } from './command-context.js';
import { createCommandLine, type GlobalOptions } from './command-line.js';
import { reportError } from './report-error.js';
import { lineLogger } from './terminal/logger.js';
import { reserveStdout } from './terminal/reserved-stdout.js';
import { processTerminal } from './terminal/terminal.js';

/** Exit codes after a signal, as shells expect them. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs the command line of this process to its end. */
async function main(): Promise<void> {
  const output = reserveStdout();
  const terminal = processTerminal(output);
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
  const createContext = (options: GlobalOptions): CommandContext => ({
    configurationFile: options.config,
    isJson: options.json === true,
    logger: lineLogger(options.debug === true ? 'debug' : (options.logLevel ?? 'warn'), (line) => terminal.note(line)),
    terminal,
    output,
    signal: stop.signal,
  });
  const isDebug = process.argv.includes('--debug');
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
    exitCode = fail(error, isDebug, signalCode, (line) => terminal.note(line));
  }
  await output.flush();
  process.exit(exitCode);
}

function fail(error: unknown, isDebug: boolean, signalCode: number | undefined, note: (line: string) => void): number {
  if (signalCode !== undefined) return signalCode;
  if (isHelp(error)) return 0;
  const report = reportError(error, isDebug);
  if (report.text !== '') note(report.text);
  return report.exitCode;
}

/** Commander reports help and version that were asked for as errors with exit code 0. */
function isHelp(error: unknown): boolean {
  return (error as { exitCode?: unknown }).exitCode === 0 && String((error as { code?: unknown }).code).startsWith('commander.');
}

await main();
