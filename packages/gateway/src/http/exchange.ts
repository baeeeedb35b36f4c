import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** One HTTP exchange. */
export interface Exchange {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body of a POST. */
  readonly body: unknown;
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
  /** The shape that the MCP library works with, without its body: that has been read already. Costs more than most requests take. */
  readonly webRequest: () => Request;
}

/** What is written back: a message as JSON, or anything else. */
export type Answer = { readonly message: JSONRPCMessage; readonly status: number; readonly headers: Record<string, string> } | Response;

/** An exchange over one HTTP request whose body has been read. */
export function newExchange(request: IncomingMessage, body: unknown, signal: AbortSignal): Exchange {
  let made: Request | undefined;
  return {
    method: request.method ?? 'GET',
    headers: request.headers,
    body,
    signal,
    webRequest: () => (made ??= webRequest(request, signal)),
  };
}

/** Aborts when the client goes away before the answer is complete. */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The web form of a request, without its body. */
function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  relaxAccept(headers);
  // The library looks at the method and the headers only; the address a client wrote is not repeated to it.
  return new Request('http://gateway.invalid/', { method: request.method ?? 'GET', headers, signal });
}

/** A client that accepts anything accepts both forms of an answer. */
function relaxAccept(headers: Headers): void {
  const accept = headers.get('accept');
  if (accept === null || accept.includes('*/*')) headers.set('accept', 'application/json, text/event-stream');
}

/** Writes a web response out, at the pace of the client. Resolves when it is written or the client has gone. */
export async function writeWebResponse(web: Response, response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (response.destroyed || signal.aborted) {
    await web.body?.cancel().catch(() => undefined);
    return;
  }
  response.writeHead(web.status, Object.fromEntries(web.headers));
  if (web.body === null) {
    response.end();
    return;
  }
  // The head goes out with the first part, or alone when that is not there at once (a stream that only listens).
  const head = setImmediate(() => response.flushHeaders());
  const reader = (web.body as ReadableStream<Uint8Array>).getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      clearImmediate(head);
      if (done) break;
      if (!response.write(value)) await drained(response, signal);
    }
  } catch {
    // A stream that fails half-way can only be cut off.
    response.destroy();
  } finally {
    clearImmediate(head);
    signal.removeEventListener('abort', stop);
    response.end();
  }
}

/** Resolves when an answer has been given to the system as a whole, however slowly its client reads, or its client has gone. */
export function handedOver(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed || !response.writableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('finish', resolve);
    response.once('close', resolve);
  });
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
