import { Command, InvalidArgumentError, Option } from 'commander';
import { scopeKeys, type Scope } from '@toolrack/contracts';

import { type CommandContext } from './command-context.js';
import { call } from './commands/call.js';
import { describe } from './commands/describe.js';
import { directory } from './commands/directory.js';
import { doctor } from './commands/doctor.js';
import { inspect } from './commands/inspect.js';
import { list } from './commands/list.js';
import { search } from './commands/search.js';
import { serve } from './commands/serve.js';
import { runJsonl } from './jsonl/run-jsonl.js';
import { logLevels, type LogLevel } from './terminal/logger.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

/** Options that every command has. */
export interface GlobalOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly logLevel?: LogLevel;
}

/** Options of a command as commander hands them over. */
type Options = GlobalOptions & Scope & Readonly<Record<string, unknown>>;

/** What the command line needs from the process. */
export interface CommandLineHost {
  createContext(options: GlobalOptions): CommandContext;
  /** Receives the exit code of the command. */
  finish(code: number): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const examples = `
Examples:
  toolrack list
  toolrack search "read a file"
  toolrack call mcp:everything:echo --args '{"message":"hi"}'
  toolrack serve --stdio
  toolrack serve --http 127.0.0.1:8808

The configuration is the nearest toolrack.json (or toolrack.config.js, .mjs, .ts) in this folder or above.
Exit codes: 0 done, 1 the operation failed, 2 the configuration or the command line is wrong.`;

/** The whole command line. Nothing runs before its \`parseAsync\`. */
export function createCommandLine(host: CommandLineHost): Command {
  const program = new Command('toolrack')
    .description('Search, describe and call over very large tool catalogs.')
    .version(version)
    .option('--config <file>', 'configuration file or folder')
    .option('--json', 'answer with JSON for programs')
    .option('--debug', 'log everything and show stack traces')
    .addOption(new Option('--log-level <level>', 'least level to log on standard error').choices(logLevels).default('warn'))
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help shows how to use it)')
    .addHelpText('after', examples);

  const define = (
    usage: string,
    summary: string,
    action: (context: CommandContext, options: Options, words: readonly string[]) => Promise<number>,
    hasScope = true,
  ): Command => {
    const command = program.command(usage).description(summary).configureHelp({ showGlobalOptions: true });
    if (hasScope) for (const key of scopeKeys) command.option(`--${key} <name>`, `${key} that the run is for`);
    return command.action(async () => {
      const options = command.optsWithGlobals<Options>();
      host.finish(await action(host.createContext(options), options, command.args));
    });
  };

  define('list', 'show every visible tool', (context, options) =>
    list(context, { scope: scopeOf(options), full: options['full'] === true }),
  ).option('--full', 'with --json: whole definitions');
  define('search <query>', 'search the tools', (context, options, [query]) =>
    search(context, query as string, { scope: scopeOf(options), limit: options['limit'] as number }),
  ).option('--limit <count>', 'most tools to show', positive, 10);
  define('describe <id>', 'show one tool with its schemas', (context, options, [id]) =>
    describe(context, id as string, { scope: scopeOf(options) }),
  );
  define('call <id>', 'call one tool', (context, options, [id]) =>
    call(context, id as string, { scope: scopeOf(options), args: options['args'] as string | undefined }),
  ).option('--args <json>', 'arguments: JSON, @FILE, or - for standard input');
  define('directory', 'show what a model sees', (context, options) => directory(context, { scope: scopeOf(options) }));
  define('doctor', 'check configuration, sources and schemas', (context, options) => doctor(context, { scope: scopeOf(options) }));
  define('inspect', 'show plugins, services, hooks and sources', (context) => inspect(context), false);
  define('serve', 'serve the tools as an MCP server', (context, options) => serve(context, serveOptions(options, host)))
    .option('--stdio', 'over standard input and output (the default)')
    .option('--http <host:port>', 'over HTTP; TOOLRACK_TOKEN is the bearer token that clients need, if set');
  define(
    'run',
    'answer the scripting protocol on standard input and output',
    async (context, options) => {
      if (options['jsonl'] !== true) throw new UsageError('run needs --jsonl, the only protocol there is');
      await runJsonl(context);
      return 0;
    },
    false,
  ).option('--jsonl', 'one JSON object a line');
  return program;
}

function serveOptions(options: Options, host: CommandLineHost): Parameters<typeof serve>[1] {
  const http = options['http'] as string | undefined;
  if (http !== undefined && options['stdio'] === true) throw new UsageError('--stdio and --http exclude each other');
  const token = host.environment['TOOLRACK_TOKEN'];
  return { scope: scopeOf(options), http, token: token === '' ? undefined : token };
}

function scopeOf(options: Options): Scope {
  return Object.fromEntries(scopeKeys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
