import { addressCredentials, isOrdinary, settingSecrets } from './setting-secrets.js';

describe('the secrets in a setting', () => {
  it.each([
    ['NODE_ENV', 'production'],
    ['PORT', '3000'],
    ['SORT_KEY', 'created-at'],
    ['BYPASS', 'internal-addresses'],
    ['projectId', '550e8400-e29b-41d4-a716-446655440000'],
    ['LOG_LEVEL', 'debug'],
    ['HOME_REGION', 'eu-west-1'],
    ['DATA_DIR', '/var/lib/server/data'],
    ['BASE_URL', 'https://api.example.com/v2/items'],
    ['KEYBOARD_LAYOUT', 'us-international'],
    ['AUTHOR', 'Jane Doe'],
    ['MAX_TOKEN', '4096'],
    ['TOKENIZER', 'cl100k_base'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/me/credentials.json'],
    ['USE_AUTH', 'true'],
    ['PROJECT_ID', '550e8400-e29b-41d4-a716-446655440000'],
    ['GIT_COMMIT', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
    ['Accept', 'application/json'],
  ])('are none in %s=%s, wherever it comes from', (name, value) => {
    expect(settingSecrets(name, value, 'written')).toEqual([]);
    expect(settingSecrets(name, value, 'referenced')).toEqual([]);
  });

  it.each([
    ['DB_PASSWORD', 'hunter2', ['hunter2']],
    ['DB_PASS', 'p@ss/word', ['p@ss/word']],
    ['dbPass', 'p@ss/word', ['p@ss/word']],
    ['KEY', 'k3y-value', ['k3y-value']],
    ['API_KEY', '0123456789abcdef', ['0123456789abcdef']],
    ['STRIPE', 'sk_live_0123456789abcdef', ['sk_live_0123456789abcdef']],
    ['OPENWEATHER', 'b1b15e88fa797225412429c1c50c122a', ['b1b15e88fa797225412429c1c50c122a']],
    ['DATABASE_URL', 'postgres://bob:pg-pass-1@db/x', ['pg-pass-1']],
    ['WEBHOOK', 'https://h.example/hook?token=abcd1234', ['abcd1234']],
  ])('are found in %s=%s as it is written', (name, value, secrets) => {
    expect(settingSecrets(name, value, 'written')).toEqual(secrets);
  });

  it('are also those under names that say nothing when they came from a variable or go out as a header', () => {
    expect(settingSecrets('UPSTREAM', 'Xq7-Lr2-Vm9', 'written')).toEqual([]);
    expect(settingSecrets('UPSTREAM', 'Xq7-Lr2-Vm9', 'referenced')).toEqual(['Xq7-Lr2-Vm9']);
    expect(settingSecrets('X-Team', 'Xq7-Lr2-Vm9', 'sent')).toEqual(['Xq7-Lr2-Vm9']);
    expect(settingSecrets('X-Team', 'eu-west-1', 'sent')).toEqual([]);
  });

  it('are the credential behind a scheme, a pair in Base64 and its password, and each cookie', () => {
    const pair = Buffer.from('bob:pg-pass-1').toString('base64');
    expect(settingSecrets('Authorization', 'Bearer tok_123456', 'sent')).toEqual(['Bearer tok_123456', 'tok_123456']);
    expect(settingSecrets('Authorization', `Basic ${pair}`, 'sent')).toEqual([`Basic ${pair}`, pair, 'bob:pg-pass-1', 'pg-pass-1']);
    expect(settingSecrets('Cookie', 'sid=s3ss10n-1; theme=dark', 'sent')).toEqual(['sid=s3ss10n-1; theme=dark', 's3ss10n-1', 'dark']);
  });
});

describe('an address', () => {
  it('has credentials in its user part, its query and long parts of its path', () => {
    const address = 'https://bob:p4ss-word@h.example/mcp/s/ab1cd2ef3gh4ij5kl6/tools?api_key=k3y-value&page=2&project=website';
    expect(addressCredentials('https://t0ken-1@h.example/')).toEqual(['t0ken-1']);
    expect(addressCredentials(address)).toEqual(['p4ss-word', 'k3y-value', 'ab1cd2ef3gh4ij5kl6']);
  });
});

describe('a text', () => {
  it.each(['production', 'myServerName', 'v2.1.0', '2026-12-01', 'alice@example.com', '127.0.0.1:8080', 'application/json; charset=utf-8'])(
    'is ordinary: %s',
    (text) => {
      expect(isOrdinary(text)).toBe(true);
    },
  );

  it.each(['aB3xQ9zLm2', 'k3y-v4lu3-x', 'tok_1a2b3c4d', 'qWeRtYuIoP'])('is not ordinary: %s', (text) => {
    expect(isOrdinary(text)).toBe(false);
  });
});
