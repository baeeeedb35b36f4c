/** Longest line that is read; a longer one ends the connection. 64 MiB: the largest results seen are some megabytes. */
const mostLineBytes = 64 * 1024 * 1024;

/** Splits a byte stream into lines without copying a long line again with each chunk. */
export class LineReader {
  private pending: Buffer[] = [];
  private pendingBytes = 0;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly limit = mostLineBytes,
  ) {}

  /** Takes the next bytes. Throws when a line grows past the limit. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      this.pending.push(chunk.subarray(start, end));
      start = end + 1;
      this.flush();
    }
    const rest = chunk.subarray(start);
    if (rest.length === 0) return;
    this.pending.push(rest);
    this.pendingBytes += rest.length;
    if (this.pendingBytes > this.limit) throw new Error(`a line of more than ${this.limit} bytes`);
  }

  /** Hands on a last line without its line end. */
  end(): void {
    if (this.pending.length > 0) this.flush();
  }

  private flush(): void {
    const line = Buffer.concat(this.pending).toString('utf8');
    this.pending = [];
    this.pendingBytes = 0;
    this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
