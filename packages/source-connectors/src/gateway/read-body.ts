import { boundedBody } from '@toolrack/contracts';
import { gatewayError } from './gateway-error.js';

/** Reads a body as text, at most `mostBytes` of it; a longer one is refused instead of filling the memory. */
export async function readBody(response: Response, mostBytes: number): Promise<string> {
  const body = await boundedBody(response, mostBytes);
  if (body === undefined) throw gatewayError('malformed', { status: response.status });
  return body.toString();
}

/** The value of a JSON text, `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
