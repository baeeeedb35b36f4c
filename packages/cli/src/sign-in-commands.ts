import { InvalidArgumentError } from 'commander';

import type { DefineCommand } from './upkeep-commands.js';

/** Signing in and out at remote MCP servers. */
export function defineSignInCommands(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define(
    'login <server>',
    'sign in at a remote MCP server of the configuration',
    async (context, options, [server]) => {
      const { login } = await import('./commands/login.js');
      return login(context, server as string, {
        scopes: options['scope'] as readonly string[],
        opensBrowser: options['browser'] !== false,
        timeoutMs: (options['timeout'] as number) * 1000,
        environment,
      });
    },
    false,
  )
    .option('--no-browser', 'only print the address to open')
    .option('--scope <scopes>', 'ask for these scopes too; may be given several times', gather, [])
    .option('--timeout <seconds>', 'how long to wait for the person', seconds, 300);
  define(
    'logout <server>',
    'remove the tokens of a remote MCP server and take them back',
    async (context, _options, [server]) => {
      const { logout } = await import('./commands/logout.js');
      return logout(context, server as string);
    },
    false,
  );
}

function gather(text: string, before: readonly string[]): readonly string[] {
  const scopes = text.split(/[\s,]+/u).filter((scope) => scope !== '');
  if (scopes.length === 0) throw new InvalidArgumentError('It must name a scope.');
  return [...before, ...scopes];
}

function seconds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('It must be a whole number of seconds, 1 to 86400.');
}
