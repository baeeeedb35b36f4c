import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect, type PeerCertificate } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { selfSigned } from '@toolrack/testkit';

import { ServedTls } from './served-tls.js';
import { readTlsFiles } from './tls-files.js';

const folder = mkdtempSync(join(tmpdir(), 'toolrack-tls-'));
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const own = selfSigned();
const cert = put('cert.pem', own.cert);
const key = put('key.pem', own.key);
const day = 86_400_000;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readTlsFiles', () => {
  it('reads a pair, and says what clients will not like about its dates', () => {
    expect(readTlsFiles({ cert, key })).toEqual({ cert: own.cert, key: own.key, warnings: [expect.stringMatching(/expires on \d{4}-/u)] });
    expect(readTlsFiles({ cert, key }, Date.now() + 3 * day).warnings).toEqual([
      expect.stringMatching(/has expired on \d{4}-.*clients refuse it/u),
    ]);
    expect(readTlsFiles({ cert, key }, Date.now() - 3 * day).warnings).toEqual([expect.stringMatching(/is not valid before \d{4}-/u)]);
  });

  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  }).privateKey;
  it.each([
    ['a file that is not there', { cert: join(folder, 'no.pem'), key }, /certificate \S+no\.pem cannot be read: there is no such file/u],
    ['a folder', { cert, key: folder }, /key \S+ cannot be read: it is a folder/u],
    ['no certificate', { cert: key, key }, /key\.pem holds no certificate in PEM form/u],
    ['no key', { cert, key: cert }, /cert\.pem holds no private key in PEM form/u],
    ['an encrypted key', { cert, key: put('locked.pem', locked) }, /locked\.pem is encrypted/u],
    [
      'the key of another certificate',
      { cert, key: put('other.pem', selfSigned().key) },
      /other\.pem does not belong to the certificate \S+cert\.pem/u,
    ],
  ])('refuses %s by its name', (_what, files, message) => {
    expect(() => readTlsFiles(files)).toThrow(message);
  });
});

describe('ServedTls', () => {
  it('takes a renewed certificate, and goes on with the old one while the files do not fit', async () => {
    const [first, second] = [selfSigned(), selfSigned()];
    const files = { cert: put('live.pem', first.cert), key: put('live-key.pem', first.key) };
    const errors: string[] = [];
    const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (text: string) => errors.push(text) };
    const tls = new ServedTls(files, silent);
    const server = createServer(tls.pair).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const shown = async (): Promise<PeerCertificate> => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const certificate = socket.getPeerCertificate();
      socket.destroy();
      return certificate;
    };
    const before = (await shown()).fingerprint256;
    const notes: string[] = [];
    tls.watch({ renewTls: (pair) => server.setSecureContext(pair) }, (text) => notes.push(text));
    const until = async (isThere: () => boolean): Promise<void> => {
      for (let tries = 0; tries < 100 && !isThere(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(isThere()).toBe(true);
    };
    put('live.pem', second.cert);
    await until(() => errors.length > 0);
    expect(errors[0]).toMatch(/The changed certificate is not used.*does not belong/u);
    expect((await shown()).fingerprint256).toBe(before);
    put('live-key.pem', second.key);
    await until(() => notes.length > 0);
    expect((await shown()).fingerprint256).not.toBe(before);
    tls.close();
    server.close();
  });
});
