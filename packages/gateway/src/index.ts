export type { ContentNaming, GatewayHandle, GatewayOptions, RunDefaults } from './options.js';
export { serveHttp, type HttpHandle } from './http/serve-http.js';
export type { ServeHttpOptions } from './http/serve-http-options.js';
export type { RateLimit } from './http/rate-limit.js';
export type { TokenGrant } from './http/tokens.js';
export { serveStdio, type ServeStdioOptions, type StdioHandle } from './stdio/serve-stdio.js';
export { gatewayVersion } from './version.js';
