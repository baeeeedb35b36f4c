const newline = 0x0a;

/** What a `LineReader` reports. */
export interface LineListener {
  line(text: string): void;
  tooLong(): void;
}

/** Cuts a byte stream into lines; a line over the limit is reported and skipped, what follows it is read on. Blank lines are ignored. */
export class LineReader {
  private parts: Buffer[] = [];
  private size = 0;
  private skipping = false;

  constructor(
    private readonly maxBytes: number,
    private readonly listener: LineListener,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.add(chunk.subarray(start, end));
      this.finish();
      start = end + 1;
    }
    this.add(chunk.subarray(start));
  }

  /** The stream has ended; a last line without a newline counts. */
  end(): void {
    this.finish();
  }

  private add(part: Buffer): void {
    if (this.skipping || part.length === 0) return;
    this.size += part.length;
    if (this.size <= this.maxBytes) {
      this.parts.push(part);
      return;
    }
    this.reset();
    this.skipping = true;
    this.listener.tooLong();
  }

  private finish(): void {
    const text = Buffer.concat(this.parts).toString('utf8').trim();
    this.reset();
    this.skipping = false;
    if (text !== '') this.listener.line(text);
  }

  private reset(): void {
    this.parts = [];
    this.size = 0;
  }
}
