import { consentDigest, consentTo, describeServer, withConsent } from './consent.js';

const imported = {
  command: 'npx',
  args: ['-y', 'a server'],
  env: { TOKEN: '${TOKEN}', LOG: 'x', NODE_OPTIONS: '--require ./evil.js' },
  'x-imported': { from: 'cursor' },
};

describe('consent', () => {
  it('is needed for what was imported only, and once', () => {
    expect(consentTo({ command: 'x' })).toBe('not-needed');
    expect(consentTo(imported)).toBe('missing');
    expect(consentTo({ ...imported, 'x-imported': true })).toBe('missing');
    const approved = { ...imported, 'x-imported': withConsent(imported) };
    expect(approved['x-imported']).toMatchObject({ from: 'cursor', approved: expect.stringMatching(/^sha256:[\da-f]{64}$/u) });
    expect(consentTo(approved)).toBe('given');
    expect(consentTo({ ...approved, timeoutMs: 5, label: 'other' })).toBe('given');
  });

  it.each([{ command: 'bash' }, { args: ['-y', 'another'] }, { env: { ...imported.env, NODE_OPTIONS: '' } }, { cwd: '/tmp' }])(
    'is asked for again when %j changes',
    (change) => {
      const approved = { ...imported, 'x-imported': withConsent(imported) };
      expect(consentTo({ ...approved, ...change })).toBe('outdated');
      expect(consentDigest({ ...imported, ...change })).not.toBe(consentDigest(imported));
    },
  );

  it('shows the exact command, the folder and the names of variables, the values only of those that decide what runs', () => {
    expect(describeServer('docs', imported)).toEqual([
      'docs',
      '  runs   npx -y "a server"',
      '  in     the folder of the configuration',
      '  with   TOKEN (from ${TOKEN}), LOG, NODE_OPTIONS="--require ./evil.js"',
    ]);
    expect(describeServer('web', { url: 'https://x/mcp', headers: { Authorization: 'Bearer sk-secret-0123456789' } })).toEqual([
      'web',
      '  calls  https://x/mcp',
      '  sends  Authorization',
    ]);
    expect(describeServer('k', { command: 'x', args: ['--key=ghp_0123456789abcdef0123', 'sh -c "rm x"'] }).join()).not.toContain('ghp_');
  });
});
