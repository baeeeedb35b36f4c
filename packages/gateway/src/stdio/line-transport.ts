import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolrack/contracts';
import { carryArguments } from '../mcp/carried-arguments.js';
import { within } from '../util/time.js';
import { LineReader } from './line-reader.js';

/** Options of `LineTransport`. */
export interface LineTransportOptions {
  /** Longest message in bytes. */
  readonly maxMessageBytes: number;
  /** How long requests may go on after standard input has ended, in milliseconds. */
  readonly drainTimeoutMs: number;
}

/**
 * MCP over lines of a stream. Unlike the library's own transport it answers what is not JSON or not JSON-RPC with an error, outlives
 * an oversized message, and lets requests in flight be answered when the input ends (`printf … | toolrack serve --stdio`).
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly reader: LineReader;
  private readonly pending = new Set<RequestId>();
  private ended = false;
  private closed = false;
  private drainTimer?: NodeJS.Timeout;
  private lastWrite: Promise<unknown> = Promise.resolve();
  private finish: () => void = () => undefined;
  /** Resolves when the transport has closed and what it wrote has been taken. */
  readonly finished: Promise<void>;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly options: LineTransportOptions,
  ) {
    this.finished = new Promise((resolve) => (this.finish = resolve));
    this.reader = new LineReader(options.maxMessageBytes, {
      line: (line) => this.receive(line),
      tooLong: () => this.refuse(-32600, `A message must not be longer than ${options.maxMessageBytes} bytes.`),
    });
  }

  async start(): Promise<void> {
    this.input.on('data', this.onData);
    this.input.on('end', this.onEnd);
    this.input.on('close', this.onEnd);
    this.input.on('error', this.onEnd);
    this.output.on('error', this.onBroken);
    this.output.on('close', this.onBroken);
    if (this.input.readableEnded || this.input.destroyed) setImmediate(this.onEnd);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) return Promise.reject(new Error('The connection is closed.'));
    if (isJSONRPCResponse(message) && message.id !== undefined) this.settle(message.id);
    return this.write(message);
  }

  /** Reads nothing more; the transport closes when every request in flight has been answered. */
  stopReading(): void {
    if (this.ended) return;
    this.ended = true;
    this.input.off('data', this.onData);
    this.closeWhenAnswered();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.ended = true;
    clearTimeout(this.drainTimer);
    this.input.off('data', this.onData);
    for (const event of ['end', 'close', 'error'] as const) this.input.off(event, this.onEnd);
    this.output.off('close', this.onBroken);
    // The error listener stays: a late write to a broken pipe must not end the process.
    if (this.input.listenerCount('data') === 0) this.input.pause();
    this.onclose?.();
    // A peer that does not read must not hold the end back.
    void within(this.lastWrite, 1_000).then(this.finish, this.finish);
  }

  private readonly onData = (chunk: Buffer | string): void => this.reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);

  private readonly onEnd = (): void => {
    if (this.ended) return;
    this.reader.end();
    this.stopReading();
    if (!this.closed) this.drainTimer = setTimeout(() => void this.close(), this.options.drainTimeoutMs);
  };

  private readonly onBroken = (): void => void this.close();

  private receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.refuse(-32700, 'Parse error: a line is not valid JSON.');
    }
    if (Array.isArray(value)) return this.refuse(-32600, 'Batches are not served: send one message a line.');
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(carryArguments(value));
    } catch {
      return this.refuse(-32600, 'Invalid request: a line is not a JSON-RPC 2.0 message.', idOf(value));
    }
    // A subscription is answered only when the connection ends.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') this.pending.add(message.id);
    this.onmessage?.(message);
    this.noteCancellation(message);
  }

  private noteCancellation(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const requestId = message.params?.['requestId'];
    if (typeof requestId === 'string' || typeof requestId === 'number') this.settle(requestId);
  }

  private settle(id: RequestId): void {
    this.pending.delete(id);
    // The answer itself is still to be written.
    if (this.ended) setImmediate(() => this.closeWhenAnswered());
  }

  private closeWhenAnswered(): void {
    if (this.pending.size === 0) void this.close();
  }

  private refuse(code: number, text: string, id: RequestId | null = null): void {
    this.write({ jsonrpc: '2.0', id, error: { code, message: text } }).catch(() => undefined);
  }

  private write(message: object): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.output.write(JSON.stringify(message) + '\n', (error) => (error ? reject(error) : resolve()));
    });
    this.lastWrite = written.catch(() => undefined);
    return written;
  }
}

function idOf(value: unknown): RequestId | null {
  const id = isJsonObject(value) ? value['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
