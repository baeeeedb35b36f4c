import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ToolSources, type ToolSource } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool } from '@toolrack/testkit';

import openclawSource, { type OpenclawModuleOptions } from './index.js';

let base = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'toolrack-openclaw-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(base, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function open(module: OpenclawModuleOptions, baseDirectory = base, loadTimeoutMs?: number): Promise<ToolSource> {
  const limit = loadTimeoutMs === undefined ? {} : { loadTimeoutMs };
  const host = await createTestHost(openclawSource({ baseDirectory, modules: [module], ...limit }));
  return host.contributions(ToolSources)[0] as ToolSource;
}
const list = (source: ToolSource) => source.list({ signal: new AbortController().signal });
const names = async (source: ToolSource) => (await list(source)).tools.map((tool) => tool.name);

const plugin = (tool: string): string =>
  `export default { id: 'by-code', register(api) { api.registerTool({ name: '${tool}', description: 'x', parameters: {}, execute: async () => api.pluginConfig }); } };`;

describe('a plugin package', () => {
  it('is found in node_modules of a folder above, and owned by the id of its manifest', async () => {
    await write({
      'node_modules/acme-plugin/package.json': {
        name: 'acme-plugin',
        type: 'module',
        openclaw: { extensions: ['./main.js'] },
      },
      'node_modules/acme-plugin/openclaw.plugin.json': { id: 'acme' },
      'node_modules/acme-plugin/main.js': plugin('hello'),
      'app/deep/.keep': '',
    });
    const source = await open({ package: 'acme-plugin' }, join(base, 'app/deep'));
    expect(source.owner).toBe('acme');
    expect(await names(source)).toEqual(['hello']);
  });

  it('prefers built runtime extensions and merges several entries', async () => {
    await write({
      'plug/package.json': {
        type: 'module',
        openclaw: { extensions: ['./source.ts'], runtimeExtensions: ['./one.js', './two.js'] },
      },
      'plug/openclaw.plugin.json': { id: 'plug' },
      'plug/one.js': plugin('one'),
      'plug/two.js': plugin('two'),
      'plug/source.ts': 'throw new Error("not this one")',
    });
    expect(await names(await open({ path: './plug' }))).toEqual(['one', 'two']);
  });

  it('falls back to its main module, then to an index module', async () => {
    await write({ 'plain/package.json': { type: 'module' }, 'plain/index.js': plugin('by_index') });
    await write({ 'named/package.json': { type: 'module', main: 'lib.js' }, 'named/lib.js': plugin('by_main') });
    const source = await open({ path: './plain' });
    expect(source.owner).toBe('by-code');
    expect(await names(source)).toEqual(['by_index']);
    expect(await names(await open({ path: './named' }))).toEqual(['by_main']);
  });

  it('fails with a reason when it has no code or a broken manifest', async () => {
    await write({ 'empty/package.json': {}, 'bad/package.json': {}, 'bad/index.js': '', 'bad/openclaw.plugin.json': '{' });
    await expect(list(await open({ path: './empty' }))).rejects.toThrow('names no openclaw.extensions');
    await expect(list(await open({ path: './bad' }))).rejects.toThrow('its openclaw.plugin.json is not valid JSON');
  });

  it('runs no code from outside of its folder, neither by a path nor by a link', async () => {
    await write({
      'core.mjs': 'globalThis.ranOutside = true; export const tools = [];',
      'plug/package.json': { openclaw: { extensions: ['./in.mjs', '../core.mjs'] } },
      'plug/in.mjs': plugin('inside'),
      'main/package.json': { main: '../core.mjs' },
      'linked/package.json': { openclaw: { extensions: ['./link.mjs'] } },
      'dots/package.json': { openclaw: { extensions: ['..in.mjs'] } },
      'dots/..in.mjs': plugin('dotted'),
    });
    await symlink(join(base, 'core.mjs'), join(base, 'linked', 'link.mjs'));
    for (const path of ['./plug', './main', './linked'])
      await expect(list(await open({ path }))).rejects.toThrow(/names ".*", which is outside of its folder/);
    expect((globalThis as { ranOutside?: true }).ranOutside).toBeUndefined();
    expect(await names(await open({ path: './dots' }))).toEqual(['dotted']);
    await symlink(join(base, 'dots'), join(base, 'elsewhere'));
    expect(await names(await open({ path: './elsewhere' }))).toEqual(['dotted']);
  });

  it('that hangs while it is loaded is waited for no longer than its limit, with the reason, and comes when it has loaded after all', async () => {
    await write({
      'hang.mjs': `await new Promise((resolve) => { globalThis.letLoad = resolve; });\n${plugin('late')}`,
    });
    const started = performance.now();
    const source = await open({ path: './hang.mjs' }, base, 150);
    await expect(list(source)).rejects.toThrow('module "./hang.mjs" has not loaded within 0.15 s');
    expect(performance.now() - started).toBeLessThan(2000);
    expect(source.owner).toBe('hang');
    const changed = new Promise<void>((resolve) => void source.onChange?.(resolve));
    (globalThis as unknown as { letLoad: () => void }).letLoad();
    await changed;
    expect(await names(source)).toEqual(['late']);
  });

  it('has the schema of its manifest fill in defaults and leaves the configuration of the operator alone', async () => {
    await write({
      'plug/package.json': { type: 'module' },
      'plug/openclaw.plugin.json': {
        id: 'plug',
        configSchema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: { url: { type: 'string', format: 'uri', default: 'http://a.example' } },
        },
      },
      'plug/index.js': `export default { register(api) { api.registerTool({ name: 'show_' + new URL(api.pluginConfig.url).hostname, execute: async () => 'x' }); } };`,
    });
    const config = Object.freeze({});
    expect(await names(await open({ path: './plug', config }))).toEqual(['show_a.example']);
    expect(config).toEqual({});
    await expect(list(await open({ path: './plug', config: { url: 'no' } }))).rejects.toThrow('config/url must match format "uri"');
  });

  it('keeps a tool that its manifest marks as optional for those who ask', async () => {
    await write({
      'plug/package.json': { type: 'module' },
      'plug/openclaw.plugin.json': { id: 'plug', toolMetadata: { risky: { optional: true } } },
      'plug/index.js': plugin('risky'),
    });
    expect(await names(await open({ path: './plug' }))).toEqual([]);
    expect(await names(await open({ path: './plug', tools: ['risky'] }))).toEqual(['risky']);
  });

  it('is loaded when its tools are first listed, so that a hanging plugin does not hold up the boot', async () => {
    await write({
      'slow/package.json': { type: 'module' },
      'slow/openclaw.plugin.json': { id: 'slow' },
      'slow/index.js': `globalThis.lateLoads = (globalThis.lateLoads ?? 0) + 1;\n${plugin('late')}`,
    });
    const realm = globalThis as { lateLoads?: number };
    const source = await open({ path: './slow' });
    expect(realm.lateLoads).toBeUndefined();
    expect(await names(source)).toEqual(['late']);
    await list(source);
    expect(realm.lateLoads).toBe(1);
  });
});

describe('TypeBox', () => {
  it.each(['typebox', '@sinclair/typebox'])('is supplied as %s to a plugin that does not bring it', async (name) => {
    await write({
      'plug.mjs': `import { Type } from '${name}';
        export const tools = [{
          name: 'typed',
          parameters: Type.Object({ id: Type.String(), tags: Type.Optional(Type.Array(Type.String())) }, { additionalProperties: false }),
          execute: async () => 'x',
        }];`,
    });
    const { tools } = await list(await open({ path: './plug.mjs' }));
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['id'],
      properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    });
  });

  it('leaves out of `required` what optionalStringEnum makes', async () => {
    await write({
      'plug.mjs': `import { Type } from 'typebox';
        import { optionalStringEnum, stringEnum } from 'openclaw/plugin-sdk/core';
        export const tools = [{
          name: 'typed',
          parameters: Type.Object({ a: stringEnum(['x', 'y'], { description: 'A' }), b: optionalStringEnum(['z']) }),
          execute: async () => 'x',
        }];`,
    });
    const { tools } = await list(await open({ path: './plug.mjs' }));
    expect(tools[0]?.inputSchema).toMatchObject({
      required: ['a'],
      properties: { a: { enum: ['x', 'y'], description: 'A' }, b: { type: 'string', enum: ['z'] } },
    });
  });
});

describe('the API of the host', () => {
  it('survives a copy by spread and unknown registrars, and ignores tools that come too late', async () => {
    await write({
      'plug.mjs': `export default { id: 'spread', register(api) {
        const copy = { ...api };
        copy.on('agent_end', () => undefined);
        copy.registerHook('x', () => undefined);
        api.registerSomethingFromTheFuture({});
        if ('registerWebSearchProvider' in api) api.registerWebSearchProvider({ id: 'x' });
        class Service extends api.runtime.SomeBase {}
        api.registerService(new Service());
        for (const channel of api.runtime.channels) throw new Error(String(channel));
        copy.registerTool({ name: 'ok', execute: async () => { api.registerTool({ name: 'late', execute() {} }); return 'done'; } });
      } };`,
    });
    const host = await createTestHost(openclawSource({ baseDirectory: base, modules: [{ path: './plug.mjs' }] }));
    const source = host.contributions(ToolSources)[0] as ToolSource;
    expect(await names(source)).toEqual(['ok']);
    const report = host.logs.find((line) => line.message.includes('ignores'));
    expect(report?.message).toContain('registerSomethingFromTheFuture');
    const { content } = await source.call({
      tool: fixtureTool({ source: { kind: 'openclaw', owner: 'spread' }, name: 'ok' }),
      name: 'ok',
      arguments: {},
      callId: 'call-1',
      run: fixtureRun(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(content).toEqual([{ type: 'text', text: 'done' }]);
    expect(host.logs.some((line) => line.level === 'warn' && line.message.includes('after it was loaded'))).toBe(true);
    expect(await names(source)).toEqual(['ok']);
  });
});
