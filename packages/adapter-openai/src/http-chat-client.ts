import { boundedBody, isJsonObject, reasonOf, Redactor } from '@toolrack/contracts';

import type { AssistantMessage, ChatClient, ChatExchange, ChatRequest, ChatToolCall } from './chat-types.js';

/** Where the model is. */
export interface HttpChatClientOptions {
  /** For example `http://127.0.0.1:11434/v1` (`https://api.openai.com/v1`). */
  readonly baseUrl?: string;
  /** Sent as a bearer token and shown nowhere. */
  readonly apiKey?: string;
  /** Longest wait for one answer, in milliseconds (120,000). */
  readonly timeoutMs?: number;
}

/** The service did not answer as it should. The message never holds the key, nor what looks like one in what the service says. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  constructor(
    message: string,
    /** HTTP status, when there was an answer. */
    readonly status?: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Most bytes of an answer that are received; the longest answers of models have a few hundred thousand. */
const mostAnswerBytes = 16_777_216;
/** Longest part of a refusal that is repeated. */
const mostReasonLength = 500;

/** A client of any service that speaks OpenAI's chat completions. It sends a request once and never repeats it. */
export function httpChatClient(options: HttpChatClientOptions = {}): ChatClient {
  const url = `${(options.baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/u, '')}/chat/completions`;
  const headers = {
    'content-type': 'application/json',
    ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
  };
  const limit = options.timeoutMs ?? 120_000;
  const redactor = new Redactor({ values: options.apiKey === undefined ? [] : [options.apiKey] });
  const repeated = (text: string): string => redactor.text(text).slice(0, mostReasonLength);
  return {
    complete: async (request: ChatRequest, signal?: AbortSignal): Promise<ChatExchange> => {
      const body = JSON.stringify(request);
      const timeout = AbortSignal.timeout(limit);
      let read: Buffer | undefined;
      let status: number;
      try {
        const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
        const response = await fetch(url, { method: 'POST', headers, body, signal: both });
        status = response.status;
        read = await boundedBody(response, mostAnswerBytes);
      } catch (error) {
        signal?.throwIfAborted();
        const reason = timeout.aborted ? `no answer within ${limit} ms` : reasonOf((error as Error).cause ?? error);
        throw new ChatError(`The model at ${url} cannot be reached: ${reason}.`, undefined, error);
      }
      if (read === undefined) throw new ChatError(`The model at ${url} answered with more than ${mostAnswerBytes} bytes.`, status);
      const text = new TextDecoder().decode(read);
      if (status !== 200) throw new ChatError(`The model at ${url} refused the request (${status}): ${repeated(refusal(text))}`, status);
      return { ...readAnswer(text, url, repeated), requestBytes: Buffer.byteLength(body) };
    },
  };
}

function refusal(text: string): string {
  const value = parse(text);
  const error = isJsonObject(value) ? value['error'] : undefined;
  const message = isJsonObject(error) ? error['message'] : error;
  return typeof message === 'string' ? message : text;
}

function readAnswer(text: string, url: string, repeated: (text: string) => string): Omit<ChatExchange, 'requestBytes'> {
  const value = parse(text);
  const choices = isJsonObject(value) ? (value['choices'] as unknown) : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  if (!isJsonObject(message)) throw new ChatError(`The model at ${url} gave no message: ${repeated(text)}`, 200);
  const calls = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]).filter(isToolCall) : [];
  const content = typeof message['content'] === 'string' ? message['content'] : null;
  const answer: AssistantMessage = { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  const usage = isJsonObject(value) ? value['usage'] : undefined;
  if (!isJsonObject(usage)) return { message: answer };
  const count = (key: string): number => (typeof usage[key] === 'number' ? usage[key] : 0);
  return { message: answer, usage: { promptTokens: count('prompt_tokens'), completionTokens: count('completion_tokens') } };
}

function isToolCall(value: unknown): value is ChatToolCall {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return false;
  const call = value['function'];
  return isJsonObject(call) && typeof call['name'] === 'string' && typeof call['arguments'] === 'string';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
