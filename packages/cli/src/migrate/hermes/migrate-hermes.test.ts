import type { JsonObject } from '@toolrack/contracts';
import fc from 'fast-check';

import { parseConfiguration } from '../../config/read-configuration.js';
import { validateConfiguration } from '../../config/validate-configuration.js';
import { maskSecrets } from './clear-secrets.js';
import { argumentsOf, millisecondsOf } from './hermes-values.js';
import { migrateHermes } from './migrate-hermes.js';

const check = (configuration: JsonObject): void => validateConfiguration(configuration, { written: configuration, where: () => 'f' });
const server = (entry: JsonObject) => {
  const { configuration, notes } = migrateHermes({ mcp_servers: { s: entry } });
  check(configuration);
  return {
    server: (configuration['mcpServers'] as JsonObject | undefined)?.['s'],
    rules: (configuration['policy'] as JsonObject)?.['rules'],
    notes,
  };
};
const about = (notes: readonly { path: string; outcome: string; reason?: string }[], path: string) =>
  notes.filter((note) => note.path === path).map(({ outcome, reason }) => `${outcome}: ${reason ?? ''}`);

describe('migrateHermes', () => {
  it('moves the blocks of a whole file in YAML', async () => {
    const text = `
model: { default: some-model }
tools:
  tool_search:
    enabled: auto
    threshold_pct: 5
    search_default_limit: 5
    max_search_limit: 25
    listing: on
    listing_max_tokens: 4000
    defer: [computer_use, session_search]
  connectors:
    enabled: false
mcp_servers:
  files:
    command: npx
    args: ["-y", "@modelcontextprotocol/server-filesystem", "/srv"]
    env: { TOKEN: "\${env:FILES_TOKEN}", LEVEL: "\${LEVEL}", PORT: 8080, DEBUG: true }
    timeout: 120
    connect_timeout: 0.5
  web:
    url: https://mcp.example.com/mcp
    headers: { Authorization: "Bearer \${WEB_TOKEN}" }
    transport: sse
    enabled: false
`;
    const { configuration, notes } = migrateHermes((await parseConfiguration('config.yaml', text)).value);
    expect(configuration).toEqual({
      preset: 'hermes',
      tool_search: {
        ...{ enabled: 'auto', threshold_pct: 5, search_default_limit: 5, max_search_limit: 25 },
        ...{ listing: 'on', listing_max_tokens: 4000, defer: ['computer_use', 'session_search'] },
      },
      connectors: false,
      mcpServers: {
        files: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv'],
          env: { TOKEN: '${FILES_TOKEN}', LEVEL: '${LEVEL}', PORT: '8080', DEBUG: 'true' },
          timeoutMs: 120_000,
          startTimeoutMs: 500,
        },
        web: {
          url: 'https://mcp.example.com/mcp',
          headers: { Authorization: 'Bearer ${WEB_TOKEN}' },
          type: 'sse',
          disabled: true,
        },
      },
    });
    check(configuration);
    expect(about(notes, 'model')).toEqual(['left out: not about tools']);
  });

  it.each([true, false, null, 'on', { enabled: false }, []])('takes tool_search over as it is: %j', (block) => {
    expect(migrateHermes({ tools: { tool_search: block } }).configuration['tool_search']).toEqual(block);
  });

  it('names every key that it leaves out, with a suggestion for a slip', () => {
    const { notes, configuration } = migrateHermes({
      tools: { tool_search: { treshold_pct: 3 }, tool_serch: {}, connectors: { enabled: true, region: 'eu' } },
      toolsets: ['web'],
      mcp_servers: { s: { command: 'x', comand: 'y', ssl_verify: false, tools: { includes: ['a'], resources: true } } },
    });
    expect(configuration).toEqual({ preset: 'hermes', tool_search: {}, mcpServers: { s: { command: 'x' } } });
    expect(about(notes, 'tools.tool_search.treshold_pct')).toEqual(['left out: unknown key. Did you mean "threshold_pct"?']);
    expect(about(notes, 'tools.tool_serch')).toEqual(['left out: not about tool search. Did you mean "tool_search"?']);
    expect(about(notes, 'tools.connectors')[0]).toContain('add "connectors": { "url"');
    expect(about(notes, 'mcp_servers.s.comand')).toEqual(['left out: unknown key. Did you mean "command"?']);
    for (const path of [
      'tools.connectors.region',
      'toolsets',
      'mcp_servers.s.ssl_verify',
      'mcp_servers.s.tools.includes',
      'mcp_servers.s.tools.resources',
    ]) {
      expect([path, about(notes, path).length]).toEqual([path, 1]);
    }
  });

  it('turns the filters of a server into rules of the policy', () => {
    expect(server({ command: 'x', tools: { include: ['list_issues', 'get_*'], exclude: ['get_me'] } }).rules).toEqual([
      { deny: 'mcp:s:*', except: ['mcp:s:list_issues', 'mcp:s:get_*'], reason: 'not among the included tools' },
    ]);
    expect(server({ command: 'x', tools: { exclude: 'delete_?' } }).rules).toEqual([
      { deny: ['mcp:s:delete_*'], reason: 'an excluded tool' },
    ]);
    expect(server({ command: 'x', tools: { include: [], exclude: [] } }).rules).toBeUndefined();
  });

  it('never allows more than a filter that a rule cannot say', () => {
    const { rules, notes } = server({ command: 'x', tools: { include: ['get_?', 'list'] } });
    expect(rules).toEqual([{ deny: 'mcp:s:*', except: ['mcp:s:list'], reason: 'not among the included tools' }]);
    expect(about(notes, 'mcp_servers.s.tools.include')).toContain('note: rules know only *, so what get_? would add is left out');
    expect(server({ command: 'x', tools: { include: ['get_?'] } }).rules).toEqual([
      { deny: 'mcp:s:*', reason: 'not among the included tools' },
    ]);
  });

  it.each([['untrusted'], ['ful'], [7]])('asks about what a server of trust %j may write', (trust) => {
    const { rules } = server({ command: 'x', trust });
    expect(rules).toEqual([expect.objectContaining({ ask: 'mcp:s:*', annotations: { readOnlyHint: false } })]);
    expect(server({ command: 'x', trust: 'full' }).rules).toBeUndefined();
  });

  it.each<[string, JsonObject, object | undefined]>([
    ['both a url and a command', { url: 'https://a.example', command: 'x', args: ['y'], env: {} }, { url: 'https://a.example' }],
    ['neither', { timeout: 3 }, undefined],
    ['headers beside a command', { command: 'x', headers: { a: 'b' } }, { command: 'x' }],
    ['arguments as the text of a list', { command: 'x', args: "['-y', 'a b']" }, { command: 'x', args: ['-y', 'a b'] }],
    ['arguments as shell words', { command: 'x', args: `-y "a b" c\\ d 'e'` }, { command: 'x', args: ['-y', 'a b', 'c d', 'e'] }],
    ['arguments that are broken', { command: 'x', args: '[-y' }, { command: 'x' }],
    ['a time of nothing', { command: 'x', timeout: 0, connect_timeout: 'soon' }, { command: 'x' }],
    ['a switch in words', { command: 'x', enabled: 'off' }, { command: 'x', disabled: true }],
    ['no switch at all', { command: 'x', enabled: 'perhaps' }, { command: 'x' }],
    ['a label', { command: 'x', label: ' Mail ' }, { command: 'x', label: 'Mail' }],
    ['a home', { command: '${userHome}${/}bin', cwd: '${workspaceFolder}' }, { command: '${HOME}/bin', cwd: '${PWD}' }],
  ])('reads a server with %s', (_name, entry, expected) => {
    expect(server(entry).server).toEqual(expected);
  });

  it('renames a server with a colon and reads the form of other clients', () => {
    const { configuration } = migrateHermes({
      mcp_servers: { 'a:b': { command: 'x' }, a_b: { command: 'y' } },
      mcpServers: { c: { url: 'http://h' } },
    });
    expect(configuration['mcpServers']).toEqual({ a_b: { command: 'x' }, a_b_2: { command: 'y' }, c: { url: 'http://h' } });
  });

  it('makes a valid configuration of anything, names every key and changes nothing that it was given', () => {
    const entry = fc.dictionary(
      fc.oneof(fc.constantFrom('command', 'url', 'args', 'env', 'timeout', 'tools', 'trust', 'enabled', 'transport', 'label'), fc.string()),
      fc.jsonValue(),
    );
    const file = fc.record(
      {
        tools: fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('tool_search', 'connectors', 'x'), fc.jsonValue())),
        mcp_servers: fc.dictionary(fc.string(), entry),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(file, (given) => {
        const before = JSON.stringify(given);
        check(migrateHermes(given).configuration);
        expect(JSON.stringify(given)).toBe(before);
      }),
    );
  });
});

describe('secrets in clear text', () => {
  const clear: JsonObject = {
    mcpServers: {
      s: { command: 'x', args: ['--token', 'hunter2', '--api-key=hunter2', '--name', 'n'], env: { API_KEY: 'hunter2', LEVEL: 'info' } },
      t: { url: 'https://me:hunter2@h.example/?access_token=hunter2&q=1', headers: { Authorization: 'Bearer hunter2', Accept: 'x' } },
    },
  };

  it('are masked where they are shown, and nothing else is', () => {
    expect(maskSecrets(clear)).toEqual({
      mcpServers: {
        s: { command: 'x', args: ['--token', '***', '--api-key=***', '--name', 'n'], env: { API_KEY: '***', LEVEL: 'info' } },
        t: { url: 'https://me:***@h.example/?access_token=***&q=1', headers: { Authorization: '***', Accept: 'x' } },
      },
    });
  });

  it('are pointed at, by their places alone', () => {
    const { notes } = migrateHermes({ mcp_servers: clear['mcpServers'] });
    expect(JSON.stringify(notes)).not.toContain('hunter2');
    expect(notes.filter((note) => note.reason?.includes('clear text')).map((note) => note.path)).toEqual([
      ...['mcpServers.s.env.API_KEY', 'mcpServers.s.args[1]', 'mcpServers.s.args[2]'],
      ...['mcpServers.t.headers.Authorization', 'mcpServers.t.url'],
    ]);
  });

  it('are not what a variable stands for', () => {
    const reference: JsonObject = {
      mcpServers: { s: { command: 'x', args: ['--token=${T}'], env: { TOKEN: '${T}' }, url: 'h?key=${K}' } },
    };
    expect(maskSecrets(reference)).toEqual(reference);
  });
});

describe('values of a Hermes configuration', () => {
  it('reads times in seconds', () => {
    expect([300, '1.5', 0, -1, '', 'x', null, Infinity, 1e9].map(millisecondsOf)).toEqual([
      ...[300_000, 1500, undefined, undefined, undefined, undefined, undefined, undefined, 2_147_483_647],
    ]);
  });

  it('gives back any list of words that a shell would write', () => {
    const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (words) => {
        expect(argumentsOf(words.map(quote).join(' '))).toEqual(words);
      }),
    );
  });
});
