import { TextDecoder } from 'node:util';

const lineFeed = 0x0a;

/** A line, or why what stood there is none. */
export type SplitLine = { readonly text: string } | { readonly fault: string };

/**
 * Cuts a stream of bytes into lines at line feeds alone: JSON strings may hold the other line separators of Unicode, and
 * they may be cut between two chunks. A carriage return at the end and a byte order mark at the start are dropped.
 */
export class LineSplitter {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private parts: Buffer[] = [];
  private size = 0;
  private isFirst = true;

  /** A line of more than `mostBytes` is dropped whole and reported once. */
  constructor(private readonly mostBytes = 256 * 1024 * 1024) {}

  /** Lines that end in this chunk. */
  push(chunk: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.keep(chunk.subarray(start, end));
      lines.push(this.take());
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, if the input did not end with a line feed. */
  end(): SplitLine[] {
    return this.size === 0 ? [] : [this.take()];
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > this.mostBytes) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  private take(): SplitLine {
    const { parts, size, isFirst } = this;
    this.parts = [];
    this.size = 0;
    this.isFirst = false;
    if (size > this.mostBytes) return { fault: `the line has ${size} bytes, more than ${this.mostBytes}` };
    let text: string;
    try {
      text = this.decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    } catch {
      return { fault: 'the line is not valid UTF-8' };
    }
    return { text: (isFirst ? text.replace(/^\uFEFF/u, '') : text).replace(/\r$/u, '') };
  }
}
