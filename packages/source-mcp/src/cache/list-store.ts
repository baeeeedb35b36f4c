import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@toolrack/contracts';
import { readRecord, writeRecord, type KeptLists, type ListRecord } from './list-record.js';

/** Larger files are not read; the largest list of 136 real servers has one megabyte. */
const mostBytes = 64 * 1024 * 1024;
/** Files that nobody has used for so long are removed, in milliseconds: 90 days. */
const unusedMs = 90 * 24 * 60 * 60 * 1_000;

/**
 * A folder with one file for each server definition. A file is replaced as a whole, so readers and other processes see the old one or the
 * new one; of several writers the last one wins. Only the owner may read it. Nothing here ever fails a list: what cannot be read or
 * written is reported and done without.
 */
export class ListStore implements KeptLists {
  private readonly written = new Map<string, string>();
  private pending: Promise<unknown> = Promise.resolve();
  private isReported = false;
  private isSwept = false;

  constructor(
    private readonly folder: string,
    private readonly logger: Logger,
  ) {}

  /** What was kept under a digest; `undefined` when there is nothing that can be used. */
  async load(digest: string, server: string): Promise<ListRecord | undefined> {
    const file = this.file(digest);
    try {
      if ((await stat(file)).size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
      const text = await readFile(file, 'utf8');
      const record = readRecord(text, digest);
      this.written.set(digest, text);
      const now = new Date();
      await utimes(file, now, now).catch(() => undefined);
      return record;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      this.logger.info(`The kept tools of the MCP server "${server}" are ignored: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Keeps a list. Returns at once; `settle` waits for the file. */
  save(digest: string, record: ListRecord): void {
    const text = writeRecord(digest, record);
    if (this.written.get(digest) === text) return;
    this.written.set(digest, text);
    this.pending = this.pending.then(async () => {
      try {
        await this.replace(this.file(digest), text);
        await this.sweep();
      } catch (error) {
        this.written.delete(digest);
        if (!this.isReported) this.logger.warn(`The tools of MCP servers cannot be kept in "${this.folder}": ${(error as Error).message}`);
        this.isReported = true;
      }
    });
  }

  /** Waits for files that are being written. */
  async settle(): Promise<void> {
    await this.pending;
  }

  private file(digest: string): string {
    return join(this.folder, `${digest}.json`);
  }

  private async replace(file: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomUUID()}.tmp`;
    try {
      // A new file of our own: an existing one or a link is never written to.
      await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes what nobody uses any more, once; drafts of writers that died among it. */
  private async sweep(): Promise<void> {
    if (this.isSwept) return;
    this.isSwept = true;
    for (const name of await readdir(this.folder)) {
      // Another process may have been here first.
      await this.sweepFile(name).catch(() => undefined);
    }
  }

  private async sweepFile(name: string): Promise<void> {
    if (!/^[0-9a-f]{64}\.json(?:\.\d+\.[0-9a-f-]{36}\.tmp)?$/.test(name)) return;
    const path = join(this.folder, name);
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > (name.endsWith('.tmp') ? 60 * 60 * 1_000 : unusedMs)) await rm(path, { force: true });
  }
}
