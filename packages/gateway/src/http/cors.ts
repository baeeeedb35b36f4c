import type { IncomingMessage } from 'node:http';
import { validateOriginHeader } from '@modelcontextprotocol/server';

/** Headers that let a page of an expressly allowed origin read the answers; `{}` for everyone else. */
export function corsHeaders(request: IncomingMessage, allowedOrigins: readonly string[] | undefined): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || allowedOrigins === undefined || !validateOriginHeader(origin, [...allowedOrigins]).ok) return {};
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name',
    'access-control-expose-headers': 'mcp-session-id, www-authenticate, retry-after',
    'access-control-max-age': '600',
  };
}

/** Whether a browser asks for leave. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
}
