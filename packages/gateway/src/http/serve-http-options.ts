import type { ServerOptions as TlsServerOptions } from 'node:https';
import type { GatewayOptions } from '../options.js';
import type { RateLimit } from './rate-limit.js';
import type { TokenGrant } from './tokens.js';

/** Options of `serveHttp`. */
export interface ServeHttpOptions extends GatewayOptions {
  /** Address to listen on (`127.0.0.1`). Any address that other machines can reach needs `tokens`. */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one (0). */
  readonly port?: number;
  /** Path of the MCP endpoint (`/mcp`). */
  readonly path?: string;
  /** Bearer tokens with the scope that each opens. Once one is given, every request needs one. */
  readonly tokens?: readonly TokenGrant[];
  /** Host names, without ports, that requests may be addressed to besides this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Host names of web origins that may send requests, and may read the answers (CORS). Default: pages of this machine, without CORS. */
  readonly allowedOrigins?: readonly string[];
  /** Longest body in bytes (4 MiB). */
  readonly maxBodyBytes?: number;
  /** Requests that one client (token, else address) may make (no limit). */
  readonly rateLimit?: RateLimit;
  /** Serves HTTPS. Options of Node's `tls.createSecureContext`, at least `key` and `cert`. */
  readonly tls?: Pick<TlsServerOptions, 'key' | 'cert' | 'ca' | 'pfx' | 'passphrase' | 'minVersion' | 'requestCert' | 'rejectUnauthorized'>;
  /**
   * How long the call of a client whose connection broke goes on, so that it can come back for the answer (`Last-Event-ID`, clients of
   * 2025-11-25), in milliseconds; 0 keeps nothing and cancels at once (15,000).
   */
  readonly resumeWaitMs?: number;
  /** A session of the 2025 era that nobody has used for so long is ended, in milliseconds (1,800,000). */
  readonly sessionIdleMs?: number;
  /** Most sessions at once; the longest unused one makes room (1,000). */
  readonly maxSessions?: number;
}
