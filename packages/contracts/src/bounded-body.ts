/**
 * The body of an answer as bytes, or `undefined` when it has more than `mostBytes`: then it is no longer received, so that a server that never
 * stops costs neither memory nor time. Rejects as the body does, for example with the reason of the request's signal.
 */
export async function boundedBody(response: Response, mostBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > mostBytes) {
      // What a broken connection says about being given up is of no interest.
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
