import fc from 'fast-check';

import { SecretFormMask } from './secret-form-mask.js';
import { secretForms, withoutSecretForms } from './secret-forms.js';

const mark = (name: string): string => `<${name}>`;
const certain = (text: string): string => withoutSecretForms(text, mark, 'certain');
const letters = (count: number): string => 'aZ3kQ9mX1bW7tY5cR2nV8pL4sJ6hG0dF'.repeat(4).slice(0, count);
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n-----END RSA PRIVATE KEY-----`;
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('a text that nobody registered', () => {
  it.each([
    ['GitHub token', `ghp_${letters(36)}`],
    ['GitHub token', `github_pat_${letters(22)}_${letters(59)}`],
    ['GitLab token', `glpat-${letters(8)}_${letters(5)}-${letters(5)}`],
    ['API key', `sk-${letters(48)}`],
    ['API key', `sk-ant-api03-${letters(40)}-${letters(30)}`],
    ['Slack token', 'xoxb-1234567890-abcdefghijkl'],
    ['AWS access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['Google API key', `AIza${letters(35)}`],
    ['Stripe key', `sk_live_${letters(24)}`],
    ['npm token', `npm_${letters(36)}`],
    ['Hugging Face token', `hf_${letters(34)}`],
    ['JSON Web Token', jwt],
    ['private key', pem],
    ['private key', pem.replaceAll('\n', '\\n')],
  ])('loses the %s', (name, secret) => {
    for (const around of ['%s', 'before %s after', '{"key":"%s"}', '"line\\n%s\\n"', 'a=%s&b=1', '(%s)', '`%s`, and'])
      expect(certain(around.replace('%s', secret))).toBe(around.replace('%s', `<${name}>`));
  });

  it.each([
    [`Authorization: Bearer ${letters(20)}`, 'Authorization: Bearer <credential of a header>'],
    ['"Authorization": "Basic dXNlcjpodW50ZXIy"', '"Authorization": "Basic <credential of a header>"'],
    ['postgres://admin:hunter2@db.example/x', 'postgres://<credential of an address>@db.example/x'],
    ['"https:\\/\\/admin:hunter2@h.example"', '"https:\\/\\/<credential of an address>@h.example"'],
    [`{"key":"${pem.slice(0, 120)}"}`, '{"key":"<private key>"}'],
    [`${pem.slice(0, 120)} … cut. The end.`, '<private key>… cut. The end.'],
    [`page 2: ${pem.slice(60).replaceAll('\n', '\r\n')}`, 'page 2: <private key>'],
    [`{"text":"${pem.slice(60).replaceAll('\n', '\\n')}"}`, '{"text":"<private key>"}'],
    [`gh\u200Bp_${letters(18)}\u2060${letters(18)}`, '<GitHub token>'],
  ])('loses the secret of %j and keeps the rest', (text, shown) => {
    expect(certain(text)).toBe(shown);
    expect(certain(certain(text))).toBe(shown);
  });

  it.each([
    'The bearer of this ticket paid 20 EUR for basic seats, basic authentication and Bearer authentication-2024.',
    'Authorization: Bearer YOUR_ACCESS_TOKEN, Bearer <token>, Bearer ${TOKEN}, Basic auth',
    'postgres://user:password@localhost:5432/db, https://user:pass@host, redis://:${PASSWORD}@h, db://{user}:{password}@h, https://h.example/a:b@c',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxx, ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, AKIAXXXXXXXXXXXXXXXX, sk-..., sk-your-api-key-goes-here',
    'sk-learn-pipeline-feature-selection, task-1234567890abcdef1234, desk-0123456789abcdef0123, sk_SK',
    'password=hunter2 and "token": "abc" are lines that manuals are full of',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'A file begins with -----BEGIN PRIVATE KEY----- and is then a lot of text. Certificates do not.',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '550e8400-e29b-41d4-a716-446655440000',
    'sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08==',
    'eyJmb28iOiJiYXIifQ==',
    'a message of asia, a basic://thing, npm_config_registry, hf_hub_download',
  ])('keeps %j', (text) => {
    expect(certain(text)).toBe(text);
  });

  it('keeps random Base64, hexadecimal and ids', () => {
    const bytes = fc.uint8Array({ minLength: 100, maxLength: 4000 });
    fc.assert(
      fc.property(bytes, fc.constantFrom('base64', 'base64url', 'hex'), (value, alphabet) => {
        const text = Buffer.from(value).toString(alphabet);
        expect(certain(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.uuid(), (id) => expect(certain(id)).toBe(id)));
  });

  it('is left alone wherever a text holds no sign of any form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const isFree = secretForms.every(({ signs }) => signs.every((sign) => !text.toLowerCase().includes(sign)));
        expect(isFree ? certain(text) : text).toBe(text);
      }),
    );
  });

  it('takes time in proportion to its length, however nasty it is', () => {
    const pieces = [
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\\n',
      'AAAA\n',
      'A',
      'private key -----END ',
      'Bearer ',
      'eyJ',
      'eyJa.',
    ];
    const more = ['a://', 'a://b:', '://', 'sk-', 'ghp_', '\\n', '\\\\', 'AKIA', 'glpat-', '\u200B', 'x\u200Bghp_'];
    const work = (size: number): number => {
      const started = process.cpuUsage();
      for (const piece of [...pieces, ...more]) certain(`private key :// ${piece.repeat(size / piece.length)}`);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    work(50_000);
    expect(work(400_000)).toBeLessThan(Math.max(400, 40 * work(50_000)));
  });
});

describe('a mask of forms', () => {
  const mask = new SecretFormMask(mark);
  const token = `ghp_${letters(36)}`;

  it('goes through names and values and leaves the bytes of media alone', () => {
    const value = { [token]: [{ text: `is ${token}` }], image: { type: 'image', data: `${token}/`, mimeType: 'image/png' }, n: 1 };
    expect(mask.within(value)).toEqual({
      '<GitHub token>': [{ text: 'is <GitHub token>' }],
      image: value.image,
      n: 1,
    });
  });

  it('gives back the value itself when there is nothing to hide', () => {
    const value = { a: ['basic', { b: 'https://h.example' }], bytes: new Uint8Array(3) };
    expect(mask.within(value)).toBe(value);
  });
});
