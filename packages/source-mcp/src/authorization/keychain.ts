/** One secret in the keychain of the operating system. */
export interface Keychain {
  /** False after it turned out that there is none that can be used. */
  readonly available: boolean;
  /** The secret, or `undefined` when there is none or the keychain cannot be used. */
  read(): Promise<string | undefined>;
  /** Keeps the secret; does nothing when the keychain cannot be used. */
  write(secret: string): Promise<void>;
}

const service = 'toolrack';
const account = 'token-key';
/** Longest wait for a keychain, which may be asking its owner to unlock it, in milliseconds. */
const longestWaitMs = 30_000;

interface Entry {
  getPassword(signal?: AbortSignal): Promise<string | null | undefined>;
  setPassword(password: string, signal?: AbortSignal): Promise<void>;
}

/**
 * Keychain of macOS, Credential Manager of Windows, Secret Service of Linux, through the optional package `@napi-rs/keyring`. Only the
 * key of the token files is kept there: Windows takes 2,560 bytes at most, fewer than many tokens have. The kernel keyring of Linux is
 * not used: it forgets everything at the next start.
 */
export class SystemKeychain implements Keychain {
  available = true;
  private entry?: Promise<Entry | undefined>;

  async read(): Promise<string | undefined> {
    const value = await this.use((entry, signal) => entry.getPassword(signal));
    return value ?? undefined;
  }

  async write(secret: string): Promise<void> {
    await this.use((entry, signal) => entry.setPassword(secret, signal));
  }

  private async use<Value>(work: (entry: Entry, signal: AbortSignal) => Promise<Value>): Promise<Value | undefined> {
    this.entry ??= openEntry();
    const entry = await this.entry;
    let timer: NodeJS.Timeout | undefined;
    try {
      if (entry === undefined) throw new Error('no keychain');
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('the keychain does not answer')), longestWaitMs);
      });
      return await Promise.race([work(entry, AbortSignal.timeout(longestWaitMs)), late]);
    } catch {
      this.available = false;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function openEntry(): Promise<Entry | undefined> {
  try {
    // eslint-disable-next-line @nx/enforce-module-boundaries -- an optional dependency: absent where it has no binary
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  } catch {
    return undefined;
  }
}
