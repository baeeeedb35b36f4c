import type { JsonObject } from '@toolrack/contracts';

import { clientNamed } from '../clients/index.js';
import { jsonFormat } from '../formats/json-format.js';
import { planImport, type ImportRequest } from './plan-import.js';
import { readClientFile } from './read-client-file.js';

const host = { platform: 'linux', home: '/home/ada', environment: {}, folder: '/work' };
const read = (client: string, servers: object) =>
  readClientFile(`/x/${client}.json`, JSON.stringify({ mcpServers: servers }), { client: clientNamed(client), host, target: '/work' });
const plan = (text: string, client: string, servers: object, more: Partial<ImportRequest> = {}) =>
  planImport({ file: 'toolrack.json', text, format: jsonFormat, contents: [read(client, servers)], ...more });
const entries = (text: string) => (JSON.parse(text) as { mcpServers: Record<string, { env: Record<string, string> }> }).mcpServers;
const server = (value: string, command = 'x') => ({ command, env: { API_KEY: value } });

describe('names of variables across imports', () => {
  it('are not given twice: a secret of a second import gets a name of its own', () => {
    const first = plan('', 'cursor', { mail: server('one') });
    const second = plan(first.after, 'claude-code', { news: server('two') });
    expect(entries(second.after)).toMatchObject({
      mail: { env: { API_KEY: '${API_KEY}' } },
      news: { env: { API_KEY: '${NEWS_API_KEY}' } },
    });
    expect(second.variables.needed()).toMatchObject([{ name: 'NEWS_API_KEY', servers: ['news'] }]);
  });

  it.each([
    ['a server written by hand', { mcpServers: { own: { command: 'o', args: ['--key', '${API_KEY}'] } } }],
    ['a token of the gateway', { gateway: { tokens: [{ token: '${API_KEY}' }] } }],
    ['a default', { mcpServers: { own: { url: '${API_KEY:-http://x}' } } }],
  ])('leave out those that the configuration uses: %s', (_what, configuration) => {
    expect(entries(plan(JSON.stringify(configuration), 'cursor', { a: server('one') }).after)['a']?.env['API_KEY']).toBe('${A_API_KEY}');
  });

  it('may be those that only look used', () => {
    const configuration = { mcpServers: { own: { command: 'o', args: ['$${API_KEY}'], 'x-imported': { fields: { x: '${API_KEY}' } } } } };
    expect(entries(plan(JSON.stringify(configuration), 'cursor', { a: server('one') }).after)['a']?.env['API_KEY']).toBe('${API_KEY}');
  });

  it('are not those that a client file refers to, before or after the secret', () => {
    for (const names of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const servers = Object.fromEntries(names.map((name) => [name, name === 'a' ? server('one') : server('${env:API_KEY}')]));
      expect(entries(plan('', 'cursor', servers).after)).toMatchObject({
        a: { env: { API_KEY: '${A_API_KEY}' } },
        b: { env: { API_KEY: '${API_KEY}' } },
      });
    }
  });

  it('stay the same when the same file is imported again, in any order and with a neighbour', () => {
    const cursor = { mail: server('one'), copy: server('one'), args: { command: 'y', args: ['--api-key', 'q1', '--api-key', 'q2'] } };
    const claude = { news: server('two'), mail2: server('one') };
    const once = plan(plan('', 'cursor', cursor).after, 'claude-code', claude).after;
    for (const [client, servers] of [
      ['cursor', cursor],
      ['claude-code', claude],
      ['claude-code', { mail2: claude.mail2, news: claude.news }],
    ] as const) {
      const again = plan(once, client, { ...servers });
      expect(again).toMatchObject({ after: once, added: [], conflicts: [] });
    }
    const more = plan(once, 'cursor', { fresh: server('three'), ...cursor });
    expect(entries(more.after)['fresh']?.env['API_KEY']).toBe('${FRESH_API_KEY}');
    expect(more.conflicts).toEqual([]);
  });

  it('stay the same for a server that got another name, and that name stays', () => {
    const first = plan('', 'cursor', { mail: server('one') }).after;
    const other = { mail: server('two', 'other') };
    const suffixed = plan(first, 'claude-code', other, { onConflict: 'suffix' });
    expect(entries(suffixed.after)['mail-claude-code']?.env['API_KEY']).toBe('${MAIL_CLAUDE_CODE_API_KEY}');
    expect(plan(suffixed.after, 'claude-code', other, { onConflict: 'suffix' })).toMatchObject({
      after: suffixed.after,
      added: [],
      conflicts: [],
    });
  });

  it('of servers that are left out are not asked for', () => {
    const { variables } = plan(JSON.stringify({ mcpServers: { mail: { command: 'mine' } } }), 'cursor', { mail: server('one') });
    expect(variables.needed()).toEqual([]);
  });

  it('two files with another secret under one name are two servers', () => {
    const contents = [read('cursor', { mail: server('one') }), read('claude-code', { mail: server('two') })];
    const both = planImport({ file: 'f', text: '', format: jsonFormat, contents, onConflict: 'suffix' });
    expect(entries(both.after)).toMatchObject({
      mail: { env: { API_KEY: '${API_KEY}' } },
      'mail-claude-code': { env: { API_KEY: '${MAIL_CLAUDE_CODE_API_KEY}' } },
    });
    const same = planImport({ file: 'f', text: '', format: jsonFormat, contents: [contents[0], contents[0]] as ImportRequest['contents'] });
    expect([same.added.length, same.present.length]).toEqual([1, 1]);
  });

  it('respect what the gateway is given already', () => {
    const given = { API_KEY: 'one' };
    expect(entries(plan('', 'cursor', { a: server('one'), b: server('two') }, { given }).after)).toMatchObject({
      a: { env: { API_KEY: '${API_KEY}' } },
      b: { env: { API_KEY: '${B_API_KEY}' } },
    });
    const referring = plan('', 'cursor', { c: server('${env:API_KEY}') }, { given });
    expect(entries(referring.after)['c']?.env['API_KEY']).toBe('${C_API_KEY}');
    expect(referring.variables.forGateway().environment).toEqual({ C_API_KEY: '${env:API_KEY}' });
  });

  it('says when two servers refer to one variable of the environment', () => {
    const configuration = { mcpServers: { own: { command: 'o', env: { A: '${API_KEY}' } } } } satisfies JsonObject;
    expect(plan(JSON.stringify(configuration), 'cursor', { a: server('${env:API_KEY}') }).notes).toEqual([
      'a: refers to the variable API_KEY, as own in toolrack.json does: both get the same value',
    ]);
  });
});
