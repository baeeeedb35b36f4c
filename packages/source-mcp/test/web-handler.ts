import type { ServerResponse } from 'node:http';
import type { SeenRequest } from './http-server.js';

/** Answers a request with a handler of the web's `Request` and `Response`, such as the SDK's. */
export async function answerFetch(
  handler: { fetch(request: Request): Promise<Response> },
  url: string,
  request: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers(Object.entries(request.headers).map(([key, value]): [string, string] => [key, String(value)]));
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const body = request.method === 'POST' ? { body: JSON.stringify(request.body) } : {};
  const answer = await handler.fetch(new Request(url, { method: request.method, headers, signal: controller.signal, ...body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
}
