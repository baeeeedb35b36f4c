import type { McpSourceOptions } from '@toolrack/source-mcp';

import type { CommandContext } from '../command-context.js';
import { didYouMean } from '../config/did-you-mean.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { UsageError } from '../usage-error.js';

/** The options that the configuration's MCP servers have. Rejects with a `UsageError` when it has no remote server of that name. */
export async function remoteServerOptions(context: CommandContext, server: string): Promise<McpSourceOptions> {
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const options = configuration.plugins.find(({ name }) => name === '@toolrack/source-mcp')?.options as McpSourceOptions | undefined;
  const servers = options?.servers ?? {};
  const found = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (options !== undefined && found?.url !== undefined) return options;
  const remote = Object.keys(servers).filter((name) => servers[name]?.url !== undefined);
  if (found !== undefined)
    throw new UsageError(`the server "${server}" is a program on this machine; only remote servers are signed in at`);
  const names = remote.length === 0 ? 'It has no remote server.' : `Its remote servers: ${remote.join(', ')}.`;
  throw new UsageError(`${configuration.file} has no server "${server}".${didYouMean(server, remote)} ${names}`);
}
