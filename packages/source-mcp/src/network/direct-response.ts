import { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Statuses that a `Response` with a body may not have. */
const bodiless = new Set([101, 204, 205, 304]);

/** What a direct response is made of. */
export interface DirectResponseParts {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Where the answer came from at last. */
  readonly url: string;
  /** The body, read once. Breaking off the iteration, or `discard`, gives the rest up. */
  readonly chunks: AsyncIterable<Buffer>;
  readonly discard: () => void;
}

type Own = 'status' | 'url' | 'body' | 'bodyUsed' | 'text' | 'json' | 'arrayBuffer' | 'clone';
/** Its members are plain properties to the type checker, which a class could not define anew. */
const PlainResponse = Response as unknown as new (body: null, init: ResponseInit) => Omit<Response, Own>;

/**
 * A response whose body can be read straight from its connection: `chunks()`. A web stream costs more than the rest of a short exchange, so one
 * is made only for those who ask for `body`.
 */
export class DirectResponse extends PlainResponse implements Pick<Response, Own> {
  private readonly parts: DirectResponseParts;
  private stream?: ReadableStream<Uint8Array> | null;
  private isTaken = false;

  constructor(parts: DirectResponseParts) {
    // A made response refuses statuses that servers do send, such as 999.
    const isKnown = parts.status >= 200 && parts.status <= 599;
    super(null, { status: isKnown ? parts.status : 500, statusText: parts.statusText, headers: parts.headers as [string, string][] });
    this.parts = parts;
    if (this.isBodiless) this.stream = null;
  }

  /** True when nothing can follow the head. */
  get isBodiless(): boolean {
    return bodiless.has(this.parts.status);
  }

  get status(): number {
    return this.parts.status;
  }

  /** The body as it comes in; whoever takes it leaves nothing for `body`. */
  chunks(): AsyncIterable<Buffer> {
    if (this.isTaken) throw new TypeError('The body has been taken already');
    this.isTaken = true;
    return this.parts.chunks;
  }

  /** Gives the body up, so that its connection is not kept for it. */
  discard(): void {
    this.parts.discard();
  }

  get url(): string {
    return this.parts.url;
  }

  get bodyUsed(): boolean {
    return this.isTaken;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.stream === undefined) this.stream = webStream(this.chunks(), this.parts.discard);
    return this.stream as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  }

  async text(): Promise<string> {
    return (await this.collect()).toString('utf8').replace(/^\uFEFF/, '');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.collect()).buffer;
  }

  clone(): Response {
    throw new TypeError('The body of a direct response can be read once');
  }

  private async collect(): Promise<Buffer> {
    if (this.stream === null) return Buffer.alloc(0);
    const collected: Buffer[] = [];
    for await (const chunk of this.chunks()) collected.push(chunk);
    return Buffer.concat(collected);
  }
}

function webStream(chunks: AsyncIterable<Buffer>, discard: () => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new NodeReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => discard(),
    },
    { highWaterMark: 0 },
  );
}
