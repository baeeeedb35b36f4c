import type { FetchLike } from '@modelcontextprotocol/client';
import { parseWireLine } from './wire-message.js';

/** Longer messages are passed on as they are: what is mended here is short. In bytes. */
const mostBytes = 4_096;
const eventEnd = /\r\n\r\n|\n\n|\r\r/;

/**
 * The same fetch with JSON-RPC envelopes mended (`"result": null` and its like) in short answers and events. The SDK drops such a message as
 * unreadable, and its request would end with the connection as if nothing had been answered.
 */
export function mendedFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const type = response.headers.get('content-type') ?? '';
    const isStream = /^text\/event-stream\b/i.test(type);
    if (response.body === null || !response.ok || !(isStream || /^application\/json\b/i.test(type))) return response;
    const mended = new Response((response.body as ReadableStream<Uint8Array>).pipeThrough(isStream ? mendEvents() : mendBody()), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    // Event sources look at it; a made response has none.
    Object.defineProperty(mended, 'url', { value: response.url });
    return mended;
  };
}

type BytesStream = TransformStream<Uint8Array, Uint8Array>;

/** Bytes as text of the same length and back: characters may be cut anywhere. */
const asText = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
const asBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Holds the beginning of each event back until it has ended or is too long to be mended, which delays no event. */
function mendEvents(): BytesStream {
  let held = '';
  let isLong = false;
  return new TransformStream({
    transform(chunk, controller) {
      held += asText(chunk);
      let passed = '';
      for (let end = eventEnd.exec(held); end !== null; end = eventEnd.exec(held)) {
        const event = held.slice(0, end.index);
        passed += (isLong ? event : mendEvent(event)) + end[0];
        held = held.slice(end.index + end[0].length);
        isLong = false;
      }
      if (held.length > mostBytes) {
        isLong = true;
        // An end may be cut in two.
        passed += held.slice(0, -3);
        held = held.slice(-3);
      }
      if (passed !== '') controller.enqueue(asBytes(passed));
    },
    flush(controller) {
      if (held !== '') controller.enqueue(asBytes(isLong ? held : mendEvent(held)));
    },
  });
}

function mendEvent(event: string): string {
  const lines = event.split(/\r\n|\n|\r/);
  const data = lines.filter((line) => line.startsWith('data:'));
  const mended = mendMessage(data.map((line) => line.slice(5).replace(/^ /, '')).join('\n'));
  return mended === undefined ? event : [...lines.filter((line) => !line.startsWith('data:')), `data: ${mended}`].join('\n');
}

function mendBody(): BytesStream {
  let held = '';
  let isLong = false;
  return new TransformStream({
    transform(chunk, controller) {
      if (isLong) return controller.enqueue(chunk);
      held += asText(chunk);
      isLong = held.length > mostBytes;
      if (isLong) controller.enqueue(asBytes(held));
    },
    flush(controller) {
      if (!isLong && held !== '') controller.enqueue(asBytes(mendMessage(held) ?? held));
    },
  });
}

/** The mended message, or `undefined` for one that needs nothing or cannot be helped. */
function mendMessage(text: string): string | undefined {
  if (!/"result"\s*:\s*[^{\s]|"error"\s*:\s*(?:null|"|\{)/.test(text)) return undefined;
  const messages = parseWireLine(Buffer.from(text, 'latin1').toString('utf8'));
  if (messages === undefined) return undefined;
  const [only] = messages;
  return Buffer.from(JSON.stringify(messages.length === 1 ? only : messages)).toString('latin1');
}
