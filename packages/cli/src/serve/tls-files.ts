import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { ToolrackError } from '@toolrack/contracts';

/** The PEM files of a certificate and its key; absolute, or relative to the current folder. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** What the files hold. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
  /** What clients will not like, in one sentence each. */
  readonly warnings: readonly string[];
}

/** A certificate that ends sooner than this is worth a warning, in milliseconds. */
const soonMs = 14 * 24 * 60 * 60 * 1000;

/** Reads and checks a certificate and its key. Throws `ERR_CONFIG_VALUE` that names the file and what is wrong with it. */
export function readTlsFiles(files: TlsFiles, now: number = Date.now()): TlsPair {
  const cert = read(files.cert, 'certificate');
  const key = read(files.key, 'key');
  const certificate = parseCertificate(cert, files.cert);
  if (!certificate.checkPrivateKey(parseKey(key, files.key))) {
    throw fault(
      `The TLS key ${files.key} does not belong to the certificate ${files.cert}. The first certificate in the file must be that of the key.`,
    );
  }
  return { cert, key, warnings: datesOf(certificate, files.cert, now) };
}

function datesOf(certificate: X509Certificate, file: string, now: number): string[] {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  if (to < now) return [`The TLS certificate ${file} has expired on ${day(to)}, so clients refuse it.`];
  if (from > now) return [`The TLS certificate ${file} is not valid before ${day(from)}, so clients refuse it until then.`];
  return to - now < soonMs ? [`The TLS certificate ${file} expires on ${day(to)}.`] : [];
}

function parseCertificate(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw fault(`The TLS certificate ${file} holds no certificate in PEM form.`);
  }
}

function parseKey(text: string, file: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    const isLocked = (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE' || text.includes('ENCRYPTED');
    if (isLocked) throw fault(`The TLS key ${file} is encrypted. Give a key without a passphrase, readable by its owner alone.`);
    throw fault(`The TLS key ${file} holds no private key in PEM form.`);
  }
}

function read(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    const why = { ENOENT: 'there is no such file', EACCES: 'reading it is not allowed', EISDIR: 'it is a folder' }[code] ?? code;
    throw fault(`The TLS ${what} ${file} cannot be read: ${why}.`);
  }
}

function fault(text: string): ToolrackError {
  return new ToolrackError('ERR_CONFIG_VALUE', text, { fields: { key: 'gateway.tls' } });
}
