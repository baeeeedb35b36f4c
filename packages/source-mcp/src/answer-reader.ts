import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { DirectResponse } from './network/direct-response.js';
import { parseWireLine } from './wire-message.js';

/** Who hears what an answer holds. */
export interface AnswerListener {
  /** A message of the server. */
  readonly deliver: (message: JSONRPCMessage) => void;
  /** Something that cannot be read and is passed over. */
  readonly note: (error: Error) => void;
}

/** Reads what one request is answered with, over one stream or several that continue each other. */
export class AnswerReader {
  /** The last event that can be continued after; `undefined` while none can. */
  lastEventId?: string;
  /** Pause that the server wants before a stream is continued, in milliseconds. */
  retryMs?: number;
  /** Events so far. */
  events = 0;
  /** Whether a response was among the messages. */
  isAnswered = false;

  constructor(private readonly listener: AnswerListener) {}

  /** Reads a stream of events to its end. Rejects when it breaks. */
  async readEvents(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: (event) => this.take(event), onRetry: (ms) => (this.retryMs = ms) });
    for await (const chunk of chunksOf(response)) parser.feed(decoder.decode(chunk, { stream: true }));
  }

  /** Reads a JSON body. Rejects when it breaks or is no message. */
  async readBody(response: Response): Promise<void> {
    const messages = parseWireLine(await response.text());
    if (messages === undefined) throw new SyntaxError('The answer is not a JSON-RPC message');
    for (const message of messages) this.pass(message);
  }

  private take({ id, event, data }: EventSourceMessage): void {
    this.events += 1;
    if (id !== undefined && id !== '') this.lastEventId = id;
    if (data === '' || (event !== undefined && event !== '' && event !== 'message')) return;
    const messages = parseWireLine(data);
    if (messages === undefined) return this.listener.note(new SyntaxError('An event is not a JSON-RPC message'));
    for (const message of messages) this.pass(message);
  }

  private pass(message: JSONRPCMessage): void {
    if (!('method' in message)) this.isAnswered = true;
    try {
      this.listener.deliver(message);
    } catch (error) {
      this.listener.note(error as Error);
    }
  }
}

function chunksOf(response: Response): AsyncIterable<Uint8Array> {
  if (response instanceof DirectResponse) return response.chunks();
  return (response.body ?? []) as unknown as AsyncIterable<Uint8Array>;
}
