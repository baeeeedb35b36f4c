import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { ToolrackError, type Runtime } from '@toolrack/contracts';
import type { GatewayHandle } from '../options.js';
import { within } from '../util/time.js';
import { isLoopback, requireTokens } from './address.js';
import { HttpGateway } from './http-gateway.js';
import type { ServeHttpOptions } from './serve-http-options.js';

/** A served HTTP endpoint. */
export interface HttpHandle extends GatewayHandle {
  /** Where MCP clients connect to. */
  readonly url: string;
  /** Serves new connections with another key and certificate. Throws `ERR_CONFIG_VALUE` when they cannot be used, or without `tls` from the start. */
  renewTls(tls: Pick<NonNullable<ServeHttpOptions['tls']>, 'key' | 'cert'>): void;
}

/** Idle connections are kept longer than clients keep theirs, so that no request meets a socket that is just being closed. */
const keepAliveMs = 75_000;

/**
 * Serves the runtime as an MCP server over Streamable HTTP, in the stateless 2026-07-28 era and the 2025 session era at once.
 * Rejects with `ERR_CONFIG_VALUE` when the options are unsafe or the address cannot be listened on.
 */
export async function serveHttp(runtime: Runtime, options: ServeHttpOptions = {}): Promise<HttpHandle> {
  const host = options.host ?? '127.0.0.1';
  requireTokens(host, options.tokens?.length ?? 0);
  const server = options.tls === undefined ? createServer() : secureServer(options.tls);
  const gateway = new HttpGateway(runtime, { ...options, host });
  server.keepAliveTimeout = keepAliveMs;
  server.on('request', (request, response) => void gateway.handle(request, response));
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  try {
    await listen(server, host, options.port ?? 0);
  } catch (error) {
    await gateway.close(0);
    throw error;
  }
  if (!isLoopback(host) && options.tls === undefined) {
    options.logger?.warn('Tokens travel unencrypted: set "tls", or put a proxy with TLS in front.', { host });
  }
  let closing: Promise<void> | undefined;
  return {
    url: endpointUrl(server, host, options),
    close: () => (closing ??= close(server, gateway, options.drainTimeoutMs ?? 5_000)),
    swap: (next) => gateway.swap(next),
    renewTls: ({ key, cert }) =>
      renew(server, { ...options.tls, ...(key === undefined ? {} : { key }), ...(cert === undefined ? {} : { cert }) }),
  };
}

function renew(server: Server | TlsServer, tls: NonNullable<ServeHttpOptions['tls']>): void {
  if (!('setSecureContext' in server)) {
    throw new ToolrackError('ERR_CONFIG_VALUE', 'The gateway serves without TLS, so there is no certificate to renew.', {
      fields: { key: 'tls' },
    });
  }
  try {
    server.setSecureContext(tls);
  } catch {
    throw unusable();
  }
}

function unusable(): ToolrackError {
  return new ToolrackError('ERR_CONFIG_VALUE', 'The key or certificate in "tls" cannot be used.', { fields: { key: 'tls' } });
}

function secureServer(tls: NonNullable<ServeHttpOptions['tls']>): Server {
  try {
    return createTlsServer(tls);
  } catch {
    throw unusable();
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      const why = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? 'unknown reason');
      reject(
        new ToolrackError('ERR_CONFIG_VALUE', `The gateway cannot listen on ${host}:${port}: ${why}.`, {
          hint: 'Choose another port (0 takes a free one) or stop what is using it.',
          fields: { host, port, code: error.code },
        }),
      );
    };
    server.once('error', failed);
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', failed);
      resolve();
    });
  });
}

function endpointUrl(server: Server, host: string, options: ServeHttpOptions): string {
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${options.tls === undefined ? 'http' : 'https'}://${name}:${port}${options.path ?? '/mcp'}`;
}

async function close(server: Server, gateway: HttpGateway, drainTimeoutMs: number): Promise<void> {
  // Only the listening ends. The HTTP server's own way takes a connection for idle, and cuts it, while a large answer is still being written.
  const stopped = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await gateway.close(drainTimeoutMs);
  server.close();
  if (!(await within(stopped, 250))) server.closeAllConnections();
  await stopped;
}
