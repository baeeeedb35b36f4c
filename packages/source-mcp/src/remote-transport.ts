import {
  type FetchLike,
  type JSONRPCMessage,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { mendedFetch } from './mended-events.js';
import type { ServerDefinition } from './server-options.js';

type RemoteEndpoint = Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>;

/** JSON-RPC error data that marks "the answer's stream ended before the answer", which is no word of the server's. */
export const streamEndedMark = 'toolrack/stream-ended';

/**
 * Streamable HTTP that fails a request at once when the stream that should bring its answer ends without it and cannot be
 * resumed; the SDK alone waits for the time limit.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  constructor(endpoint: RemoteEndpoint, fetch?: FetchLike) {
    super(endpoint.url, { requestInit: { headers: { ...endpoint.headers } }, ...(fetch === undefined ? {} : { fetch }) });
  }

  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: Parameters<StreamableHTTPClientTransport['send']>[1]): Promise<void> {
    if (Array.isArray(message) || !('method' in message) || !('id' in message)) return super.send(message, options);
    const { id } = message;
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      // A no-op when the answer has come: the SDK ignores answers that nobody waits for.
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: -32000, message: 'The connection ended before the answer', data: streamEndedMark },
      });
    };
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}

/** The older HTTP+SSE transport. A broken event stream ends the connection: the server forgets its session. */
export class EventStreamTransport extends SSEClientTransport {
  constructor(endpoint: RemoteEndpoint, fetch?: FetchLike) {
    super(endpoint.url, { requestInit: { headers: { ...endpoint.headers } }, ...(fetch === undefined ? {} : { fetch }) });
  }

  override async start(): Promise<void> {
    await super.start();
    const report = this.onerror?.bind(this);
    this.onerror = (error) => {
      report?.(error);
      if (error instanceof SseError) void this.close();
    };
  }
}

/** A transport to a remote endpoint; `fetch` carries all its requests. */
export function remoteTransport(endpoint: RemoteEndpoint, type: 'http' | 'sse', fetch?: FetchLike): Transport {
  const mended = mendedFetch(fetch ?? globalThis.fetch);
  return type === 'http' ? new HttpTransport(endpoint, mended) : new EventStreamTransport(endpoint, mended);
}
