import { SSEClientTransport, SseError, type FetchLike, type Transport } from '@modelcontextprotocol/client';
import { HttpTransport } from './http-transport.js';
import { mendedFetch } from './mended-events.js';
import type { ServerDefinition } from './server-options.js';

export { HttpTransport, streamEndedMark } from './http-transport.js';

type RemoteEndpoint = Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>;

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
  return type === 'http' ? new HttpTransport(endpoint, fetch) : new EventStreamTransport(endpoint, mendedFetch(fetch ?? globalThis.fetch));
}
