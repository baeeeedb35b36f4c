import type { IncomingMessage } from 'node:http';

/** What reading a body came to. */
export type Body = { readonly value: unknown } | { readonly status: 400 | 413; readonly code: number; readonly text: string };

/** Reads a JSON body of at most `maxBytes`. A longer one is refused as soon as that is known, without keeping what came. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLarge: Body = { status: 413, code: -32000, text: `The body must not be longer than ${maxBytes} bytes.` };
  if (Number(request.headers['content-length']) > maxBytes) return tooLarge;
  const bytes = await collect(request, maxBytes);
  if (bytes === 'too-large') return tooLarge;
  if (bytes === 'broken') return { status: 400, code: -32700, text: 'The body could not be read.' };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return { status: 400, code: -32700, text: 'Parse error: the body is not valid JSON.' };
  }
}

/** Iterating over the request would destroy the connection on leaving early, and with it the refusal. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too-large' | 'broken'> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Buffer | 'too-large' | 'broken'): void => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onClose);
      resolve(outcome);
    };
    const onData = (part: Buffer): void => {
      size += part.length;
      if (size <= maxBytes) return void parts.push(part);
      finish('too-large');
      request.resume();
    };
    const onEnd = (): void => finish(Buffer.concat(parts));
    const onClose = (): void => finish('broken');
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onClose);
    request.on('error', () => undefined);
  });
}
