import { boundedBody, isJsonObject, reasonOf } from '@toolrack/contracts';

/** A language model behind an OpenAI-compatible interface. */
export interface ChatEndpoint {
  /** Base address (`http://127.0.0.1:11434/v1`), or the whole address of its `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Longest wait for one answer, in milliseconds; 60,000. */
  readonly timeoutMs?: number;
}

/** Why there is no answer. The message is for operators and holds neither key nor text. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  constructor(
    message: string,
    /** Asking again may help. */
    readonly isPassing: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** Most bytes of an answer: eight phrases are a few hundred, what a model thinks before may be much more. */
const mostBytes = 1_000_000;

/** The text that the model answers. Rejects with `ChatError`, or with the reason of the signal. */
export async function askModel(endpoint: ChatEndpoint, system: string, user: string, signal: AbortSignal): Promise<string> {
  const { url, model, apiKey, timeoutMs = 60_000 } = endpoint;
  const timeout = AbortSignal.timeout(timeoutMs);
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(/\/chat\/completions\/?$/u.test(url) ? url : `${url.replace(/\/+$/u, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, messages, temperature: 0 }),
      signal: AbortSignal.any([signal, timeout]),
      redirect: 'error',
    });
    if (response.ok) {
      const bytes = await boundedBody(response, mostBytes);
      if (bytes === undefined) throw new ChatError(`its answer has more than ${mostBytes} bytes`, false);
      body = JSON.parse(bytes.toString());
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChatError) throw error;
    if (timeout.aborted) throw new ChatError(`it does not answer within ${timeoutMs} ms`, true);
    if (error instanceof SyntaxError) throw new ChatError('its answer is not JSON', false);
    throw new ChatError(`it cannot be reached (${reasonOf((error as Error).cause ?? error)})`, true);
  }
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    const isPassing = response.status === 429 || response.status >= 500;
    throw new ChatError(`it answers with status ${response.status}`, isPassing, Number.isFinite(seconds) ? seconds * 1000 : undefined);
  }
  const choices = isJsonObject(body) ? body['choices'] : undefined;
  const message: unknown = Array.isArray(choices) && isJsonObject(choices[0]) ? choices[0]['message'] : undefined;
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (typeof content !== 'string') throw new ChatError('its answer has no text', false);
  return content;
}
