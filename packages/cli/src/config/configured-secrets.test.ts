import { configuredSecrets, serversWithSecrets } from './configured-secrets.js';
import { expandVariables } from './expand-variables.js';
import type { KeyPath } from './key-path.js';

const environment = {
  TOKEN: 'Xq7-Lr2-Vm9',
  UPSTREAM: 'Tz4-Nb8-Kw1',
  PROJECT: '550e8400-e29b-41d4-a716-446655440000',
  STAGE: 'production',
  EMPTY: '',
};
const at = (path: KeyPath): string => path.join('.');

describe('secrets of a configuration', () => {
  it('are the listed values, and what variables brought that looks like a secret, for each server by itself', () => {
    const written = {
      secrets: ['${UPSTREAM}', '${EMPTY:-}'],
      mcpServers: {
        one: { command: 'x', args: ['--key', '${TOKEN}'], env: { NODE_ENV: '${STAGE}', PROJECT_ID: '${PROJECT}', PORT: '${PORT:-3000}' } },
        two: { url: 'https://h.example/${UPSTREAM}', headers: { Authorization: 'Bearer ${TOKEN}' }, secrets: ['written'] },
      },
      gateway: { tokens: [{ token: '${TOKEN}' }] },
    };
    const used: { path: KeyPath; name: string; value: string }[] = [];
    const value = expandVariables(written, environment, at, (variable) => void used.push(variable));
    const secrets = configuredSecrets(value, used, at);
    expect(secrets.named).toEqual([environment.UPSTREAM]);
    expect(secrets.warnings).toEqual([]);
    expect(new Set(secrets.all)).toEqual(new Set([environment.UPSTREAM, environment.TOKEN, `Bearer ${environment.TOKEN}`, 'written']));
    const servers = serversWithSecrets(value.mcpServers, secrets) as Record<string, { secrets?: readonly string[] }>;
    expect(new Set(servers['one']?.secrets)).toEqual(new Set([environment.TOKEN]));
    expect(new Set(servers['two']?.secrets)).toEqual(new Set(['written', environment.UPSTREAM, environment.TOKEN]));
  });

  it('are for the terminal also those that stand in the file itself', () => {
    const value = {
      mcpServers: { a: { env: { API_KEY: 'Qw8-xN4-zz1', NODE_ENV: 'production' }, authorization: { clientSecret: 'c1ient-s3cret' } } },
    };
    expect(configuredSecrets(value, [], at).all).toEqual(['Qw8-xN4-zz1', 'c1ient-s3cret']);
  });

  it('are told of where they are too weak to be hidden, and settings that say nothing are not', () => {
    const strong = { DB_PASSWORD: 'ab1', token: 'kqzxvw', AUTH: 'none', SECRET: '' };
    const weak = { DB_PASSWORD: 'document', API_KEY: 'xy', nested: { token: 'short' } };
    const { warnings, all } = configuredSecrets(
      { secrets: ['message', 'long-enough'], mcpServers: { s: { env: strong }, w: { env: weak } } },
      [],
      at,
    );
    expect(warnings.map((warning) => warning.split(':')[0])).toEqual([
      'secrets.0',
      'mcpServers.w.env.DB_PASSWORD',
      'mcpServers.w.env.API_KEY',
      'mcpServers.w.env.nested.token',
    ]);
    expect(warnings.join()).not.toMatch(/: document|xy/u);
    expect(all).toContain('kqzxvw');
  });

  it('leave servers without any as they are', () => {
    const servers = { one: { command: 'x', env: { NODE_ENV: 'production' } } };
    expect(serversWithSecrets(servers, configuredSecrets({ mcpServers: servers }, [], at))).toEqual(servers);
  });
});
