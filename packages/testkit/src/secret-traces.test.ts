import { secretTraces } from './secret-traces.js';

const secret = 'k3y-ü"value/1';

describe('traces of secrets', () => {
  it.each([
    secret,
    JSON.stringify({ a: JSON.stringify(secret) }),
    encodeURIComponent(secret),
    Buffer.from(`xy${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
    'only value/1 of it',
  ])('are found in %j', (text) => {
    expect(secretTraces(`before ${text} after`, [secret])).not.toEqual([]);
  });

  it('are not found where there are none', () => {
    expect(secretTraces('k3y and a value and 1; [redacted]', [secret])).toEqual([]);
  });
});
