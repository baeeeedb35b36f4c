import { setTimeout as pause } from 'node:timers/promises';
import {
  extractWWWAuthenticateParams,
  InsufficientScopeError,
  PROTOCOL_VERSION_META_KEY,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type FetchLike,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/client';
import { isJsonObject, linkedController } from '@toolrack/contracts';
import { AnswerReader } from './answer-reader.js';
import { mendedFetch } from './mended-events.js';
import { headerText } from './param-headers.js';
import type { ServerDefinition } from './server-options.js';
import { shareSignal } from './shared-signal.js';
import { parseWireLine } from './wire-message.js';

type RemoteEndpoint = Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>;
type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** JSON-RPC error data that marks "the answer's stream ended before the answer", which is no word of the server's. */
export const streamEndedMark = 'toolrack/stream-ended';

/** Tries to continue a stream that broke off, and the first pause before one in milliseconds; as in the SDK. */
const mostResumes = 2;
const firstPauseMs = 1_000;
const pauseGrowth = 1.5;
/** The parameter that `Mcp-Name` repeats, by method (MCP 2026-07-28). */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Streamable HTTP as the SDK speaks it, but for single requests, which are nearly all traffic: their answers are read straight from the
 * connection, at a fraction of the cost of the SDK's chains of web streams. A request fails at once when the stream that should bring its answer
 * ends without it and cannot be continued; the SDK alone waits for the time limit.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  private readonly closing = new AbortController();
  private readonly operatorHeaders: Readonly<Record<string, string>>;
  /** The server redirects: the SDK knows which redirects may be followed. */
  private redirects = false;

  constructor(
    private readonly endpoint: RemoteEndpoint,
    private readonly fetch: FetchLike = globalThis.fetch,
  ) {
    super(endpoint.url, { requestInit: { headers: { ...endpoint.headers } }, fetch: mendedFetch(fetch) });
    this.operatorHeaders = Object.fromEntries(Object.entries(endpoint.headers).map(([name, value]) => [name.toLowerCase(), value]));
    shareSignal(this.closing.signal);
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options: SendOptions = {}): Promise<void> {
    if (Array.isArray(message) || !isRequest(message)) return await super.send(message, options);
    const isUsual = message.method !== 'initialize' && options.resumptionToken === undefined && !this.redirects;
    if (isUsual) return await this.post(message, options);
    const onRequestStreamEnd = (): void => {
      options.onRequestStreamEnd?.();
      this.fail(message);
    };
    return await super.send(message, { ...options, onRequestStreamEnd });
  }

  override async close(): Promise<void> {
    this.closing.abort(new DOMException('The connection was closed', 'AbortError'));
    await super.close();
  }

  /** Resolves when the answer has begun, as a stream, or has come. */
  private async post(message: JSONRPCRequest, options: NonNullable<SendOptions>): Promise<void> {
    const { requestSignal } = options;
    const linked = requestSignal === undefined ? undefined : linkedController(this.closing.signal, requestSignal);
    const signal = linked?.controller.signal ?? this.closing.signal;
    const reader = new AnswerReader({ deliver: (each) => this.onmessage?.(each), note: (error) => this.onerror?.(error) });
    try {
      const headers = this.headersOf(message, options);
      const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(message), signal, redirect: 'manual' };
      const response = await this.fetch(this.endpoint.url, init);
      if (response.status === 307 || response.status === 308) {
        await response.body?.cancel();
        this.redirects = true;
        return await this.send(message, options);
      }
      if (!response.ok) return await this.refused(response, message);
      const type = response.headers.get('content-type') ?? '';
      if (response.status === 202) await response.text();
      else if (/^\s*text\/event-stream\s*(?:;|$)/i.test(type)) {
        void this.follow(response, message, reader, signal, options).finally(() => linked?.release());
        return;
      } else if (/^\s*application\/json\s*(?:;|$)/i.test(type)) await reader.readBody(response);
      else {
        await response.text().catch(() => undefined);
        throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, `Unexpected content type: ${type}`, { contentType: type });
      }
    } catch (error) {
      if (!signal.aborted) this.onerror?.(error as Error);
      linked?.release();
      throw error;
    }
    linked?.release();
  }

  /** Reads a stream of events to its end, and on from there where the server allows it. Never rejects. */
  private async follow(
    first: Response,
    message: JSONRPCRequest,
    reader: AnswerReader,
    signal: AbortSignal,
    options: NonNullable<SendOptions>,
  ): Promise<void> {
    let response: Response | 'refused' | undefined = first;
    for (let tries = 0; ;) {
      if (response instanceof Response) {
        const before = reader.events;
        await reader.readEvents(response).catch((error: unknown) => {
          if (!signal.aborted) this.onerror?.(new Error(`SSE stream disconnected: ${String(error)}`));
        });
        // A stream that brings nothing is no progress, however often it is opened.
        if (reader.events > before) tries = 0;
      }
      const isOver = reader.isAnswered || reader.lastEventId === undefined || response === 'refused' || tries === mostResumes;
      if (signal.aborted || isOver) break;
      await pause(reader.retryMs ?? firstPauseMs * pauseGrowth ** tries, undefined, { signal }).catch(() => undefined);
      tries += 1;
      if (!signal.aborted) response = await this.resume(reader.lastEventId ?? '', signal);
    }
    if (signal.aborted) return;
    options.onRequestStreamEnd?.();
    if (!reader.isAnswered) this.fail(message);
  }

  /** The rest of a stream; `undefined` when it could not be had this time, `refused` when it never can. */
  private async resume(lastEventId: string, signal: AbortSignal): Promise<Response | 'refused' | undefined> {
    try {
      const headers = { ...this.sessionHeaders(), accept: 'text/event-stream', 'last-event-id': lastEventId };
      const response = await this.fetch(this.endpoint.url, { method: 'GET', headers, signal });
      if (response.ok) return response;
      await response.text().catch(() => undefined);
      return response.status === 405 ? 'refused' : undefined;
    } catch (error) {
      if (!signal.aborted) this.onerror?.(new Error(`The stream could not be continued: ${String(error)}`));
      return undefined;
    }
  }

  /** An answer that is no success: the server's own error where it gives one for this very request, otherwise that of its status. */
  private async refused(response: Response, message: JSONRPCRequest): Promise<void> {
    const text = await response.text().catch(() => '');
    const [answer] = response.status === 400 && envelopeVersion(message) !== undefined ? (parseWireLine(text) ?? []) : [];
    if (answer !== undefined && 'error' in answer && answer.id === message.id) {
      this.onmessage?.(answer);
      return;
    }
    const { error, scope, resourceMetadataUrl, errorDescription } = extractWWWAuthenticateParams(response);
    if (response.status === 403 && error === 'insufficient_scope') {
      throw new InsufficientScopeError({ requiredScope: scope, resourceMetadataUrl, errorDescription });
    }
    const target = response.status < 400 ? redirectTarget(response, this.endpoint.url) : undefined;
    const reason = target === undefined ? text : `Redirect to ${target} not followed; use that URL if it is the intended server`;
    const details = { status: response.status, statusText: response.statusText, text };
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${reason}`, details);
  }

  /** A no-op when the answer has come: the SDK ignores answers that nobody waits for. */
  private fail({ id }: JSONRPCRequest): void {
    const error = { code: -32000, message: 'The connection ended before the answer', data: streamEndedMark };
    this.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  private headersOf(message: JSONRPCRequest, options: NonNullable<SendOptions>): Record<string, string> {
    const version = envelopeVersion(message);
    const name = message.params?.[namedBy[message.method] ?? ''];
    const wanted = this.operatorHeaders['accept'];
    return {
      ...options.headers,
      ...this.sessionHeaders(),
      ...(version === undefined ? {} : { 'mcp-protocol-version': version, 'mcp-method': message.method }),
      ...(version === undefined || typeof name !== 'string' ? {} : { 'mcp-name': headerText(name) }),
      'content-type': 'application/json',
      accept: `${wanted === undefined ? '' : `${wanted}, `}application/json, text/event-stream`,
    };
  }

  private sessionHeaders(): Record<string, string> {
    return {
      ...this.operatorHeaders,
      ...(this.sessionId === undefined ? {} : { 'mcp-session-id': this.sessionId }),
      ...(this.protocolVersion === undefined ? {} : { 'mcp-protocol-version': this.protocolVersion }),
    };
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** The revision that a request says it is written in, in its own envelope. */
function envelopeVersion({ params }: JSONRPCRequest): string | undefined {
  const meta = params?.['_meta'];
  const version = isJsonObject(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** Where a redirect leads, without what may be secret in an address. */
function redirectTarget(response: Response, from: URL): string | undefined {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) return undefined;
  const { origin, pathname } = new URL(location, from);
  return `${origin}${pathname}`;
}
