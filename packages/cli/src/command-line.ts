import { Command, InvalidArgumentError, Option } from 'commander';
import { scopeKeys, type Scope } from '@toolrack/contracts';

import type { CommandContext } from './command-context.js';
import { defineClientCommands } from './client-commands.js';
import type { ServeOptions } from './commands/serve.js';
import { logLevels, type LogLevel } from './terminal/logger.js';
import { defineEvaluationCommands } from './evaluation-commands.js';
import { defineSecurityCommands } from './security-commands.js';
import { defineSignInCommands } from './sign-in-commands.js';
import { defineUpkeepCommands } from './upkeep-commands.js';
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
  /** `speaksProtocol`: standard output belongs to a protocol, whatever the options say. */
  createContext(options: GlobalOptions, speaksProtocol: boolean): CommandContext;
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

The configuration is the nearest toolrack.json (or toolrack.yaml, toolrack.config.js, .mjs, .ts) in this folder or above.
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
      const name = command.name();
      const speaksProtocol = name === 'run' || (name === 'serve' && options['http'] === undefined);
      host.finish(await action(host.createContext(options, speaksProtocol), options, command.args));
    });
  };

  // Each command is loaded when it is used, so that help and mistakes are answered at once.
  define('list', 'show every visible tool', async (context, options) => {
    const { list } = await import('./commands/list.js');
    return list(context, { scope: scopeOf(options), full: options['full'] === true });
  }).option('--full', 'with --json: whole definitions');
  define('search <query>', 'search the tools', async (context, options, [query]) => {
    const { search } = await import('./commands/search.js');
    return search(context, query as string, { scope: scopeOf(options), limit: options['limit'] as number });
  }).option('--limit <count>', 'most tools to show', positive, 10);
  define('describe <id>', 'show one tool with its schemas', async (context, options, [id]) => {
    const { describe } = await import('./commands/describe.js');
    return describe(context, id as string, { scope: scopeOf(options) });
  });
  define('call <id>', 'call one tool', async (context, options, [id]) => {
    const { call } = await import('./commands/call.js');
    return call(context, id as string, { scope: scopeOf(options), args: options['args'] as string | undefined });
  }).option('--args <json>', 'arguments: JSON, @FILE, or - for standard input');
  define('directory', 'show what a model sees', async (context, options) => {
    const { directory } = await import('./commands/directory.js');
    return directory(context, { scope: scopeOf(options) });
  });
  define('doctor', 'check configuration, sources and schemas', async (context, options) => {
    const { doctor } = await import('./commands/doctor.js');
    return doctor(context, { scope: scopeOf(options) });
  });
  define(
    'inspect',
    'show plugins, services, hooks and sources',
    async (context) => {
      const { inspect } = await import('./commands/inspect.js');
      return inspect(context);
    },
    false,
  );
  define('serve', 'serve the tools as an MCP server', async (context, options) => {
    const { serve } = await import('./commands/serve.js');
    return serve(context, serveOptions(options, host));
  })
    .option('--stdio', 'over standard input and output (the default)')
    .option('--http <host:port>', 'over HTTP; TOOLRACK_TOKEN is the bearer token that clients need, if set')
    .option('--watch', 'apply a changed configuration without a restart')
    .option('--no-cache', 'ask every server instead of starting from the tools it had before')
    .option('--tls-cert <file>', 'certificate for HTTPS, PEM')
    .option('--tls-key <file>', 'its key, PEM');
  define(
    'run',
    'answer the scripting protocol on standard input and output',
    async (context, options) => {
      if (options['jsonl'] !== true) throw new UsageError('run needs --jsonl, the only protocol there is');
      const { runJsonl } = await import('./jsonl/run-jsonl.js');
      await runJsonl(context);
      return 0;
    },
    false,
  ).option('--jsonl', 'one JSON object a line');
  defineClientCommands(define, host.environment);
  defineUpkeepCommands(define, host.environment);
  defineEvaluationCommands(define, host.environment);
  defineSecurityCommands(define, host.environment);
  defineSignInCommands(define, host.environment);
  return program;
}

function serveOptions(options: Options, host: CommandLineHost): ServeOptions {
  const http = options['http'] as string | undefined;
  if (http !== undefined && options['stdio'] === true) throw new UsageError('--stdio and --http exclude each other');
  const token = host.environment['TOOLRACK_TOKEN'];
  const [cert, key] = [options['tlsCert'] as string | undefined, options['tlsKey'] as string | undefined];
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--tls-cert and --tls-key go together');
  if (cert !== undefined && http === undefined) throw new UsageError('--tls-cert needs --http');
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  return {
    scope: scopeOf(options),
    http,
    token: token === '' ? undefined : token,
    watch: options['watch'] === true,
    cache: options['cache'] !== false,
    tls,
  };
}

function scopeOf(options: Options): Scope {
  return Object.fromEntries(scopeKeys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
