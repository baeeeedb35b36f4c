import fc from 'fast-check';

import { boundedValue } from './bounded-value.js';
import { Redactor } from './redact.js';
import { secretValues } from './secret-values.js';

const redactor = new Redactor({ keys: ['internal-id'], values: ['quite-ordinary', 'quite-ordinary-words', 'short'] });

describe('Redactor', () => {
  it.each([
    'password',
    'Password',
    'api_key',
    'apiKey',
    'X-Api-Key',
    'access_token',
    'refreshToken',
    'client_secret',
    'Authorization',
    'Set-Cookie',
    'DB_PASSWORD',
    'credentials',
    'internalId',
  ])('takes the values of %s for secrets', (key) => {
    expect(redactor.isSecretKey(key)).toBe(true);
    expect(boundedValue({ deep: [{ [key]: { any: 'hunter2' } }] }, 1000, redactor)).toEqual({ deep: [{ [key]: '[redacted]' }] });
  });

  it.each(['name', 'tokens', 'maxTokens', 'nextPageToken', 'page_token', 'secretary', 'author', 'passwordPolicy', 'keyboard'])(
    'leaves the values of %s alone',
    (key) => {
      expect(redactor.isSecretKey(key)).toBe(false);
    },
  );

  it.each([
    ['Authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['use sk-proj-ABCDEFGHIJKLMNOP1234 please', 'sk-proj'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_'],
    ['xoxb-1234567890-abcdef', 'xoxb'],
    ['AKIAIOSFODNN7EXAMPLE', 'AKIA'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ'],
    ['postgres://admin:hunter2@db.example/x', 'hunter2'],
    ['https://x.example/?token=hunter2&a=1', 'hunter2'],
    ['{"password": "hunter2", "a": 1}', 'hunter2'],
    ['{\\"apiKey\\":\\"hunter2\\"}', 'hunter2'],
    ["password = 'hunter2'", 'hunter2'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIhunter2\n-----END RSA PRIVATE KEY-----', 'hunter2'],
    ['-----BEGIN PRIVATE KEY-----\nMIIhunter2 cut off', 'hunter2'],
  ])('removes the secret from %j [openclaw:26.3]', (text, secret) => {
    expect(redactor.text(text)).toContain('[redacted]');
    expect(redactor.text(text)).not.toContain(secret);
  });

  it('removes registered values wherever they stand, the longest first, and none that is too short to be one', () => {
    expect(redactor.text('a quite-ordinary-words b quite-ordinary c short')).toBe('a [redacted] b [redacted] c short');
  });

  it('removes registered values however they are written, from names too, and what stands under a secret key from the rest of a value', () => {
    const own = new Redactor({ values: ['s3cret+value'] });
    const written = [encodeURIComponent('s3cret+value'), Buffer.from('user:s3cret+value').toString('base64')];
    expect(own.text(written.join(' '))).toBe('[redacted] dXNlcj[redacted]');
    const value = { 's3cret+value': { password: 'hunter2' }, note: ['hunter2 and aHVudGVyMg=='] };
    expect(own.copy(value)).toEqual({ '[redacted]': { password: '[redacted]' }, note: ['[redacted] and [redacted]'] });
    expect(boundedValue(value, 1000, own)).toEqual({ '[redacted]': { password: '[redacted]' }, note: ['hunter2 and aHVudGVyMg=='] });
  });

  it('copies a value without its secrets; empty values and switches stay', () => {
    const value = { pin: 1234, password: '', secret: true, list: [{ token: { a: 1 } }, 'Bearer abcdefgh1234'], n: null };
    expect(redactor.copy(value)).toEqual({
      pin: '[redacted]',
      password: '',
      secret: true,
      list: [{ token: '[redacted]' }, 'Bearer [redacted]'],
      n: null,
    });
    const proto = redactor.copy(JSON.parse('{"__proto__":{"admin":true}}')) as { admin?: boolean };
    expect([proto.admin, JSON.stringify(proto)]).toEqual([undefined, '{"__proto__":{"admin":true}}']);
  });

  it('leaves ordinary text as it is', () => {
    const text = 'The bearer of this ticket paid 20 EUR for basic seats; see https://example.com/a:b@c?page=2 and tokens: 12.';
    expect(redactor.text(text)).toBe(text);
  });

  it('takes linear time on hostile text', () => {
    const started = performance.now();
    for (const piece of ['password', 'a://', 'eyJ', 'token=', '"secret"', '-----BEGIN PRIVATE KEY-----', 'Bearer ', ':'])
      redactor.text(piece.repeat(32_768 / piece.length));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('boundedValue', () => {
  it('is a plain copy of any small JSON value [openclaw:26.3]', () => {
    const isHarmless = (value: unknown): boolean => {
      if (typeof value === 'string') return redactor.text(value) === value;
      if (typeof value !== 'object' || value === null) return true;
      return Object.entries(value).every(([key, inner]) => !redactor.isSecretKey(key) && isHarmless(inner));
    };
    const harmless = fc.jsonValue().filter(isHarmless);
    fc.assert(
      fc.property(harmless, (value) => expect(boundedValue(value, 1_000_000, redactor)).toEqual(JSON.parse(JSON.stringify(value)))),
    );
  });

  it('never gives more bytes than allowed, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 40, max: 200 }), (value, maxBytes) => {
        expect(Buffer.byteLength(JSON.stringify(boundedValue(value, maxBytes, redactor)))).toBeLessThanOrEqual(Math.max(maxBytes, 48));
      }),
    );
  });

  it('keeps exactly the limit and leaves out one byte more, counted in UTF-8', () => {
    expect(boundedValue('é'.repeat(4), 10, redactor)).toBe('éééé');
    expect(boundedValue('é'.repeat(4), 9, redactor)).toEqual({ $omitted: 'larger than 9 bytes' });
  });

  it('stops early in a giant value', () => {
    let reads = 0;
    const giant = Array.from({ length: 100_000 }, () => ({
      get text(): string {
        reads += 1;
        return 'x'.repeat(100);
      },
    }));
    expect(boundedValue(giant, 1000, redactor)).toEqual({ $omitted: 'larger than 1000 bytes' });
    expect(reads).toBeLessThan(20);
  });

  it('says so of what is no JSON, and never throws', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const hostile = {
      get trap(): string {
        throw new Error('no');
      },
    };
    for (const value of [cycle, hostile, { big: 1n }]) expect(boundedValue(value, 10_000, redactor)).toEqual({ $omitted: 'not JSON' });
    expect(boundedValue(undefined, 100, redactor)).toBeNull();
    const proto = boundedValue(JSON.parse('{"__proto__":{"x":1}}'), 100, redactor) as { x?: number };
    expect([proto.x, JSON.stringify(proto)]).toEqual([undefined, '{"__proto__":{"x":1}}']);
  });
});

describe('secretValues', () => {
  it('finds what stands under a secret key and in addresses, so that it is hidden wherever it is repeated [logs-233]', () => {
    const given = {
      mode: 'cloud',
      nested: { headers: { Authorization: 'Bearer value-0002' } },
      list: [{ password: ['value-0003', 123_456_789] }],
      url: 'https://u:value%2D0004@h.example/?access_token=value-0005&page=value-0006',
    };
    const values = secretValues(given, new Redactor());
    expect(values).toEqual(expect.arrayContaining(['value-0002', 'value-0003', '123456789', 'value-0004', 'value%2D0004', 'value-0005']));
    expect(values).not.toEqual(expect.arrayContaining(['cloud']));
    const text = new Redactor().with(values).text('value-0002, value-0003, 123456789, value-0004, value-0005; cloud, value-0006');
    expect(text).toBe('[redacted], [redacted], [redacted], [redacted], [redacted]; cloud, value-0006');
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        expect(typeof new Redactor().with(secretValues({ url: `http://${text}`, password: value }, new Redactor())).text(text)).toBe(
          'string',
        );
      }),
    );
  });
});
