import { Option } from 'commander';

import type { DefineCommand } from './upkeep-commands.js';
import { UsageError } from './usage-error.js';

type Values = Readonly<Record<string, unknown>>;

const conflict = (): Option => new Option('--on-conflict <choice>', 'a server whose name is taken').choices(['skip', 'suffix']);

/** The commands between Toolrack and other programs' configurations: `import`, `approve-server`, `connect`. */
export function defineClientCommands(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  defineImport(define, environment);
  define(
    'approve-server [names...]',
    'show what imported servers run, and agree to it; without names: all that wait',
    async (context, options, names) => {
      const { approveServer } = await import('./commands/approve-server.js');
      return approveServer(context, { names, yes: options['yes'] === true || options['approve'] === true });
    },
    false,
  )
    .option('--yes', 'agree without a question')
    // The word that import and connect have for it.
    .addOption(new Option('--approve', 'the same as --yes').hideHelp());
  defineConnect(define, environment);
}

function defineImport(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define(
    'import [source]',
    'take over servers from another MCP client: a client (claude-desktop, cursor, codex, …) or its file; without one: what is there',
    async (context, options, [source]) => {
      if (source === undefined) {
        const { listClients } = await import('./commands/list-clients.js');
        return listClients(context, environment);
      }
      const { importServers } = await import('./commands/import-servers.js');
      return importServers(context, {
        source,
        client: text(options, 'client'),
        write: options['write'] === true,
        keepSecrets: options['keepSecrets'] === true,
        onConflict: choice(options),
        approve: options['approve'] === true,
        environment,
      });
    },
    false,
  )
    .option('--write', 'change the configuration; without it the changes are only shown')
    .option('--client <name>', 'whose file it is, when its name does not say so')
    .option('--keep-secrets', 'copy secrets as they are instead of referring to environment variables')
    .addOption(conflict())
    .option('--approve', 'agree to what the servers run, without a question');
}

function defineConnect(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define(
    'connect <client>',
    "put Toolrack into another MCP client's file",
    async (context, options, [client]) => {
      if (options['project'] === true && options['user'] === true) throw new UsageError('--project and --user exclude each other');
      const { connectClient } = await import('./commands/connect-client.js');
      return connectClient(context, {
        client: client as string,
        write: options['write'] === true,
        undo: options['undo'] === true,
        scope: options['project'] === true ? 'project' : options['user'] === true ? 'user' : undefined,
        file: text(options, 'file'),
        name: text(options, 'name') ?? 'toolrack',
        http: text(options, 'http'),
        tokenVariable: text(options, 'tokenVariable'),
        command: text(options, 'command'),
        takeOver: options['takeOver'] === true,
        onConflict: choice(options),
        approve: options['approve'] === true,
        environment,
      });
    },
    false,
  )
    .option('--write', 'change the file and keep a copy of its bytes; without it the change is only shown')
    .option('--undo', 'give the file its old bytes back; when it has changed since, only take the entry out')
    .option('--project', "the project's file")
    .option('--user', "the user's file")
    .option('--file <file>', 'another file of that client')
    .option('--name <name>', 'name of the entry (default: toolrack)')
    .option('--http <url>', 'the address of a running "toolrack serve --http" instead of a program to start')
    .option('--token-variable <name>', 'with --http: the environment variable that holds the bearer token')
    .option('--command <program>', 'what the client starts instead of this installation, for example "npx -y @toolrack/cli"')
    .option('--take-over', "move the client's servers into the configuration and leave only Toolrack")
    .addOption(conflict())
    .option('--approve', 'with --take-over: agree to what the servers run, without a question');
}

function text(options: Values, key: string): string | undefined {
  return options[key] as string | undefined;
}

function choice(options: Values): 'skip' | 'suffix' | undefined {
  return options['onConflict'] as 'skip' | 'suffix' | undefined;
}
