import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import type { McpSourceOptions } from '@toolrack/source-mcp';

import { loadConfiguration } from './load-configuration.js';
import { serverCacheFolder } from './server-cache-folder.js';

const folderOf = (file: string, environment: Record<string, string> = {}, platform: NodeJS.Platform = 'linux'): string =>
  serverCacheFolder({ file, configured: undefined, environment, platform }) ?? 'none';

describe('the folder of kept tools', () => {
  it("is in the user's cache folder, one for each configuration", () => {
    const first = folderOf('/a/toolrack.json');
    expect(first).toMatch(new RegExp(`^${homedir()}/.cache/toolrack/servers/[0-9a-f]{32}$`));
    expect(folderOf('/a/toolrack.json')).toBe(first);
    expect(folderOf('/b/toolrack.json')).not.toBe(first);
    expect(folderOf('/a/toolrack.json', { XDG_CACHE_HOME: '/cache' })).toMatch(/^\/cache\/toolrack\/servers\//);
    expect(folderOf('/a/toolrack.json', { XDG_CACHE_HOME: 'relative' })).toBe(first);
    expect(folderOf('/a/toolrack.json', {}, 'darwin')).toMatch(/\/Library\/Caches\/toolrack\//);
  });

  it('is what the configuration says, beside it, or none', () => {
    expect(serverCacheFolder({ file: '/a/toolrack.json', configured: 'kept', environment: {} })).toBe('/a/kept');
    expect(serverCacheFolder({ file: '/a/toolrack.json', configured: false, environment: {} })).toBeUndefined();
  });
});

describe('the block "mcp"', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-mcp-block-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const load = async (mcp: object, keepsTools: boolean, more: object = {}): Promise<McpSourceOptions> => {
    writeFileSync(join(folder, 'toolrack.json'), JSON.stringify({ mcpServers: { s: { command: 'node' } }, mcp, ...more }));
    const { plugins } = await loadConfiguration({ folder, environment: { XDG_CACHE_HOME: '/cache' }, keepsTools });
    return plugins.find(({ name }) => name === '@toolrack/source-mcp')?.options as McpSourceOptions;
  };

  it('sets what all servers share', async () => {
    const options = await load({ start: 'eager', maxResultBytes: 2048, allowHosts: ['10.0.0.0/8'] }, false);
    expect(options).toMatchObject({ start: 'eager', maxResultBytes: 2048, allowHosts: ['10.0.0.0/8'] });
    expect(options.cacheFolder).toBeUndefined();
  });

  it('sets how servers start and how long they may take', async () => {
    const times = { timeoutMs: 1, startTimeoutMs: 2, maxCallMs: 3, backoffMs: 4, maxBackoffMs: 5 };
    expect(await load({ concurrentStarts: 2, ...times }, false)).toMatchObject({ concurrentStarts: 2, ...times });
    expect(await load({}, false)).not.toHaveProperty('concurrentStarts');
  });

  it('sets the trust of servers that do not say, also against what the preset takes for granted', async () => {
    expect(await load({}, false)).not.toHaveProperty('defaultTrust');
    expect(await load({ defaultTrust: 'trusted' }, false)).toMatchObject({ defaultTrust: 'trusted' });
    expect(await load({}, false, { preset: 'hermes' })).toMatchObject({ defaultTrust: 'trusted' });
    expect(await load({ defaultTrust: 'untrusted' }, false, { preset: 'hermes' })).toMatchObject({ defaultTrust: 'untrusted' });
  });

  it('says where a host that keeps tools keeps them', async () => {
    expect((await load({}, true)).cacheFolder).toMatch(/^\/cache\/toolrack\/servers\//);
    expect((await load({ cache: 'kept' }, true)).cacheFolder).toBe(join(folder, 'kept'));
    expect((await load({ cache: false }, true)).cacheFolder).toBeUndefined();
    expect((await load({ cache: 'kept' }, false)).cacheFolder).toBeUndefined();
  });

  it('is checked like every other', async () => {
    await expect(load({ start: 'sometimes' }, false)).rejects.toThrow(/mcp\.start/);
    await expect(load({ cache: true }, false)).rejects.toThrow(/mcp\.cache/);
    await expect(load({ caches: false }, false)).rejects.toThrow(/caches/);
    await expect(load({ allowHosts: '10.0.0.0/8' }, false)).rejects.toThrow(/mcp\.allowHosts/);
    await expect(load({ concurrentStarts: 0 }, false)).rejects.toThrow(/mcp\.concurrentStarts/);
    await expect(load({ backoffMs: '1s' }, false)).rejects.toThrow(/mcp\.backoffMs/);
    await expect(load({ defaultTrust: 'full' }, false)).rejects.toThrow(/mcp\.defaultTrust/);
  });
});

describe('relative paths of servers', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-paths-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const servers = {
    here: { command: './bin/here' },
    there: { command: '../there', cwd: 'work' },
    named: { command: 'npx', args: ['./x'] },
  };
  const load = async (configuration: object): Promise<McpSourceOptions> => {
    writeFileSync(join(folder, 'toolrack.json'), JSON.stringify(configuration));
    const { plugins } = await loadConfiguration({ folder, environment: {} });
    return plugins.find(({ name }) => name === '@toolrack/source-mcp')?.options as McpSourceOptions;
  };

  it('are meant from the folder of the file, whether they stand under "mcpServers" or under "plugins"', async () => {
    const block = await load({ mcpServers: servers });
    const plugin = await load({ plugins: [['@toolrack/source-mcp', { servers }]] });
    expect(plugin).toEqual(block);
    expect(block).toEqual({ servers, baseDirectory: folder });
    const elsewhere = await load({ plugins: [['@toolrack/source-mcp', { servers, baseDirectory: 'sub' }]] });
    expect(elsewhere.baseDirectory).toBe(join(folder, 'sub'));
  });
});
