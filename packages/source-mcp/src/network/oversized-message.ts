/** JSON-RPC error data that marks an answer which was larger than is read. */
export const tooLargeMark = 'toolrack/too-large';

/** A message was larger than is read. */
export class MessageTooLargeError extends Error {
  readonly code = 'ERR_MESSAGE_TOO_LARGE';
  constructor(readonly limit: number) {
    super(`The answer is larger than ${limit} bytes`);
  }
}

/** How much of the beginning and of the end of a dropped message is kept to find its id. */
const keptBytes = 1_024;
const idPattern = '("(?:[^"\\\\]|\\\\.){1,200}"|-?\\d{1,15})';
const idFirst = new RegExp(`^[^{]{0,16}\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?"id"\\s*:\\s*${idPattern}\\s*[,}]`);
const idLast = new RegExp(`"id"\\s*:\\s*${idPattern}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`);

/**
 * What is left of a message that is too large to be kept: its beginning and its end, enough to answer the request that it belongs to.
 * SDKs write the id either before the result or after it.
 */
export class OversizedMessage {
  private tail = Buffer.alloc(0);

  constructor(private readonly head: Buffer) {}

  /** Takes further bytes of the message. */
  append(chunk: Buffer): void {
    this.tail = Buffer.concat([this.tail, chunk.subarray(-keptBytes)]).subarray(-keptBytes);
  }

  /** The error that takes the message's place; `undefined` when it was no answer or does not tell to what. */
  answer(limit: number): string | undefined {
    const head = this.head.toString('utf8', 0, keptBytes);
    const id = idFirst.exec(head)?.[1] ?? idLast.exec(this.tail.toString('utf8'))?.[1];
    if (id === undefined) return undefined;
    const error = { code: -32000, message: new MessageTooLargeError(limit).message, data: tooLargeMark };
    return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
  }
}
