export type { ContentNaming, GatewayHandle, GatewayOptions, RunDefaults } from './options.js';
export { serveHttp, type HttpHandle, type ServeHttpOptions, type RateLimit, type TokenGrant } from './http/serve-http.js';
export { serveStdio, type ServeStdioOptions, type StdioHandle } from './stdio/serve-stdio.js';
export { gatewayVersion } from './version.js';
