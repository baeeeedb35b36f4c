import { gatewayError } from './gateway-error.js';

/** Reads a body as text, at most `mostBytes` of it; a longer one is refused instead of filling the memory. */
export async function readBody(response: Response, mostBytes: number): Promise<string> {
  const body = response.body as ReadableStream<Uint8Array> | null;
  const reader = body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw gatewayError('malformed', { status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The value of a JSON text, `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
