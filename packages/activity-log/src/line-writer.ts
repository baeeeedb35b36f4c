import { mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where and how lines are kept. */
export interface LineWriterOptions {
  /** Absolute path. */
  readonly file: string;
  readonly maxFileBytes: number;
  readonly keepFiles: number;
  /** Told once about each series of failures. */
  readonly onFailure: (error: unknown) => void;
  /** Makes the line that tells of lost ones. */
  readonly lossLine: (lines: number) => string;
}

/** Bytes that may wait for a slow disk; more are lost and counted. */
const mostWaitingBytes = 8 * 1024 * 1024;

/**
 * Appends whole lines to a file that only its owner may read. Each line is one write at the end of the file, so that several processes
 * may share it. `write` returns at once and never throws; what the disk refuses is counted and told in the file when it works again.
 */
export class LineWriter {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private lost = 0;
  private failing = false;
  private working: Promise<void> | undefined;
  private handle: FileHandle | undefined;

  constructor(private readonly options: LineWriterOptions) {}

  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (this.waitingBytes + bytes.length > mostWaitingBytes) {
      this.lost += 1;
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.working ??= this.drain();
  }

  /** Waits until everything written so far is in the file or lost. */
  async flush(): Promise<void> {
    while (this.working !== undefined) await this.working;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.release();
  }

  private async drain(): Promise<void> {
    await Promise.resolve();
    for (let bytes = this.waiting.shift(); bytes !== undefined; bytes = this.waiting.shift()) {
      this.waitingBytes -= bytes.length;
      try {
        await this.append(bytes);
        if (this.lost > 0) await this.confessLoss();
        this.failing = false;
      } catch (error) {
        this.lost += 1;
        await this.release();
        if (!this.failing) this.options.onFailure(error);
        this.failing = true;
      }
    }
    this.working = undefined;
  }

  private async confessLoss(): Promise<void> {
    const lines = this.lost;
    await this.append(Buffer.from(`${this.options.lossLine(lines)}\n`));
    this.lost -= lines;
  }

  private async append(bytes: Buffer): Promise<void> {
    const handle = await this.current(bytes.length);
    for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten;
  }

  /** The open file, after it was set aside if it would grow too large; another process may have done that. */
  private async current(extra: number): Promise<FileHandle> {
    const { file, maxFileBytes } = this.options;
    const there = await stat(file).catch(() => undefined);
    const own = await this.handle?.stat();
    const isSame = there !== undefined && own !== undefined && own.ino === there.ino && own.dev === there.dev;
    const isFull = there !== undefined && there.size > 0 && there.size + extra > maxFileBytes;
    if (isFull) await this.setAside();
    if (isFull || !isSame) await this.release();
    if (this.handle === undefined) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      this.handle = await open(file, 'a', 0o600);
    }
    return this.handle;
  }

  private async setAside(): Promise<void> {
    const { file, keepFiles } = this.options;
    if (keepFiles === 0) {
      await (await open(file, 'w', 0o600)).close();
      return;
    }
    for (let number = keepFiles - 1; number >= 0; number -= 1) {
      const from = number === 0 ? file : `${file}.${number}`;
      await rename(from, `${file}.${number + 1}`).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  private async release(): Promise<void> {
    const handle = this.handle;
    this.handle = undefined;
    await handle?.close().catch(() => undefined);
  }
}
