import { createHash, randomBytes, scrypt } from 'node:crypto';
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AuthorizationError } from './authorization-error.js';
import type { Keychain } from './keychain.js';
import type { KeyOrigin, SealedText, StoreKey } from './sealed-text.js';

/** Where keys are looked for. */
export interface KeySources {
  readonly directory: string;
  readonly preference: 'auto' | 'keychain' | 'file';
  readonly keychain: Keychain;
  /** Value of TOOLRACK_TOKEN_KEY. */
  readonly variable: string | undefined;
}

/** Cost of scrypt: 32 MiB and three passes, one of the settings of the OWASP Password Storage Cheat Sheet. */
const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const shortestPassphrase = 12;
const derive = promisify<string, Buffer, number, typeof scryptCost, Buffer>(scrypt);

/** Finds the key for a file, and the key to write with. */
export class StoreKeys {
  private readonly derived = new Map<string, Promise<Buffer>>();

  constructor(private readonly sources: KeySources) {}

  /** The key that a file was sealed with. Rejects with an `AuthorizationError` that says which key is missing. */
  async forReading(sealed: SealedText): Promise<StoreKey> {
    const { origin, id, salt } = sealed.key;
    const found = await this.find(origin, salt);
    if (found?.id === id) return found;
    throw new AuthorizationError('store', `the kept tokens cannot be read: ${missing[origin]}`, {
      hint: 'Give the key that they were written with, or sign in again.',
    });
  }

  /** The key to write with: TOOLRACK_TOKEN_KEY, else the kind of key that the file had before, else the preferred one. */
  async forWriting(previous: SealedText | undefined): Promise<StoreKey> {
    const { variable, preference } = this.sources;
    if (variable !== undefined && variable !== '') return await this.fromVariable(variable, previous?.key.salt);
    if (previous?.key.origin === 'file' || preference === 'file') return await this.fromFile(true);
    const kept = await this.fromKeychain(true);
    if (kept !== undefined) return kept;
    if (preference === 'keychain') {
      throw new AuthorizationError('store', 'the keychain of the operating system cannot be used', {
        hint: 'Unlock it, set TOOLRACK_TOKEN_KEY, or set "tokens": { "key": "file" }.',
      });
    }
    return await this.fromFile(true);
  }

  private async find(origin: KeyOrigin, salt: string | undefined): Promise<StoreKey | undefined> {
    const { variable } = this.sources;
    if (origin === 'keychain') return await this.fromKeychain(false);
    if (origin === 'file') return await this.fromFile(false).catch(ignoreMissing);
    return variable === undefined || variable === '' ? undefined : await this.fromVariable(variable, salt);
  }

  private async fromVariable(variable: string, salt: string | undefined): Promise<StoreKey> {
    const bytes = rawKey(variable);
    if (bytes !== undefined) return toKey('variable', bytes);
    if (variable.length < shortestPassphrase) {
      throw new AuthorizationError(
        'store',
        `TOOLRACK_TOKEN_KEY is too short: give 32 bytes in base64 or at least ${shortestPassphrase} characters`,
      );
    }
    const used = salt ?? randomBytes(16).toString('base64');
    let key = this.derived.get(used);
    if (key === undefined) {
      key = derive(variable, Buffer.from(used, 'base64'), 32, scryptCost);
      this.derived.set(used, key);
    }
    return toKey('passphrase', await key, used);
  }

  private async fromKeychain(make: boolean): Promise<StoreKey | undefined> {
    const { keychain } = this.sources;
    const kept = await keychain.read();
    if (kept === undefined && make && keychain.available) await keychain.write(randomBytes(32).toString('base64'));
    // Read again: only what the keychain really keeps may be used, and another process may have been quicker.
    const bytes = rawKey(kept ?? (make ? await keychain.read() : undefined) ?? '');
    return bytes === undefined ? undefined : toKey('keychain', bytes);
  }

  private async fromFile(make: boolean): Promise<StoreKey> {
    const file = join(this.sources.directory, 'key');
    if (make) await makeKeyFile(this.sources.directory, file);
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new AuthorizationError('store', `the key file ${file} can be read by others`, { hint: `Run "chmod 600 ${file}".` });
    }
    const bytes = rawKey((await readFile(file, 'utf8')).trim());
    if (bytes === undefined) throw new AuthorizationError('store', `the key file ${file} does not hold a key`);
    return toKey('file', bytes);
  }
}

const missing: Readonly<Record<KeyOrigin, string>> = {
  variable: 'TOOLRACK_TOKEN_KEY does not hold their key',
  passphrase: 'TOOLRACK_TOKEN_KEY does not hold their passphrase',
  keychain: 'their key is not in the keychain of the operating system, or the keychain is locked',
  file: 'their key file is missing or another one',
};

/** Writes a new key beside the place and links it there, which fails when another process was quicker; nobody reads half a key. */
async function makeKeyFile(directory: string, file: string): Promise<void> {
  if (
    await stat(file).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(fresh, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(fresh);
  }
}

/** 32 bytes written in base64 (either alphabet) or in hexadecimal digits. */
function rawKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : undefined;
}

function toKey(origin: KeyOrigin, key: Buffer, salt?: string): StoreKey {
  const id = createHash('sha256').update('toolrack token key').update(key).digest('hex').slice(0, 16);
  return { origin, id, key, ...(salt === undefined ? {} : { salt }) };
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
