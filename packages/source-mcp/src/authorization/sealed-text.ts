import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Where a key comes from: 32 bytes or a passphrase in TOOLRACK_TOKEN_KEY, the keychain, or a file beside the tokens. */
export type KeyOrigin = 'variable' | 'passphrase' | 'keychain' | 'file';

/** A key for AES-256. */
export interface StoreKey {
  readonly origin: KeyOrigin;
  /** Start of its SHA-256 digest. */
  readonly id: string;
  readonly key: Buffer;
  readonly salt?: string;
}

/** A text encrypted with AES-256-GCM, as it stands in a file. */
export interface SealedText {
  readonly version: 1;
  readonly key: {
    readonly origin: KeyOrigin;
    /** Tells keys apart without giving one away. */
    readonly id: string;
    /** Of a passphrase. */
    readonly salt?: string;
  };
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

/** Length of the nonce that NIST SP 800-38D recommends for GCM, in bytes. */
const nonceLength = 12;

/** Encrypts a text for `purpose`: it cannot be decrypted as anything else, for example after files were swapped. */
export function seal(text: string, purpose: string, key: StoreKey): SealedText {
  const iv = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key.key, iv).setAAD(Buffer.from(purpose));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    version: 1,
    key: { origin: key.origin, id: key.id, ...(key.salt === undefined ? {} : { salt: key.salt }) },
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Decrypts. Throws when the key, the purpose or the file is not the right one. */
export function unseal(sealed: SealedText, purpose: string, key: StoreKey): string {
  const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString('utf8');
}

/** Reads the form of a file; `undefined` when it is something else. */
export function parseSealed(text: string): SealedText | undefined {
  try {
    const value = JSON.parse(text) as SealedText;
    const parts = [value.iv, value.tag, value.data, value.key.id, value.key.origin];
    return value.version === 1 && parts.every((part) => typeof part === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
