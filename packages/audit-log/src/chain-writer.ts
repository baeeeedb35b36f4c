import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';

import type { AuditRecord } from './audit-record.js';
import { chainStart, hashOf, headText, keyIdOf, lineOf, parseHead, type ChainHead } from './chain.js';
import { nextPart } from './log-parts.js';
import { claimFile, type ClaimedFile } from './process-file.js';

/** Where and how a chain is kept. */
export interface ChainWriterOptions {
  /** Absolute path. */
  readonly file: string;
  readonly maxFileBytes: number;
  readonly durable: boolean;
  readonly key: string | undefined;
}

/** Longest line; a record is bounded far below that. */
const mostLineBytes = 4 * 1024 * 1024;

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
  private lost = 0;

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
    this.put(this.lineBytes({ type, version: 1, pid: process.pid, ...(key === undefined ? {} : { keyId: keyIdOf(key) }) }));
  }

  /** `FILE.1` is the oldest; names are never used again, so that a part can be archived as it is. */
  private rotate(): void {
    const { file } = this;
    closeSync(this.log as number);
    this.log = undefined;
    renameSync(file, nextPart(file));
    this.log = openSync(file, 'a', 0o600);
    this.size = 0;
    this.begin('continued');
  }

  /** Claims and opens the file, and takes up the chain that it holds. Throws what the disk says. */
  open(): void {
    if (this.log !== undefined) return;
    try {
      this.takeUp();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  private takeUp(): void {
    const { file } = this;
    this.log = openSync(file, 'a+', 0o600);
    this.head = openSync(`${file}.head`, existsSync(`${file}.head`) ? 'r+' : 'w+', 0o600);
    const { size } = fstatSync(this.log);
    this.size = size;
    if (size === 0) return this.begin(this.seq === 0 ? 'opened' : 'continued');
    const wasKeyed = this.headNow()?.keyId;
    this.continueAfter(this.tail(size));
    const { key } = this.options;
    // Lines under another key go into another part, so that one key is enough to check a part.
    if (wasKeyed !== (key === undefined ? undefined : keyIdOf(key))) this.rotate();
    else this.begin('resumed');
  }

  private headNow(): ChainHead | undefined {
    const buffer = Buffer.alloc(512);
    const length = readSync(this.head as number, buffer, 0, buffer.length, 0);
    return parseHead(buffer.subarray(0, length).toString(), undefined);
  }

  /** Takes up the chain after its last whole line; a line that was cut off stays as it is, and the next one accounts for it. */
  private continueAfter(tail: Buffer): void {
    const end = tail.lastIndexOf(10);
    const torn = tail.subarray(end + 1);
    const last = tail.subarray(tail.lastIndexOf(10, end - 1) + 1, Math.max(0, end));
    this.previous = end < 0 ? chainStart : hashOf(last);
    this.seq = end < 0 ? 0 : numberOf(last);
    if (torn.length === 0) return;
    writeSync(this.log as number, '\n');
    this.size += 1;
    this.put(this.lineBytes({ type: 'recovered', torn: { bytes: torn.length, sha256: hashOf(torn) } }));
  }

  private tail(size: number): Buffer {
    const buffer = Buffer.alloc(Math.min(size, mostLineBytes));
    readSync(this.log as number, buffer, 0, buffer.length, size - buffer.length);
    return buffer;
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

/** The number of a line; a line that is none is checked by whoever verifies the log. */
function numberOf(line: Buffer): number {
  const found = /^\{"seq":(\d+),/u.exec(line.toString('utf8', 0, 64));
  return found === null ? 0 : Number(found[1]);
}
