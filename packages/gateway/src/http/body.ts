import type { IncomingMessage } from 'node:http';

/** What reading a body came to. */
export type Body =
  { readonly value: unknown } | { readonly status: 400 | 413; readonly code: number; readonly text: string };

/** Reads a JSON body of at most `maxBytes`. A longer one is refused as soon as that is known, without keeping what came. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLarge: Body = { status: 413, code: -32000, text: `The body must not be longer than ${maxBytes} bytes.` };
  if (Number(request.headers['content-length']) > maxBytes) return tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) return tooLarge;
      parts.push(part);
    }
  } catch {
    return { status: 400, code: -32700, text: 'The body could not be read.' };
  }
  try {
    return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown };
  } catch {
    return { status: 400, code: -32700, text: 'Parse error: the body is not valid JSON.' };
  }
}
