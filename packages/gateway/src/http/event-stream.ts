import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** Pause after which a silent stream shows that it lives, in milliseconds; as in the MCP library. */
const keepAliveMs = 15_000;

/** An answer that is a stream of events. */
export class EventStream {
  readonly response: Response;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
      cancel: () => this.forget(),
    });
    this.response = new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' },
    });
    this.timer = setInterval(() => this.push(': keepalive\n\n'), keepAliveMs).unref();
  }

  write(message: JSONRPCMessage): void {
    this.push(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  end(): void {
    this.controller?.close();
    this.forget();
  }

  private push(text: string): void {
    this.controller?.enqueue(Buffer.from(text));
  }

  private forget(): void {
    clearInterval(this.timer);
    this.controller = undefined;
  }
}
