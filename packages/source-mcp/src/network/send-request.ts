import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { version } from '../version.js';
import { boundedChunks } from './answer-body.js';
import { DirectResponse } from './direct-response.js';

/** What a request says unless its caller says otherwise. */
const standingHeaders: Readonly<Record<string, string>> = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'user-agent': `toolrack/${version}`,
};

/**
 * Sends one request and resolves with its answer as soon as the head of it is there; redirects are left to the caller. Takes and rejects with
 * what `fetch` does (a `TypeError` with its cause, the reason of an abort), at a third of its cost: short exchanges are most of what a gateway
 * does. An answer of more than `mostBytes` is cut off, see `boundedChunks`.
 */
export async function sendRequest(dispatcher: Dispatcher, url: URL, init: RequestInit, mostBytes: number): Promise<DirectResponse> {
  if (url.username !== '' || url.password !== '') throw new TypeError(`The address of "${url.host}" holds credentials`);
  const signal = init.signal ?? undefined;
  signal?.throwIfAborted();
  const body = bodyOf(init);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: init.method ?? 'GET',
      headers: headersOf(init),
      ...body,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new TypeError('fetch failed', { cause: error });
  }
  return asResponse(answer, url, mostBytes, signal);
}

function headersOf(init: RequestInit): Record<string, string> {
  const headers: Record<string, string> = { ...standingHeaders };
  if (init.body instanceof URLSearchParams) headers['content-type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
  else if (typeof init.body === 'string') headers['content-type'] = 'text/plain;charset=UTF-8';
  const given = init.headers ?? {};
  const entries = given instanceof Headers || Array.isArray(given) ? given : Object.entries(given);
  for (const [name, value] of entries as Iterable<[string, string]>) headers[name.toLowerCase()] = value;
  return headers;
}

function bodyOf({ body }: RequestInit): { readonly body?: string | Uint8Array } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  if (body instanceof URLSearchParams) return { body: body.toString() };
  throw new TypeError('A request can carry a text, a form or bytes');
}

function asResponse(answer: Dispatcher.ResponseData, url: URL, mostBytes: number, signal: AbortSignal | undefined): DirectResponse {
  const { statusCode: status, headers, body } = answer;
  // A body that fails while nobody reads it must not end the program.
  body.on('error', () => undefined);
  const response = new DirectResponse({
    status,
    statusText: answer.statusText,
    headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((item): [string, string] => [name, item])),
    url: url.href,
    chunks: boundedChunks(decoded(body, headers['content-encoding']), text(headers['content-type']), mostBytes, signal),
    discard: () => void body.destroy(),
  });
  if (response.isBodiless) body.resume();
  return response;
}

/** What the body says once the codings that it was sent in are undone, from the last one to the first. One that nobody knows stays. */
function decoded(body: Readable, codings: string | string[] | undefined): Readable {
  if (codings === undefined) return body;
  let current = body;
  for (const coding of text(codings).split(',').reverse()) {
    const decoder = decoderOf(coding.trim().toLowerCase());
    if (decoder === undefined) return current;
    current = pipeline(current, decoder, () => undefined);
  }
  return current;
}

/** Decoders that give what they have at once: events must not wait for later ones. */
function decoderOf(coding: string): Transform | undefined {
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(flush);
  if (coding === 'deflate') return createInflate(flush);
  if (coding === 'br') {
    return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  }
  return undefined;
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
