import { ToolrackError } from '@toolrack/contracts';
import { isLoopback, requireTokens } from './address.js';
import { RateLimiter } from './rate-limit.js';
import { TokenTable } from './tokens.js';

describe('TokenTable', () => {
  const table = new TokenTable(
    [
      { token: 'alpha-token', scope: { agent: 'a' } },
      { token: 'beta-token', scope: { agent: 'b' }, run: { directNames: ['x'] } },
    ],
    { contextWindow: 1000 },
  );

  it('maps a bearer token to its scope, with the defaults of the gateway unless it has its own', () => {
    expect(table.find('Bearer alpha-token')).toEqual({ key: 'token:0', scope: { agent: 'a' }, run: { contextWindow: 1000 } });
    expect(table.find('bearer  beta-token ')).toEqual({ key: 'token:1', scope: { agent: 'b' }, run: { directNames: ['x'] } });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer alpha-toke',
    'Bearer alpha-token2',
    'Basic alpha-token',
    'alpha-token',
    'Bearer alpha-token beta-token',
  ])('knows nobody by %p', (header) => {
    expect(table.find(header)).toBeUndefined();
  });

  it('refuses tokens that are empty, cannot be sent or are given twice, without repeating them', () => {
    for (const tokens of [[''], ['with space'], ['line\nbreak'], ['same-secret', 'same-secret']]) {
      let message = '';
      try {
        new TokenTable(tokens.map((token) => ({ token, scope: {} })));
      } catch (error) {
        expect(ToolrackError.is(error) && error.code).toBe('ERR_CONFIG_VALUE');
        message = (error as Error).message;
      }
      expect(message).toMatch(/tokens\[\d\]\.token/);
      expect(message).not.toContain('same-secret');
    }
  });
});

describe('requireTokens', () => {
  it.each(['127.0.0.1', '127.0.0.53', '::1', '[::1]', 'localhost'])('lets %s be served without tokens', (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(() => requireTokens(host, 0)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.evil.example', 'localhost.example.com'])(
    'refuses %s without tokens',
    (host) => {
      expect(() => requireTokens(host, 0)).toThrow(/without tokens/);
      expect(() => requireTokens(host, 1)).not.toThrow();
    },
  );
});

describe('RateLimiter', () => {
  it('lets a burst through, then the steady rate, each client for itself', () => {
    let now = 0;
    const limiter = new RateLimiter({ requestsPerMinute: 60, burst: 3 }, () => now);
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
    expect(limiter.take('a')).toBe(1);
    expect(limiter.take('b')).toBe(0);
    now = 1_000;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 1]);
  });

  it('does not grow without bound when addresses change', () => {
    const limiter = new RateLimiter({ requestsPerMinute: 1 });
    for (let index = 0; index < 30_000; index += 1) limiter.take(`address:${index}`);
    const { buckets } = limiter as unknown as { buckets: Map<string, unknown> };
    expect(buckets.size).toBeLessThanOrEqual(10_000);
  });
});
