import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AuthorizationError } from './authorization-error.js';
import { parseGrant, type Grant } from './grant.js';
import { parseSealed, seal, unseal, type SealedText } from './sealed-text.js';
import type { StoreKeys } from './store-key.js';
import { withLock } from './store-lock.js';

/** Whose tokens: the name of the server in the configuration and its address. */
export interface GrantOwner {
  readonly server: string;
  readonly url: string;
}

/**
 * Grants on disk, a file each, encrypted and readable by the user alone. Files are replaced as a whole, and changed only under a lock
 * that holds across processes.
 */
export class TokenStore {
  /** Each request asks for the revision of its owner, who is one and the same object. */
  private readonly files = new WeakMap<GrantOwner, string>();

  constructor(
    readonly directory: string,
    private readonly keys: StoreKeys,
  ) {}

  /** What changes with every change of the grant, without reading it; `""` when there is none. */
  revision(owner: GrantOwner): string {
    const found = statSync(this.fileOf(owner), { bigint: true, throwIfNoEntry: false });
    return found === undefined ? '' : `${found.mtimeNs}-${found.ino}-${found.size}`;
  }

  /** The kept grant. Rejects with an `AuthorizationError` of kind `store` when it cannot be decrypted. */
  async read(owner: GrantOwner): Promise<Grant | undefined> {
    const sealed = await this.readSealed(owner);
    if (sealed === undefined) return undefined;
    const key = await this.keys.forReading(sealed);
    let text: string;
    try {
      text = unseal(sealed, purposeOf(owner), key);
    } catch (error) {
      throw new AuthorizationError('store', 'the kept tokens are damaged', { cause: error, hint: 'Sign in again.' });
    }
    return parseGrant(text, owner.url);
  }

  /**
   * Changes a grant while nobody else can: `change` gets what is kept now and returns what is to be kept; the same object changes
   * nothing. Rejects with what `change` rejects with.
   */
  async update(owner: GrantOwner, change: (grant: Grant | undefined) => Promise<Grant | undefined>): Promise<Grant | undefined> {
    return await withLock(this.lockOf(owner), async () => {
      const before = await this.read(owner);
      const after = await change(before);
      if (after !== undefined && after !== before) await this.write(owner, after);
      return after;
    });
  }

  /** Keeps a grant whatever was there before, readable or not. */
  async replace(owner: GrantOwner, grant: Grant): Promise<void> {
    await withLock(this.lockOf(owner), () => this.write(owner, grant));
  }

  /** Removes a grant. True when there was one. */
  async remove(owner: GrantOwner): Promise<boolean> {
    return await withLock(this.lockOf(owner), async () => {
      try {
        await unlink(this.fileOf(owner));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw unwritable(this.directory, error);
      }
    });
  }

  private async write(owner: GrantOwner, grant: Grant): Promise<void> {
    const previous = await this.readSealed(owner).catch(() => undefined);
    const sealed = seal(JSON.stringify(grant), purposeOf(owner), await this.keys.forWriting(previous));
    const file = this.fileOf(owner);
    const fresh = `${file}.${randomBytes(8).toString('hex')}`;
    try {
      const handle = await open(fresh, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(sealed)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await replaceFile(fresh, file);
    } catch (error) {
      await unlink(fresh).catch(() => undefined);
      throw unwritable(this.directory, error);
    }
  }

  private async readSealed(owner: GrantOwner): Promise<SealedText | undefined> {
    let text: string;
    try {
      text = await readFile(this.fileOf(owner), 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new AuthorizationError('store', `the token store ${this.directory} cannot be read (${code ?? 'unknown error'})`, {
        cause: error,
      });
    }
    const sealed = parseSealed(text);
    if (sealed === undefined) throw new AuthorizationError('store', 'the kept tokens are damaged', { hint: 'Sign in again.' });
    return sealed;
  }

  private fileOf(owner: GrantOwner): string {
    const known = this.files.get(owner);
    if (known !== undefined) return known;
    const name = owner.server.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40);
    const digest = createHash('sha256').update(purposeOf(owner)).digest('hex').slice(0, 20);
    const file = join(this.directory, `${name}-${digest}.json`);
    this.files.set(owner, file);
    return file;
  }

  private lockOf(owner: GrantOwner): string {
    return `${this.fileOf(owner)}.lock`;
  }
}

function purposeOf({ server, url }: GrantOwner): string {
  return JSON.stringify(['toolrack grant', server, url]);
}

/** Windows refuses to replace a file at the moment that somebody reads it. */
async function replaceFile(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || attempt === 10 || !['EPERM', 'EACCES', 'EBUSY'].includes(code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}

function unwritable(directory: string, error: unknown): AuthorizationError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new AuthorizationError('store', `the token store ${directory} cannot be written (${code})`, { cause: error });
}
