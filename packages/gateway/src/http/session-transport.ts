import {
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestId,
  type Transport,
  type TransportSendOptions,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/server';

/**
 * How long a request may go without an answer before it gets a stream of events, in milliseconds: this, or four times what answers usually take,
 * up to the longest. A client cannot come back to what it has no stream of, so this is short. A stream is written in four parts where JSON is
 * one; on a busy machine a fixed limit would make calls slower just because they are slow.
 */
const streamAfterMs = 50;
const longestBeforeStreamMs = 250;
/** Part of the usual time that each answer makes. */
const learningRate = 1 / 8;

/** A request that is answered as plain JSON unless it gets a stream. */
interface Direct {
  readonly settle: (answer: JSONRPCMessage | Promise<Response>) => void;
  readonly timer: NodeJS.Timeout;
  readonly openStream: () => Promise<Response>;
  /** Set once it gets a stream. */
  stream?: Promise<Response>;
}

/**
 * The library's transport of a session, but for requests that are answered soon and with nothing before their answer: these are answered
 * with JSON, past the streams that the library makes for every request. All others are handed over to the library as soon as they turn
 * out to be different.
 */
export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message, extra?: MessageExtraInfo) => void;
  private readonly library: WebStandardStreamableHTTPServerTransport;
  private readonly direct = new Map<RequestId, Direct>();
  /** Requests that run already and are not to be dispatched again by being handed over. */
  private readonly handedOver = new Set<RequestId>();
  /** When each request without an answer began. */
  private readonly began = new Map<RequestId, number>();
  private usualMs = 0;

  constructor(options: WebStandardStreamableHTTPServerTransportOptions) {
    this.library = new WebStandardStreamableHTTPServerTransport(options);
    this.library.onclose = () => {
      // The library answers that the session is gone.
      for (const id of [...this.direct.keys()]) void this.handOver(id);
      this.onclose?.();
    };
    this.library.onerror = (error) => this.onerror?.(error);
    this.library.onmessage = (message, extra) => {
      if ('id' in message && 'method' in message && this.handedOver.delete(message.id)) return;
      this.onmessage?.(message, extra);
    };
  }

  get sessionId(): string | undefined {
    return this.library.sessionId;
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.library.setSupportedProtocolVersions(versions);
  }

  start(): Promise<void> {
    return this.library.start();
  }

  close(): Promise<void> {
    return this.library.close();
  }

  /** Answers an exchange with all that the library can do. */
  handleRequest(request: Request, parsedBody: unknown): Promise<Response> {
    return this.library.handleRequest(request, { parsedBody });
  }

  /** Whether a request of this id could be mixed up with one that runs. */
  isRunning(id: RequestId): boolean {
    return this.direct.has(id);
  }

  /** Dispatches a request. `openStream` passes the same request to `handleRequest`, for when it needs a stream. */
  answer(request: JSONRPCRequest, openStream: () => Promise<Response>): Promise<JSONRPCMessage | Response> {
    return new Promise((resolve) => {
      const limitMs = Math.min(longestBeforeStreamMs, Math.max(streamAfterMs, 4 * this.usualMs));
      const timer = setTimeout(() => void this.handOver(request.id), limitMs);
      this.began.set(request.id, performance.now());
      this.direct.set(request.id, { settle: resolve, timer, openStream });
      this.onmessage?.(request, {});
    });
  }

  /** Ends the stream of a request, without an answer. */
  closeSSEStream(id: RequestId): void {
    const stream = this.handOver(id);
    if (stream === undefined) this.library.closeSSEStream(id);
    else stream.then(() => this.library.closeSSEStream(id)).catch(() => undefined);
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !('method' in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const direct = id === undefined ? undefined : this.direct.get(id);
    if (isAnswer && id !== undefined) this.learn(id);
    if (id === undefined || direct === undefined) return await this.library.send(message, options);
    if (isAnswer && direct.stream === undefined) {
      this.direct.delete(id);
      clearTimeout(direct.timer);
      return direct.settle(message);
    }
    // Whoever waits for the stream here goes on in the order of coming.
    await this.handOver(id);
    await this.library.send(message, options);
  }

  /** What takes longer than any limit says nothing about short calls. */
  private learn(id: RequestId): void {
    const tookMs = performance.now() - (this.began.get(id) ?? -Infinity);
    this.began.delete(id);
    if (tookMs <= longestBeforeStreamMs) this.usualMs += (tookMs - this.usualMs) * learningRate;
  }

  private handOver(id: RequestId): Promise<Response> | undefined {
    const direct = this.direct.get(id);
    if (direct === undefined || direct.stream !== undefined) return direct?.stream;
    clearTimeout(direct.timer);
    this.handedOver.add(id);
    direct.stream = direct.openStream();
    // Registered first, so that what waits for the stream is sent before anything that comes later.
    const forget = (): void => {
      this.direct.delete(id);
      this.handedOver.delete(id);
    };
    direct.stream.then(forget, forget);
    direct.settle(direct.stream);
    return direct.stream;
  }
}
