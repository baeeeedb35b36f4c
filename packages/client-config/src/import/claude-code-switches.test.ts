import type { JsonObject } from '@toolrack/contracts';

import type { ClientHost } from '../client-host.js';
import { readClientFile } from './read-client-file.js';
import { VariableTable } from './variable-table.js';

const host: ClientHost = { platform: 'linux', home: '/home/ada', environment: {}, folder: '/work/shop' };
const servers = {
  mcpServers: { a: { command: 'run-a', args: ['x'] }, b: { command: 'run-b' }, web: { type: 'http', url: 'https://x.example/mcp' } },
};

/** Names of the servers that are imported as disabled, with the notes. */
function read(file: string, value: object, others: Readonly<Record<string, object | string>> = {}, on: ClientHost = host) {
  const companion = (path: string): string | undefined => {
    const found = others[path];
    return typeof found === 'object' ? JSON.stringify(found) : found;
  };
  const { servers: found } = readClientFile(file, JSON.stringify(value), { host: on, target: '/work/shop', companion });
  const definitions = found.map(({ name, definition }) => [name, definition(new VariableTable())] as const);
  const off = definitions.filter(([, definition]: readonly [string, JsonObject]) => definition['disabled'] === true);
  return { off: off.map(([name]) => name), notes: found.flatMap(({ notes }) => notes) };
}

describe('servers that Claude Code has switched off', () => {
  const places: readonly [what: string, path: string, holder: object][] = [
    ['the project', '/work/shop/.claude/settings.json', { disabledMcpjsonServers: ['a'] }],
    ['this person in the project', '/work/shop/.claude/settings.local.json', { disabledMcpjsonServers: ['a'] }],
    ['this person everywhere', '/home/ada/.claude/settings.json', { disabledMcpjsonServers: ['a'] }],
    ['the state of the project', '/home/ada/.claude.json', { projects: { '/work/shop': { disabledMcpjsonServers: ['a'] } } }],
    ['the switch of /mcp', '/home/ada/.claude.json', { projects: { '/work/shop': { disabledMcpServers: ['a'] } } }],
    ['a list of what is not allowed', '/work/shop/.claude/settings.json', { deniedMcpServers: [{ serverName: 'a' }] }],
    ['its command', '/home/ada/.claude/settings.json', { deniedMcpServers: [{ serverCommand: ['run-a', 'x'] }] }],
  ];
  it.each(places)('of .mcp.json by %s are imported as disabled, and a note says where that stands', (_what, path, holder) => {
    const { off, notes } = read('/work/shop/.mcp.json', servers, { [path]: holder });
    expect(off).toEqual(['a']);
    expect(notes).toEqual([expect.stringContaining(path)]);
  });

  it('stay off when another file enables them or all', () => {
    const enabled = { enableAllProjectMcpServers: true, enabledMcpjsonServers: ['a', 'b'] };
    const others = {
      '/work/shop/.claude/settings.json': { disabledMcpjsonServers: ['a'] },
      '/work/shop/.claude/settings.local.json': enabled,
      '/home/ada/.claude.json': { projects: { '/work/shop': enabled } },
    };
    expect(read('/work/shop/.mcp.json', servers, others).off).toEqual(['a']);
  });

  it('are on where nobody has answered yet, since Toolrack asks before they run', () => {
    expect(read('/work/shop/.mcp.json', servers, { '/work/shop/.claude/settings.json': { enabledMcpjsonServers: ['b'] } }).off).toEqual([]);
  });

  it('of ~/.claude.json go by the entry of this project, for those of everywhere and those of the project', () => {
    const state = {
      ...servers,
      projects: {
        '/work/shop': { mcpServers: { local: { command: 'l' }, other: { command: 'o' } }, disabledMcpServers: ['b', 'local'] },
        '/work/else': { disabledMcpServers: ['a'] },
      },
    };
    expect(read('/home/ada/.claude.json', state).off).toEqual(['b', 'local']);
    expect(read('/home/ada/.claude.json', state, {}, { ...host, folder: '/work/else' }).off).toEqual(['a']);
  });

  it('of ~/.claude.json are not meant by the lists about .mcp.json of a project', () => {
    const state = { ...servers, projects: { '/work/shop': { disabledMcpjsonServers: ['a'] } } };
    expect(read('/home/ada/.claude.json', state, { '/work/shop/.claude/settings.json': { disabledMcpjsonServers: ['b'] } }).off).toEqual(
      [],
    );
  });

  it('by the address go by a pattern', () => {
    const denied = (serverUrl: string) =>
      read('/work/shop/.mcp.json', servers, { '/home/ada/.claude/settings.json': { deniedMcpServers: [{ serverUrl }] } });
    expect(['https://x.example/*', '*://*.example/m*p', 'https://x.example/mcp'].map((pattern) => denied(pattern).off)).toEqual([
      ['web'],
      ['web'],
      ['web'],
    ]);
    expect(['https://y.example/*', 'https://x.example', 'https://x.example/mcp*mcp'].map((pattern) => denied(pattern).off)).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('go by the folder of a file elsewhere, the folder of CLAUDE_CONFIG_DIR, and either separator on Windows', () => {
    const elsewhere = { '/x/.claude/settings.json': { disabledMcpjsonServers: ['a'] } };
    expect(read('/x/.mcp.json', servers, elsewhere).off).toEqual(['a']);
    const moved = { '/cfg/.claude.json': { projects: { '/work/shop': { disabledMcpServers: ['a'] } } } };
    expect(read('/work/shop/.mcp.json', servers, moved, { ...host, environment: { CLAUDE_CONFIG_DIR: '/cfg' } }).off).toEqual(['a']);
    const windows: ClientHost = { platform: 'win32', home: 'C:\\Users\\Ada', environment: {}, folder: 'C:\\work' };
    const state = { ...servers, projects: { 'C:/work': { disabledMcpServers: ['b'] } } };
    expect(read('C:\\Users\\Ada\\.claude.json', state, {}, windows).off).toEqual(['b']);
  });

  it('are not taken for switched on when the file that says so cannot be read', () => {
    expect(() => read('/work/shop/.mcp.json', servers, { '/work/shop/.claude/settings.json': '{ "disabledMcpjsonServers": [' })).toThrow(
      '/work/shop/.claude/settings.json:1:',
    );
  });
});
