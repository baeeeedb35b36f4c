import { OversizedMessage } from './network/oversized-message.js';

/** Splits a byte stream into lines without copying a long line again with each chunk. A line over the limit is dropped as it comes. */
export class LineReader {
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private oversized?: OversizedMessage;

  constructor(
    private readonly onLine: (line: string) => void,
    /** Longest line that is kept, in bytes. */
    private readonly limit: number,
    /** Told of each dropped line when it ends. */
    private readonly onOversized: (line: OversizedMessage) => void,
  ) {}

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      this.take(chunk.subarray(start, end));
      start = end + 1;
      this.flush();
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) this.take(rest);
  }

  /** Hands on a last line without its line end. */
  end(): void {
    if (this.pending.length > 0 || this.oversized !== undefined) this.flush();
  }

  private take(bytes: Buffer): void {
    if (this.oversized !== undefined) return this.oversized.append(bytes);
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes <= this.limit) return;
    this.oversized = new OversizedMessage(Buffer.concat(this.pending).subarray(0, 2_048));
    for (const part of this.pending) this.oversized.append(part);
    this.pending = [];
    this.pendingBytes = 0;
  }

  private flush(): void {
    const { oversized } = this;
    if (oversized !== undefined) {
      this.oversized = undefined;
      return this.onOversized(oversized);
    }
    const line = Buffer.concat(this.pending).toString('utf8');
    this.pending = [];
    this.pendingBytes = 0;
    this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
