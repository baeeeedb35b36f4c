export { mcpSource, mcpSource as default } from './mcp-source.js';
export type { CommonServerOptions, McpServerOptions, McpSourceOptions } from './server-options.js';
