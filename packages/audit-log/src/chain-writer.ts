import { closeSync, existsSync, fstatSync, fsyncSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

import type { AuditRecord } from './audit-record.js';
import { chainStart, hashOf, headText, keyIdOf, lineOf, type ChainHead } from './chain.js';
import { endOf, endOfPart, fitsHead, headOf, isUnder, type ChainEnd } from './chain-end.js';
import { nextPart, partNumbers } from './log-parts.js';
import { claimFile, type ClaimedFile } from './process-file.js';

/** Where and how a chain is kept. */
export interface ChainWriterOptions {
  /** Absolute path. */
  readonly file: string;
  readonly maxFileBytes: number;
  readonly durable: boolean;
  readonly key: string | undefined;
  /** Told once each time a log is taken up that does not end where it did. */
  readonly onUnfit?: () => void;
}

/**
 * Appends records to a hash chain. Every line is handed to the operating system (and to the disk when `durable`) before `append` returns, so a
 * caller who goes on afterwards is never ahead of the log. `append` throws when the disk refuses; the next one begins where the chain really ends.
 */
export class ChainWriter {
  private claimed: ClaimedFile | undefined;
  private log: number | undefined;
  private head: number | undefined;
  private seq = 0;
  private previous = chainStart;
  private size = 0;
  private inode = 0;
  private lost = 0;
  /** What the head said of a log that does not end there, until a line says so. */
  private unfit: { readonly seq?: number; readonly hash?: string } | undefined;

  constructor(private readonly options: ChainWriterOptions) {}

  /** The file of this process; it is claimed at the first line. */
  get file(): string {
    this.claimed ??= claimFile(this.options.file);
    return this.claimed.file;
  }

  /** `isWaited`: the caller's answer depends on this line, so a durable log waits for the disk. */
  append(record: AuditRecord, isWaited = false): void {
    try {
      this.open();
      if (this.lost > 0) {
        this.write({ type: 'lost', records: this.lost }, false);
        this.lost = 0;
      }
      this.write(record, isWaited);
    } catch (error) {
      this.lost += 1;
      this.release();
      throw error;
    }
  }

  /** Ends the chain in good order and gives the file back. */
  close(): void {
    try {
      if (this.log !== undefined) this.append({ type: 'closed' }, true);
    } finally {
      this.release();
      this.claimed?.release();
      this.claimed = undefined;
    }
  }

  private write(record: AuditRecord, isWaited: boolean): void {
    let bytes = this.lineBytes(record);
    if (this.size > 0 && this.size + bytes.length > this.options.maxFileBytes) {
      this.rotate();
      bytes = this.lineBytes(record);
    }
    this.put(bytes);
    if (this.options.durable && isWaited) fsyncSync(this.log as number);
  }

  private lineBytes(record: AuditRecord): Buffer {
    const { key } = this.options;
    return Buffer.from(`${lineOf(record, { seq: this.seq + 1, previous: this.previous, ...(key === undefined ? {} : { key }) })}\n`);
  }

  private put(bytes: Buffer): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.log as number, bytes, done);
    this.size += bytes.length;
    this.seq += 1;
    this.previous = hashOf(bytes.subarray(0, -1));
    const { key } = this.options;
    const head: ChainHead = { seq: this.seq, hash: this.previous, ...(key === undefined ? {} : { keyId: keyIdOf(key) }) };
    writeSync(this.head as number, headText(head, key), 0);
  }

  private begin(type: 'opened' | 'continued' | 'resumed'): void {
    const { key } = this.options;
    const { unfit } = this;
    this.unfit = undefined;
    const told = { ...(key === undefined ? {} : { keyId: keyIdOf(key) }), ...(unfit === undefined ? {} : { unfit }) };
    this.put(this.lineBytes({ type, version: 1, pid: process.pid, ...told }));
  }

  /** `FILE.1` is the oldest; names are never used again, so that a part can be archived as it is. */
  private rotate(): void {
    const { file } = this;
    closeSync(this.log as number);
    this.log = undefined;
    renameSync(file, nextPart(file));
    this.log = openSync(file, 'a', 0o600);
    ({ ino: this.inode, size: this.size } = fstatSync(this.log));
    this.begin('continued');
  }

  /** Claims and opens the file, and takes up the chain that it holds. Throws what the disk says. */
  open(): void {
    // A file that was moved away, replaced or cut meanwhile: lines written into it would be lost, or hide that.
    if (this.log !== undefined && !this.isAsLeft()) this.release();
    if (this.log !== undefined) return;
    try {
      this.takeUp();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  private isAsLeft(): boolean {
    const found = statSync(this.file, { throwIfNoEntry: false });
    return found !== undefined && found.ino === this.inode && found.size === this.size;
  }

  /**
   * Goes on after the last whole line. A line that was cut off stays as it is, and the next one accounts for it. A log that does not end where
   * its head file says (or where this process left it) says so in its next line: nobody could tell afterwards.
   */
  private takeUp(): void {
    const { file } = this;
    const { key } = this.options;
    this.log = openSync(file, 'a+', 0o600);
    this.head = openSync(`${file}.head`, existsSync(`${file}.head`) ? 'r+' : 'w+', 0o600);
    ({ ino: this.inode, size: this.size } = fstatSync(this.log));
    const own = endOf(this.log);
    const part = own.seq === 0 ? partNumbers(file).at(-1) : undefined;
    const end = part === undefined ? own : { ...endOfPart(`${file}.${part}`), torn: own.torn };
    const head = this.seq > 0 ? { seq: this.seq, hash: this.previous } : headOf(this.head, end, key);
    // All of it was taken away: the chain goes on where it ended, so that this shows.
    const isGone = end.seq === 0 && end.text === '' && head !== undefined;
    if (!isGone && !fitsHead(end, head)) this.unfit = head === undefined ? {} : { seq: head.seq, hash: head.hash };
    if (this.unfit !== undefined) this.options.onUnfit?.();
    ({ seq: this.seq, hash: this.previous } = isGone ? head : end);
    this.account(end);
    if (own.seq === 0) return this.begin(this.seq === 0 ? 'opened' : 'continued');
    // Lines under another key go into another part, so that one key is enough to check a part.
    if (isUnder(end, key)) this.begin('resumed');
    else this.rotate();
  }

  private account({ torn }: ChainEnd): void {
    if (torn.length === 0) return;
    writeSync(this.log as number, '\n');
    this.size += 1;
    this.put(this.lineBytes({ type: 'recovered', torn: { bytes: torn.length, sha256: hashOf(torn) } }));
  }

  private release(): void {
    for (const handle of [this.log, this.head]) {
      try {
        if (handle !== undefined) closeSync(handle);
      } catch {
        // It is given up anyway.
      }
    }
    this.log = undefined;
    this.head = undefined;
  }
}
