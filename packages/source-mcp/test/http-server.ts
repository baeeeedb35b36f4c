import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { JsonObject } from '@toolrack/contracts';

/** A request as a test server sees it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
  /** The body as it came. */
  readonly text: string;
}

/** An HTTP server on the loopback address that keeps what it was asked. */
export interface TestHttpServer {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** How often a JSON-RPC method was asked for. */
  count(method: string): number;
  close(): Promise<void>;
}

/** Serves with a handler; the body is parsed as JSON before. */
export async function serveHttp(
  handle: (request: SeenRequest, response: ServerResponse) => void | Promise<void>,
  onPort = 0,
): Promise<TestHttpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const request: SeenRequest = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: (/^\s*[[{]/.test(text) ? JSON.parse(text) : {}) as JsonObject,
        text,
      };
      seen.push(request);
      void handle(request, response);
    });
  });
  server.listen(onPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    seen,
    count: (method) => seen.filter(({ body }) => body['method'] === method).length,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, body: JsonObject, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A handler for one tool call, or `undefined` to echo. */
export type OnCall = (request: SeenRequest, response: ServerResponse) => void;

/** An MCP server of the 2025 revisions with sessions, spelled out on the wire. `forget` ends every session. */
export async function serveSessions(onCall?: OnCall, onPort = 0): Promise<TestHttpServer & { forget(): void }> {
  let sessions = new Set<string>();
  let made = 0;
  const server = await serveHttp((request, response) => {
    const { body } = request;
    const id = body['id'];
    const rpc = (result: JsonObject): JsonObject => ({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), result });
    if (request.method === 'GET') return void response.writeHead(405).end();
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    if (body['method'] === 'initialize') {
      made += 1;
      const session = `session-${made}`;
      sessions.add(session);
      const params = body['params'] as JsonObject;
      const result = {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'probe', version: '1' },
      };
      return answerJson(response, rpc(result), 200, { 'mcp-session-id': session });
    }
    if (!sessions.has(String(request.headers['mcp-session-id']))) {
      const error = { code: -32001, message: 'Session not found' };
      return answerJson(response, { jsonrpc: '2.0', id: null, error }, 404);
    }
    if (id === undefined) return void response.writeHead(202).end();
    if (body['method'] === 'tools/list') {
      return answerJson(response, rpc({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }));
    }
    if (onCall !== undefined) return onCall(request, response);
    const params = body['params'] as JsonObject;
    if (params['name'] !== 'echo') return answerJson(response, rpc({ content: [], isError: true }));
    const { text } = params['arguments'] as { text: string };
    return answerJson(response, rpc({ content: [{ type: 'text', text }] }));
  }, onPort);
  return {
    ...server,
    forget: () => {
      sessions = new Set();
    },
  };
}
