export { signIn, signOut } from './authorization/account.js';
export type { AuthorizationOptions, TokenStoreOptions } from './authorization/authorization-settings.js';
export type { SignInOptions, SignInPage, SignInResult } from './authorization/sign-in.js';
export type { SignOutResult } from './authorization/sign-out.js';
export { mcpSource, mcpSource as default } from './mcp-source.js';
export { blockedAddress, BlockedAddressError, createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './network/index.js';
export type { CommonServerOptions, McpServerOptions, McpSourceOptions } from './server-options.js';
