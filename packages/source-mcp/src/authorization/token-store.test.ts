import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fastCheck from 'fast-check';
import { secretMaskFor } from '../secret-mask.js';
import { AuthorizationError, cleanScopes, foreignText, signInCommand } from './authorization-error.js';
import { authorizationFault } from './authorization-settings.js';
import { isFresh, type Grant } from './grant.js';
import type { Keychain } from './keychain.js';
import { requireSecureAddress } from './secure-address.js';
import { parseSealed, seal, unseal } from './sealed-text.js';
import { StoreKeys, type KeySources } from './store-key.js';
import { staleLockMs, withLock } from './store-lock.js';
import { TokenStore } from './token-store.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'toolrack-store-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const owner = { server: 'a/b c', url: 'https://mcp.example.com/mcp?key=TESTSECRET' };
function grantWith(accessToken: string, url = owner.url): Grant {
  const tokens = { accessToken, refreshToken: `r-${accessToken}`, obtainedAt: 1 };
  return {
    version: 1,
    serverUrl: url,
    resource: 'https://mcp.example.com/mcp',
    issuer: 'https://login.example.com',
    client: { id: 'c', origin: 'registered' },
    tokens,
  };
}
/** A keychain in memory; `broken` is one that cannot be used. */
function keychain(isBroken = false): Keychain & { secret?: string } {
  const made: Keychain & { secret?: string } = {
    available: !isBroken,
    read: async () => made.secret,
    write: async (secret) => {
      made.secret = secret;
    },
  };
  return made;
}
function store(sources: Partial<KeySources> = {}): TokenStore {
  return new TokenStore(
    directory,
    new StoreKeys({ directory, preference: 'file', keychain: keychain(true), variable: undefined, ...sources }),
  );
}
async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AuthorizationError)) throw new Error(`no AuthorizationError: ${String(error)}`);
  return `${error.problem}: ${error.message}`;
}

describe('the token store', () => {
  it('gives back what it kept, to the same server at the same address only', async () => {
    await store().replace(owner, grantWith('one'));
    expect(await store().read(owner)).toEqual(grantWith('one'));
    expect(await store().read({ ...owner, url: 'https://mcp.example.com/mcp' })).toBeUndefined();
    expect(await store().read({ ...owner, server: 'other' })).toBeUndefined();
    expect((await readdir(directory)).sort()).toEqual([expect.stringMatching(/^a_b_c-[0-9a-f]{20}\.json$/), 'key']);
  });

  it('refuses the file of another server under its name, and a file that was changed', async () => {
    const other = { server: 'other', url: owner.url };
    await store().replace(owner, grantWith('one'));
    await store().replace(other, grantWith('two'));
    const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
    const [mine = '', its = ''] = files.map((name) => join(directory, name));
    const kept = await readFile(mine, 'utf8');
    await writeFile(mine, await readFile(its, 'utf8'));
    expect(await refusal(store().read(owner))).toMatch(/store: the kept tokens are damaged/);
    const sealed = JSON.parse(kept) as { data: string };
    await writeFile(mine, JSON.stringify({ ...sealed, data: `AAAA${sealed.data.slice(4)}` }));
    expect(await refusal(store().read(owner))).toMatch(/damaged/);
    await writeFile(mine, 'not json');
    expect(await refusal(store().read(owner))).toMatch(/damaged/);
    await store().replace(owner, grantWith('three'));
    expect((await store().read(owner))?.tokens?.accessToken).toBe('three');
    expect(await store().remove(owner)).toBe(true);
    expect(await store().remove(owner)).toBe(false);
  });

  it('lets changes happen one after the other, whoever makes them', async () => {
    await store().replace(owner, grantWith('0'));
    const add = (): Promise<Grant | undefined> =>
      store().update(owner, async (grant) => {
        const before = Number(grant?.tokens?.accessToken);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return grantWith(String(before + 1));
      });
    await Promise.all(Array.from({ length: 12 }, add));
    expect((await store().read(owner))?.tokens?.accessToken).toBe('12');
    expect((await readdir(directory)).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it('tells by its revision that something changed, and keeps what was there when a change fails', async () => {
    const kept = store();
    expect(kept.revision(owner)).toBe('');
    await kept.replace(owner, grantWith('one'));
    const before = kept.revision(owner);
    await kept.update(owner, async (grant) => grant);
    expect(kept.revision(owner)).toBe(before);
    await expect(kept.update(owner, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(kept.revision(owner)).toBe(before);
    await kept.replace(owner, grantWith('two'));
    expect(kept.revision(owner)).not.toBe(before);
  });

  it('says so when its folder cannot be used', async () => {
    await writeFile(join(directory, 'file'), '');
    const blocked = new TokenStore(
      join(directory, 'file'),
      new StoreKeys({ directory, preference: 'file', keychain: keychain(true), variable: undefined }),
    );
    expect(await blocked.read(owner)).toBeUndefined();
    expect(await refusal(blocked.replace(owner, grantWith('one')))).toMatch(
      /store: the token store .* cannot be written \((?:EEXIST|ENOTDIR)\)/,
    );
  });
});

describe('the key of the store', () => {
  it.each([
    ['a passphrase', 'correct horse battery staple', 'passphrase'],
    ['32 bytes in base64', randomBytes(32).toString('base64'), 'variable'],
    ['32 bytes in base64url', randomBytes(32).toString('base64url'), 'variable'],
    ['32 bytes in hexadecimal digits', randomBytes(32).toString('hex'), 'variable'],
  ])('comes from TOOLRACK_TOKEN_KEY, there as %s', async (_title, variable, origin) => {
    const system = keychain();
    await store({ variable, keychain: system, preference: 'auto' }).replace(owner, grantWith('one'));
    expect(system.secret).toBeUndefined();
    const [file = ''] = await readdir(directory);
    const text = await readFile(join(directory, file), 'utf8');
    expect(parseSealed(text)?.key.origin).toBe(origin);
    expect(text).not.toContain(variable);
    expect(await store({ variable }).read(owner)).toEqual(grantWith('one'));
    expect(await refusal(store({ variable: 'some other passphrase' }).read(owner))).toMatch(/TOOLRACK_TOKEN_KEY does not hold/);
    expect(await refusal(store().read(owner))).toMatch(/TOOLRACK_TOKEN_KEY does not hold/);
  });

  it('may not be a short word', async () => {
    expect(await refusal(store({ variable: 'secret' }).replace(owner, grantWith('one')))).toMatch(/TOOLRACK_TOKEN_KEY is too short/);
  });

  it('is kept in the keychain where there is one, and in a file where there is none', async () => {
    const system = keychain();
    await store({ preference: 'auto', keychain: system }).replace(owner, grantWith('one'));
    expect(await readdir(directory)).toHaveLength(1);
    expect(Buffer.from(system.secret ?? '', 'base64')).toHaveLength(32);
    expect(await store({ keychain: system }).read(owner)).toEqual(grantWith('one'));
    expect(await refusal(store().read(owner))).toMatch(/not in the keychain of the operating system/);
    expect(await refusal(store({ preference: 'keychain' }).replace(owner, grantWith('two')))).toMatch(/keychain .* cannot be used/);
    await rm(directory, { recursive: true });
    await store({ preference: 'auto' }).replace(owner, grantWith('one'));
    expect(await readdir(directory)).toContain('key');
    // A process that has a keychain goes on with the file, or the other one could not read any more.
    await store({ preference: 'auto', keychain: system }).update(owner, async () => grantWith('two'));
    expect((await store().read(owner))?.tokens?.accessToken).toBe('two');
  });

  it('is made once by several that need it at once, for the user alone, and not used when others can read it', async () => {
    const owners = ['a', 'b', 'c', 'd', 'e'].map((server) => ({ server, url: owner.url }));
    await Promise.all(owners.map(async (each) => store().replace(each, grantWith(each.server))));
    for (const each of owners) expect((await store().read(each))?.tokens?.accessToken).toBe(each.server);
    expect((await stat(join(directory, 'key'))).mode & 0o777).toBe(0o600);
    await chmod(join(directory, 'key'), 0o640);
    expect(await refusal(store().read(owners[0] ?? owner))).toMatch(/can be read by others/);
    await chmod(join(directory, 'key'), 0o600);
    await writeFile(join(directory, 'key'), 'x');
    expect(await refusal(store().read(owners[0] ?? owner))).toMatch(/does not hold a key/);
  });

  it('unseals what it sealed and nothing else', () => {
    const key = { origin: 'file', id: 'x', key: randomBytes(32) } as const;
    fastCheck.assert(
      fastCheck.property(fastCheck.string({ unit: 'grapheme' }), fastCheck.string(), (text, purpose) => {
        const sealed = parseSealed(JSON.stringify(seal(text, purpose, key)));
        if (sealed === undefined) throw new Error('not read');
        expect(unseal(sealed, purpose, key)).toBe(text);
        expect(() => unseal(sealed, `${purpose}x`, key)).toThrow();
        expect(() => unseal({ ...sealed, tag: randomBytes(16).toString('base64') }, purpose, key)).toThrow();
      }),
    );
  });
});

describe('the lock of the store', () => {
  const left = (pid: number, host: string): string => JSON.stringify({ id: 'left-over', pid, host });
  // Process ids end far below this number.
  const deadPid = 2 ** 30;

  it('of a process that died is taken over at once', async () => {
    const file = join(directory, 'x.lock');
    await writeFile(file, left(deadPid, hostname()));
    expect(await withLock(file, async () => 'done')).toBe('done');
    expect(await readdir(directory)).toEqual([]);
  });

  it('of a process that died before it wrote its name into it is taken over after seconds', async () => {
    const file = join(directory, 'x.lock');
    await writeFile(file, '');
    const before = new Date(Date.now() - 6_000);
    await utimes(file, before, before);
    expect(await withLock(file, async () => 'done')).toBe('done');
    expect(await readdir(directory)).toEqual([]);
  });

  it('of a process elsewhere is taken over when it is old, by one of many', async () => {
    const file = join(directory, 'x.lock');
    await writeFile(file, left(1, 'another-host'));
    const old = new Date(Date.now() - staleLockMs - 1_000);
    await utimes(file, old, old);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, async () => withLock(file, work)));
    expect(most).toBe(1);
  });

  it('of a process that lives is waited for', async () => {
    const file = join(directory, 'x.lock');
    await writeFile(file, left(process.pid, hostname()));
    let isDone = false;
    const waiting = withLock(file, async () => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isDone).toBe(false);
    await rm(file);
    expect(await waiting).toBe(true);
  });
});

describe('parts of the sign-in', () => {
  it('renew a token before its end, whatever the clocks say', () => {
    const tokens = (lifetimeMs?: number) => ({
      accessToken: 'x',
      obtainedAt: 1_000,
      ...(lifetimeMs === undefined ? {} : { expiresAt: 1_000 + lifetimeMs }),
    });
    expect(isFresh(tokens(), Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(isFresh(tokens(3_600_000), 1_000 + 3_600_000 - 61_000)).toBe(true);
    expect(isFresh(tokens(3_600_000), 1_000 + 3_600_000 - 59_000)).toBe(false);
    expect(isFresh(tokens(10_000), 9_999)).toBe(true);
    expect(isFresh(tokens(10_000), 10_001)).toBe(false);
    expect(isFresh(tokens(0), 1_000)).toBe(false);
    // A clock that was set back: the server's refusal decides.
    expect(isFresh(tokens(10_000), 0)).toBe(true);
  });

  it.each([
    ['http://login.example.com/token', 'https://mcp.example.com', /not an https address/],
    ['ftp://login.example.com', 'https://mcp.example.com', /not an https address/],
    ['javascript:alert(1)', 'https://mcp.example.com', /not an https address/],
    ['https://ada:secret@login.example.com', 'https://mcp.example.com', /holds a user name/],
    ['http://127.0.0.1:9/token', 'https://mcp.example.com', /an address of this machine/],
    ['https://localhost/token', 'https://mcp.example.com', /an address of this machine/],
    ['http://[::1]/token', 'https://mcp.example.com', /an address of this machine/],
    ['nonsense', 'https://mcp.example.com', /not an address/],
  ])('refuse %s, named by %s', (address, server, message) => {
    expect(() => requireSecureAddress(address, new URL(server), 'it')).toThrow(message);
  });

  it('accept https everywhere and http on this machine', () => {
    expect(requireSecureAddress('https://login.example.com/t', new URL('https://mcp.example.com'), 'it').href).toBe(
      'https://login.example.com/t',
    );
    expect(requireSecureAddress('http://localhost:9/t', new URL('http://127.0.0.1:8'), 'it').port).toBe('9');
  });

  it('show a command that a shell takes as it is meant, and words of others without control characters', () => {
    expect(signInCommand('my-server', 'a b')).toBe("toolrack login my-server --scope 'a b'");
    expect(signInCommand('my server')).toBe("toolrack login 'my server'");
    expect(cleanScopes('a "b" c\'; rm d\\ a \u001b[1m')).toBe('a rm');
    expect(cleanScopes(' ')).toBeUndefined();
    expect(foreignText('a\u001b[31m\n\u202eb')).toBe('a [31m b');
    fastCheck.assert(
      fastCheck.property(fastCheck.string({ unit: 'binary' }), (text) => {
        expect(foreignText(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(cleanScopes(text) ?? '').toMatch(/^[\x20\x21\x23-\x26\x28-\x5b\x5d-\x7e]*$/);
      }),
    );
  });

  it.each([
    [{ clientSecret: 'x' }, /"clientSecret" without a "clientId"/],
    [{ clientMetadataUrl: 'http://example.com/client.json' }, /not an https address with a path/],
    [{ clientMetadataUrl: 'https://example.com/' }, /not an https address with a path/],
    [{ issuer: 'example' }, /"issuer" that is not an address/],
    [{ redirectUri: 'https://example.com/callback' }, /not an http address on this machine/],
    [{ redirectUri: 'http://10.0.0.1/callback' }, /not an http address on this machine/],
  ])('refuse the options %j', (options, message) => {
    expect(authorizationFault(options)).toMatch(message);
  });

  it('add tokens to the mask of their server, in every spelling', () => {
    const mask = secretMaskFor({
      endpoint: { type: 'http', url: new URL('https://mcp.example.com'), headers: {}, fallback: true, allowHosts: [] },
      secrets: [],
    });
    mask.add(['abc+/=def"x', '']);
    expect(mask.apply(`a abc+/=def"x b ${encodeURIComponent('abc+/=def"x')} c ${JSON.stringify('abc+/=def"x')}`)).toBe(
      'a [redacted] b [redacted] c "[redacted]"',
    );
    for (let count = 0; count < 2_000; count += 1) mask.add([`token-number-${count}`]);
    expect(mask.apply('token-number-1999')).toBe('[redacted]');
  });
});
