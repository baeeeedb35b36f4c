export { mcpSource, mcpSource as default } from './mcp-source.js';
export { blockedAddress, BlockedAddressError, createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './network/index.js';
export type { CommonServerOptions, McpServerOptions, McpSourceOptions } from './server-options.js';
