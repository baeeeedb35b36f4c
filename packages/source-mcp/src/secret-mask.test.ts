import fc from 'fast-check';
import { OutputTail } from './output-tail.js';
import { SecretMask } from '@toolrack/contracts';
import { secretMaskFor } from './secret-mask.js';

describe('the mask', () => {
  it('covers variables, headers, credentials inside them and parts of addresses', () => {
    const remote = secretMaskFor({
      secrets: ['named-by-hand'],
      endpoint: {
        type: 'http',
        url: new URL('https://host.example/api/mcp/s/ab1cd2ef3gh4ij5kl6mn7opq/mcp?key=k3y-value'),
        headers: { Authorization: 'Bearer tok_123456', 'X-Team': 'Xq7-Lr2-Vm9', 'X-Region': 'eu-west-1' },
        fallback: true,
        allowHosts: [],
      },
    });
    const said = remote.apply('tok_123456 k3y-value ab1cd2ef3gh4ij5kl6mn7opq Xq7-Lr2-Vm9 named-by-hand eu-west-1 host.example');
    expect(said).toBe('[redacted] [redacted] [redacted] [redacted] [redacted] eu-west-1 host.example');
    const local = secretMaskFor({
      secrets: [],
      endpoint: {
        type: 'stdio',
        command: 'server',
        args: [
          '--token',
          'arg-secret',
          '--header',
          'Authorization: Bearer tok-in-args',
          '--region=eu',
          'API_KEY=inline-secret',
          'postgres://bob:pg-pass@db/x',
        ],
        env: { PASSWORD: 'abc', MODE: 'fast', NODE_ENV: 'production', PORT: '3000', DATABASE_URL: 'postgres://u:db-pass@h/d' },
      },
    });
    expect(local.apply('arg-secret tok-in-args inline-secret pg-pass db-pass abc fast --region=eu production 3000')).toBe(
      '[redacted] [redacted] [redacted] [redacted] [redacted] [redacted] fast --region=eu production 3000',
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
        return text.length <= 64 + 16 && !/[0-9a-f]{4}/.test(text.replaceAll('[redacted]', ''));
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
