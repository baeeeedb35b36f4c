import fc from 'fast-check';

import { canBeHidden, redacted, SecretMask } from './secret-mask.js';

const secret = 'p@ss/word+1="ü"&x';
const goEscape = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('&', '\\u0026');
const asciiEscape = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('ü', '\\u00fc');
const bytes = Buffer.from(secret);

/** A value that is no word and has at least eight characters: such values are hidden wherever they stand. */
const values = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 40 })
  .filter((text) => /[^A-Za-z0-9]/u.test(text.trim()) && text.trim().length >= 8);

describe('a mask', () => {
  it.each([
    ['plain', secret, redacted],
    ['in JSON', JSON.stringify({ a: secret }), '{"a":"[redacted]"}'],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ a: secret })), '"{\\"a\\":\\"[redacted]\\"}"'],
    ['as Go writes JSON', goEscape(secret), redacted],
    ['as Python writes JSON', asciiEscape(secret), redacted],
    ['as PHP writes JSON', asciiEscape(secret).replaceAll('/', '\\/'), redacted],
    ['in an address', encodeURIComponent(secret), redacted],
    ['in an address, in lower case', encodeURIComponent(secret).replace(/%../gu, (code) => code.toLowerCase()), redacted],
    ['in a query', new URLSearchParams({ key: secret }).toString(), 'key=[redacted]'],
    ['in HTML', 'p@ss/word+1=&quot;ü&quot;&amp;x', redacted],
    ['in hexadecimal', bytes.toString('hex'), redacted],
    ['in hexadecimal, in upper case', bytes.toString('hex').toUpperCase(), redacted],
    ['in Base64', bytes.toString('base64'), redacted],
    ['in Base64 for addresses', bytes.toString('base64url'), redacted],
    ['in Base64 in a query', encodeURIComponent(bytes.toString('base64')), redacted],
    ['escaped and in Base64', Buffer.from(JSON.stringify({ secret })).toString('base64'), 'eyJzZWNyZXQiOi[redacted]J9'],
  ])('hides a value that stands there %s', (_where, text, masked) => {
    expect(new SecretMask([secret]).apply(`before ${text} after`)).toBe(`before ${masked} after`);
  });

  it.each([
    ['a hidden character in it', (text: string) => `${text.slice(0, 5)}\u200B${text.slice(5)}`],
    ['a hidden character after each of its own', (text: string) => [...text].join('\u2060')],
    ['a change of direction in it', (text: string) => `${text.slice(0, 5)}\u202E${text.slice(5)}`],
    ['each character escaped for JSON', (text: string) => [...text].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
    ['each character escaped for an address', (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
    ['some characters escaped', (text: string) => text.replace('q', '%71').replace('X', '%58')],
  ])('hides a value with %s', (_how, write) => {
    const value = 'kq7Zp2mXw9Lr4TbV8nYc';
    expect(new SecretMask([value]).apply(`before ${write(value)} after`)).toBe(`before ${redacted} after`);
    const harmless = `${write('an ordinary text')} \u200D`;
    expect(new SecretMask([value]).apply(harmless)).toBe(harmless);
  });

  it('hides every value in every text, in plain, JSON, addresses, hexadecimal and Base64 at any position', () => {
    const shapes: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => encodeURIComponent(text),
      (text) => Buffer.from(text).toString('hex'),
    ];
    fc.assert(
      fc.property(values, fc.string(), fc.string(), fc.nat(shapes.length - 1), (value, before, after, shape) => {
        const written = (shapes[shape] as (text: string) => string)(value);
        const masked = new SecretMask([value]).apply(before + written + after);
        expect(masked).toContain(redacted);
        expect(masked.length).toBeLessThanOrEqual(before.length + after.length + redacted.length);
      }),
    );
    fc.assert(
      fc.property(values, fc.string(), fc.string(), fc.constantFrom('base64', 'base64url'), (value, before, after, alphabet) => {
        const masked = new SecretMask([value]).apply(Buffer.from(before + value + after).toString(alphabet));
        // Whatever is decoded of what is left, the value is not in it, and neither is more than a character of it at an edge.
        const left = masked.split(redacted).map((part) => Buffer.from(part, alphabet).toString());
        expect(masked).toContain(redacted);
        expect(left.join('\u0000')).not.toContain(value.trim());
      }),
    );
  });

  it('leaves a text without any value as it is', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 20 }), fc.string(), (list, text) => {
        const isFree = list.every((value) => !text.includes(value.trim().slice(0, 3)));
        expect(isFree ? new SecretMask(list).apply(text) : text).toBe(text);
      }),
    );
  });

  it('hides values that overlap or contain each other as one', () => {
    const mask = new SecretMask(['abc-123-def', 'abc-123-def-456-ghi', '456-ghi-789-jkl']);
    expect(mask.apply('(abc-123-def-456-ghi-789-jkl)')).toBe('([redacted])');
    expect(new SecretMask(['abc-123-def']).with(['123-def-456']).apply('(abc-123-def-456)')).toBe('([redacted])');
  });

  it.each([
    ['hunter2', 'login hunter2 failed, hunter22 and xhunter2 stay', 'login [redacted] failed, hunter22 and xhunter2 stay'],
    ['hunter2', 'line\\nhunter2\\n and %22hunter2%22', 'line\\n[redacted]\\n and %22[redacted]%22'],
    ['swordfish', 'swordfish, swordfishes', '[redacted], swordfishes'],
    ['90817263', 'port 90817263, total 908172635', 'port [redacted], total 908172635'],
  ])('hides the short value or word %s only where it stands alone', (value, text, masked) => {
    expect(new SecretMask([value]).apply(text)).toBe(masked);
  });

  it.each([
    '',
    'a',
    'ab',
    'short',
    '123',
    '12345',
    'document',
    'Message',
    'true',
    'False',
    'production',
    'localhost',
    'password',
    'text',
    'content',
    'redacted',
  ])('leaves %j alone, which no text could do without', (value) => {
    expect(canBeHidden(value)).toBe(false);
    expect(new SecretMask([value]).isEmpty).toBe(true);
  });

  it.each(['ab1', 'abc', 'kqzxvw', 'swordfish', '123456', 'document-7'])('can hide %j', (value) => {
    expect(canBeHidden(value)).toBe(true);
    expect(new SecretMask([value]).apply(`is ${value}.`)).toBe('is [redacted].');
  });

  it('goes through values: names, numbers, nested texts; and returns itself what has nothing to hide', () => {
    const mask = new SecretMask(['key-0001-abc', '90817263']);
    const value = { free: { deep: [1, 'two'] }, held: { 'x-key-0001-abc': [90_817_263, 'is key-0001-abc'] } };
    const masked = mask.within(value);
    expect(masked).toEqual({ free: { deep: [1, 'two'] }, held: { 'x-[redacted]': ['[redacted]', 'is [redacted]'] } });
    expect(masked.free).toBe(value.free);
    expect(mask.within(value.free)).toBe(value.free);
    expect(new SecretMask().within(value)).toBe(value);
  });

  it('goes through parts that a value holds twice or in a circle once', () => {
    const mask = new SecretMask(['key-0001-abc']);
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = [circle, circle];
    expect(mask.within(circle)).toBe(circle);
    let twice: unknown = { text: 'key-0001-abc' };
    for (let level = 0; level < 60; level += 1) twice = [twice, twice];
    const masked = mask.within(twice) as readonly unknown[];
    expect(masked[0]).toBe(masked[1]);
  });

  it('tells what it changed under which name', () => {
    const heard: unknown[] = [];
    new SecretMask(['key-0001-abc']).within({ uri: 'db://key-0001-abc/x', text: 'no' }, (...one) => heard.push(one));
    expect(heard).toEqual([['uri', 'db://[redacted]/x', 'db://key-0001-abc/x']]);
  });

  it('replaces the data of a picture or a binary resource as a whole, so that it stays Base64', () => {
    const mask = new SecretMask(['key-0001-abc']);
    const data = Buffer.from('\u0000\u0001 key-0001-abc \u0002').toString('base64');
    const clean = Buffer.from('nothing').toString('base64');
    const blocks = [
      { type: 'image', data, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x:', blob: data } },
      { type: 'audio', data: clean, mimeType: 'audio/wav' },
    ];
    const hidden = Buffer.from(redacted).toString('base64');
    expect(mask.within(blocks)).toEqual([
      { type: 'image', data: hidden, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x:', blob: hidden } },
      { type: 'audio', data: clean, mimeType: 'audio/wav' },
    ]);
  });

  it('hides the single lines of a value of several lines', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nAQEFAASCBKcwggSjAgEAAoI\n-----END PRIVATE KEY-----\n';
    expect(new SecretMask([pem]).apply('  MIIEvQIBADANBgkqhkiG9w0\n  AQEFAASCBKcwggSjAgEAAoI')).toBe('  [redacted]\n  [redacted]');
  });

  it('takes further values, and of very many forgets the oldest', () => {
    const mask = new SecretMask(['fixed-value-0']);
    for (let count = 0; count < 500; count += 1) mask.add([`later-value-${count}`]);
    expect(mask.apply('fixed-value-0 later-value-499 later-value-0')).toBe('[redacted] [redacted] later-value-0');
  });

  it('hides the end of a value at the start of a text that was cut there', () => {
    expect(new SecretMask(['key-0001-abcdef']).applyToTail('01-abcdef and more')).toBe('[redacted] and more');
  });

  it('takes about as long for a thousand values as for ten, and no longer for hostile text', () => {
    const few = new SecretMask(Array.from({ length: 10 }, (_, index) => `Bearer eyJhbGciOi.${index}.${'x'.repeat(40)}${index}`));
    const many = new SecretMask(Array.from({ length: 1000 }, (_, index) => `Bearer eyJhbGciOi.${index}.${'x'.repeat(40)}${index}`));
    const text = 'Bearer eyJhbGciOi.1.'.repeat(5000) + 'x'.repeat(100_000);
    const cost = (mask: SecretMask): number => {
      mask.apply(text);
      const started = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) mask.apply(text);
      return process.cpuUsage(started).user;
    };
    expect(cost(many)).toBeLessThan(20 * cost(few) + 20_000);
  });
});
