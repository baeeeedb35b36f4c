import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mcpSource } from './mcp-source.js';
import { makeCall, openSources } from '../test/harness.js';
import { mcpSourceOptionsSchema } from './options-schema.js';
import { resolveServers } from './resolve-servers.js';
import type { McpServerOptions } from './server-options.js';
import { version } from './version.js';

const check = new Ajv2020({ allErrors: true }).compile(mcpSourceOptionsSchema);

describe('options', () => {
  it('accept what Claude Desktop writes, with the additions of Toolrack', () => {
    const servers = {
      everything: { command: 'npx', args: ['-y', 'server'], env: { KEY: 'x' }, cwd: '/tmp', trust: 'trusted', timeoutMs: 30_000 },
      remote: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' }, type: 'http', label: 'Remote', disabled: false },
      empty: { url: 'http://127.0.0.1:1/sse', type: 'sse', startTimeoutMs: 5_000 },
    };
    expect(check({ servers, defaultTrust: 'untrusted' })).toBe(true);
  });

  it.each([
    ['a misspelt key', { s: { comand: 'x' } }],
    ['a number as an argument', { s: { command: 'x', args: [1] } }],
    ['a number as a variable', { s: { command: 'x', env: { A: 1 } } }],
    ['an unknown trust', { s: { command: 'x', trust: 'full' } }],
    ['no time at all', { s: { command: 'x', timeoutMs: 0 } }],
    ['a server without a name', { '': { command: 'x' } }],
  ])('refuse %s', (_title, servers) => {
    expect(check({ servers })).toBe(false);
  });

  it.each<[string, McpServerOptions, RegExp]>([
    ['neither a command nor an address', {}, /"bad" needs exactly one of "command".*and "url"/],
    ['both', { command: 'x', url: 'http://h' }, /needs exactly one/],
    ['an address that is none', { url: 'localhost:3000' }, /"url" that is not an http or https address/],
    ['a command over HTTP', { command: 'x', type: 'http' }, /"type" cannot be "http"/],
    ['an address over stdio', { url: 'http://h', type: 'stdio' }, /"type" cannot be "stdio"/],
    ['headers for a command', { command: 'x', headers: {} }, /"headers" have no meaning/],
    ['variables for an address', { url: 'http://h', env: {} }, /"env" has no meaning/],
    ['a header with a line break', { url: 'http://h', headers: { A: 'TESTSECRET\nb' } }, /header whose name or value/],
  ])('with %s name the server and the fix', (_title, server, message) => {
    const resolve = (): unknown => resolveServers({ servers: { good: { command: 'x' }, bad: server } });
    expect(resolve).toThrow(message);
    expect(resolve).toThrow(expect.objectContaining({ code: 'ERR_PLUGIN_OPTIONS' }));
    expect(resolve).not.toThrow(/TESTSECRET/);
  });

  it('fill in defaults, from the plugin before the built-in ones', () => {
    const [first, second] = resolveServers({
      timeoutMs: 1_000,
      defaultTrust: 'trusted',
      servers: { a: { command: 'x' }, b: { url: 'http://h', timeoutMs: 900_000, trust: 'untrusted' }, c: { command: 'x', disabled: true } },
    });
    expect(first).toMatchObject({ name: 'a', trust: 'trusted', timeoutMs: 1_000, startTimeoutMs: 30_000, maxCallMs: 600_000 });
    expect(second).toMatchObject({ name: 'b', trust: 'untrusted', timeoutMs: 900_000, maxCallMs: 900_000, endpoint: { fallback: true } });
  });
});

describe('relative paths', () => {
  const servers = {
    here: { command: './bin/here', args: ['./data'] },
    above: { command: '../above', cwd: 'work' },
    windows: { command: '.\\tool' },
    named: { command: 'npx' },
    absolute: { command: '/usr/bin/x', cwd: '/tmp' },
  };
  const placed = (baseDirectory?: string): Record<string, { command: string; cwd?: string; args?: readonly string[] }> =>
    Object.fromEntries(
      resolveServers({ servers, ...(baseDirectory === undefined ? {} : { baseDirectory }) }).map(({ name, endpoint }) => [
        name,
        endpoint as never,
      ]),
    );

  it('of programs and folders are meant from the base folder, where servers run; arguments stay as they are', () => {
    expect(placed('/base')).toMatchObject({
      here: { command: '/base/bin/here', cwd: '/base', args: ['./data'] },
      above: { command: '/above', cwd: '/base/work' },
      windows: { command: join('/base', process.platform === 'win32' ? 'tool' : '.\\tool'), cwd: '/base' },
      named: { command: 'npx', cwd: '/base' },
      absolute: { command: '/usr/bin/x', cwd: '/tmp' },
    });
  });

  it('stay as they are without one', () => {
    expect(placed()['here']?.command).toBe('./bin/here');
    expect(placed()['here']).not.toHaveProperty('cwd');
    expect(placed()['above']).toMatchObject({ command: '../above', cwd: 'work' });
  });

  it('let a program run from the base folder', async () => {
    const baseDirectory = fileURLToPath(new URL('fixtures', import.meta.url));
    const sources = openSources({ baseDirectory, servers: { s: { command: process.execPath, args: ['./fault-server.mjs', '{}'] } } });
    const result = await sources.get('s').call(makeCall('folder'));
    expect(result.content).toEqual([{ type: 'text', text: baseDirectory }]);
    await sources.dispose();
  });
});

describe('the plugin', () => {
  it('has the name and version of its package', () => {
    const manifest = createRequire(import.meta.url)('../package.json') as { name: string; version: string };
    const plugin = mcpSource({ servers: {} });
    expect([plugin.name, plugin.version, version]).toEqual([manifest.name, manifest.version, manifest.version]);
  });

  it('refuses a server name with a colon, which could take over the ids of another server', () => {
    expect(() => openSources({ servers: { 'a:b': { command: 'x' } } })).toThrow(/"a:b" may not hold a colon/u);
  });

  it('brings one source a server under its own name, whatever characters it has [name-147] [name-149]', () => {
    const servers = Object.fromEntries(
      ['数据库', '知识库', 'café', 'cafè', 'db', 'my_db', 'my', 'a/b c', '__proto__x'].map((name) => [name, { command: 'x' }]),
    );
    const sources = openSources({ servers });
    expect(sources.all.map(({ kind, owner }) => `${kind}:${owner}`)).toEqual(Object.keys(servers).map((name) => `mcp:${name}`));
    expect(sources.all.map(({ trust }) => trust)).toEqual(Object.keys(servers).map(() => 'untrusted'));
  });
});
