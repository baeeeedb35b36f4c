import type { ServerResponse } from 'node:http';

/** Answers with a JSON-RPC error outside of any MCP exchange. Nothing of the request but its id is repeated. */
export function replyError(
  response: ServerResponse,
  status: number,
  text: string,
  options: { readonly code?: number; readonly id?: string | number; readonly headers?: Record<string, string> } = {},
): void {
  replyJson(
    response,
    status,
    { jsonrpc: '2.0', id: options.id ?? null, error: { code: options.code ?? -32000, message: text } },
    options.headers,
  );
}

/** Answers with a JSON body. */
export function replyJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  response.end(body);
}
