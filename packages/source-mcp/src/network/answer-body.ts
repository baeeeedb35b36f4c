import type { Readable } from 'node:stream';
import { MessageTooLargeError, OversizedMessage } from './oversized-message.js';

/**
 * The body of an answer, with a bound. A body, or one event of an event stream, of more than `mostBytes` is never kept: an oversized event
 * is replaced by the error that answers its request, and the stream goes on; any other body ends with `MessageTooLargeError`.
 * As with `fetch`, a connection that breaks is a `TypeError` with its cause, and an abort the signal's own reason.
 */
export async function* boundedChunks(
  body: Readable,
  contentType: string,
  mostBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void> {
  const isStream = /^text\/event-stream\b/i.test(contentType);
  const bound = isStream ? new EventBound(mostBytes) : new BodyBound(mostBytes);
  try {
    for await (const chunk of body) {
      const passed = bound.take(chunk as Buffer);
      if (passed.length > 0) yield passed;
    }
  } catch (error) {
    if (error instanceof MessageTooLargeError || signal?.aborted === true) throw error;
    throw new TypeError('terminated', { cause: error });
  }
}

/** Bytes of an event's beginning that are kept. */
const keptHead = 2_048;

interface Bound {
  /** What is passed on of a chunk. */
  take(chunk: Buffer): Buffer;
}

class BodyBound implements Bound {
  private bytes = 0;

  constructor(private readonly limit: number) {}

  take(chunk: Buffer): Buffer {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) throw new MessageTooLargeError(this.limit);
    return chunk;
  }
}

const lineFeed = 10;
const carriageReturn = 13;

class EventBound implements Bound {
  /** Bytes of the event that is being read. */
  private bytes = 0;
  /** Its beginning, for the case that it grows too large. */
  private head = Buffer.alloc(0);
  private isLineEmpty = true;
  private wasReturn = false;
  private oversized?: OversizedMessage;

  constructor(private readonly limit: number) {}

  take(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      if (!this.endsEvent(chunk[index] as number)) continue;
      passed.push(this.event(chunk.subarray(start, index + 1)), this.finish());
      start = index + 1;
    }
    passed.push(this.event(chunk.subarray(start)));
    return passed.length === 1 ? (passed[0] as Buffer) : Buffer.concat(passed);
  }

  /** An event ends with an empty line; lines end with LF, CR or both. */
  private endsEvent(byte: number): boolean {
    const isSecondHalf = byte === lineFeed && this.wasReturn;
    this.wasReturn = byte === carriageReturn;
    if (isSecondHalf) return false;
    const isLineEnd = byte === lineFeed || byte === carriageReturn;
    const isEnd = isLineEnd && this.isLineEmpty;
    this.isLineEmpty = isLineEnd;
    return isEnd;
  }

  private event(part: Buffer): Buffer {
    if (this.oversized !== undefined) {
      this.oversized.append(part);
      return Buffer.alloc(0);
    }
    if (this.head.length < keptHead) this.head = Buffer.concat([this.head, part.subarray(0, keptHead - this.head.length)]);
    this.bytes += part.length;
    if (this.bytes <= this.limit) return part;
    this.oversized = new OversizedMessage(this.head.subarray(Math.max(0, this.head.indexOf('data:') + 5)));
    this.oversized.append(part);
    return Buffer.alloc(0);
  }

  /** An event has ended: nothing more, or what stands for an oversized one. */
  private finish(): Buffer {
    const { oversized } = this;
    this.oversized = undefined;
    this.bytes = 0;
    this.head = Buffer.alloc(0);
    if (oversized === undefined) return Buffer.alloc(0);
    const answer = oversized.answer(this.limit);
    // What was passed on before the event grew too large is ended first; its reader drops what it cannot parse.
    return Buffer.from(`\n\n${answer === undefined ? '' : `event: message\ndata: ${answer}\n\n`}`);
  }
}
