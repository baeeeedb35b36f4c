import { resolve } from 'node:path';
import { ContentProviders, definePlugin, ToolSources } from '@toolrack/contracts';
import { openTokenStore } from './authorization/open-token-store.js';
import { handedOverLists } from './cache/handed-over-lists.js';
import { ListStore } from './cache/list-store.js';
import { McpServerSource } from './mcp-server-source.js';
import { mcpSourceOptionsSchema } from './options-schema.js';
import { resolveServers } from './resolve-servers.js';
import type { McpSourceOptions } from './server-options.js';
import { StartLimiter } from './start-limiter.js';
import { version } from './version.js';

/** Tools of MCP servers: one source a server, with id `mcp:<name>`. Servers start when their tools are first wanted. */
export const mcpSource = definePlugin<McpSourceOptions>({
  name: '@toolrack/source-mcp',
  version,
  api: '^1',
  optionsSchema: mcpSourceOptionsSchema,
  apply(host, options) {
    const limiter = new StartLimiter(options.concurrentStarts ?? 8);
    const { baseDirectory = '.', cacheFolder, handOver } = options;
    const tokens = openTokenStore(options.tokens, baseDirectory);
    const folder = cacheFolder === undefined ? undefined : new ListStore(resolve(baseDirectory, cacheFolder), host.logger);
    const store = handOver === undefined ? folder : handedOverLists(handOver, folder);
    const sources: McpServerSource[] = [];
    for (const definition of resolveServers(options)) {
      const source = new McpServerSource(definition, limiter, host.logger, tokens, store);
      sources.push(source);
      host.contribute(ToolSources, source);
      host.contribute(ContentProviders, source.content);
    }
    // What earlier runs kept is known before anything is asked for.
    return Promise.all(sources.map(async (source) => source.remember())).then(() => undefined);
  },
});
