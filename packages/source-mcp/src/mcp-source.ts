import { ContentProviders, definePlugin, ToolSources } from '@toolrack/contracts';
import { openTokenStore } from './authorization/open-token-store.js';
import { McpServerSource } from './mcp-server-source.js';
import { mcpSourceOptionsSchema, resolveServers, type McpSourceOptions } from './server-options.js';
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
    const tokens = openTokenStore(options.tokens);
    for (const definition of resolveServers(options)) {
      const source = new McpServerSource(definition, limiter, host.logger, tokens);
      host.contribute(ToolSources, source);
      host.contribute(ContentProviders, source.content);
    }
  },
});
