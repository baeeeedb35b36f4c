import fc from 'fast-check';
import { OutputTail } from './output-tail.js';
import { SecretMask, secretMaskFor } from './secret-mask.js';

describe('the mask', () => {
  it('removes every secret from every text', () => {
    const secrets = fc.array(fc.string({ minLength: 4, maxLength: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(secrets, fc.array(fc.oneof(fc.string(), fc.nat(4))), (values, parts) => {
        const usable = values.filter((value) => !'[secret]'.includes(value));
        const text = parts.map((part) => (typeof part === 'number' ? (usable[part] ?? '') : part)).join('');
        const masked = new SecretMask(usable).apply(text).split('[secret]');
        return masked.every((piece) => usable.every((secret) => !piece.includes(secret)));
      }),
    );
  });

  it('covers variables, headers, credentials inside them and parts of addresses', () => {
    const remote = secretMaskFor({
      type: 'http',
      url: new URL('https://host.example/api/mcp/s/abcdefghijklmnopqrstuvwx/mcp?key=k3y-value'),
      headers: { Authorization: 'Bearer tok_123456', 'X-Team': 'eu-west-1' },
      fallback: true,
      allowHosts: [],
    });
    const said = remote.apply('tok_123456 k3y-value abcdefghijklmnopqrstuvwx eu-west-1 host.example');
    expect(said).toBe('[secret] [secret] [secret] [secret] host.example');
    const local = secretMaskFor({
      type: 'stdio',
      command: 'server',
      args: ['--token', 'arg-secret', '--region=eu', 'API_KEY=inline-secret', 'postgres://bob:pg-pass@db/x'],
      env: { PASSWORD: 'abc', MODE: 'fast', DATABASE_URL: 'postgres://u:db-pass@h/d' },
    });
    expect(local.apply('arg-secret inline-secret pg-pass db-pass abc fast --region=eu')).toBe(
      '[secret] [secret] [secret] [secret] [secret] fast --region=eu',
    );
  });
});

describe('the tail of an output', () => {
  it('is bounded and never shows the rest of a secret at its cut', () => {
    const secret = 'sk-0123456789abcdef';
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 }), (offset, sizes) => {
        const tail = new OutputTail(64);
        const stream = `${'-'.repeat(offset)}${secret}${'='.repeat(40)}${secret}${'+'.repeat(offset % 60)}`;
        let at = 0;
        for (const size of [...sizes, stream.length]) {
          tail.append(stream.slice(at, at + size));
          at += size;
        }
        const text = tail.text(new SecretMask([secret]));
        return text.length <= 64 + 16 && !/[0-9a-f]{4}/.test(text.replaceAll('[secret]', ''));
      }),
    );
  });

  it('holds no escape sequences and drops what came before', () => {
    const tail = new OutputTail(1_000);
    tail.append('\u001b[31mred\u001b[0m\u0007 words\n');
    expect(tail.text(new SecretMask([]))).toBe('red words');
    for (let line = 0; line < 10_000; line += 1) tail.append(`line ${line}\n`);
    expect(tail.text(new SecretMask([]))).toMatch(/line 9999$/);
    expect(tail.text(new SecretMask([]), 20)).toHaveLength(21);
  });
});
