import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { fixture, openclawTools, Workspace } from '../../test/command.js';
import { bootRuntime } from '../boot-runtime.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { reportError } from '../report-error.js';
import { version } from '../version.js';

jest.setTimeout(120_000);

const contracts = fileURLToPath(new URL('../../../contracts/dist/index.js', import.meta.url));
const presets = fileURLToPath(new URL('../../../presets/dist/index.js', import.meta.url));
const plugin = (body: string): string => `
import { definePlugin, RankerService } from ${JSON.stringify(contracts)};
export default ${body};
`;
const ranker = `definePlugin({
  name: '@acme/ranker', version: '1.0.0', api: '^1',
  apply: (host) => host.provide(RankerService, () => ({ name: 'acme', index: () => ({ size: 0, search: () => ({ hits: [] }) }) })),
})`;

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Boots a configuration in this process and tells how the command would report what goes wrong. */
async function bootFault(configuration: object | string, files: Record<string, string> = {}, name = 'toolrack.json') {
  const workspace = new Workspace(configuration, name);
  for (const [file, content] of Object.entries(files)) workspace.write(file, content);
  try {
    const loaded = await loadConfiguration({ folder: workspace.folder, environment: { SECRET: 'hunter2' } });
    await (await bootRuntime(loaded, { logger: silent })).dispose();
  } catch (error) {
    return reportError(error, false);
  } finally {
    workspace.dispose();
  }
  throw new Error('it boots');
}

/** Runs inspect over a configuration and files beside it. */
async function inspect(configuration: object | string, files: Record<string, string> = {}, name = 'toolrack.json') {
  const workspace = new Workspace(configuration, name);
  for (const [file, content] of Object.entries(files)) workspace.write(file, content);
  try {
    return await workspace.run(['inspect', '--json', '--log-level', 'error']);
  } finally {
    workspace.dispose();
  }
}

const providers = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as { services: { id: string; provider: string }[] }).services.map(({ id, provider }) => [id, provider]),
  );

describe('a configuration that is wrong', () => {
  it.each<[string, object | string, RegExp, Record<string, string>?]>([
    [
      'an unknown plugin',
      { plugins: ['@acme/unknown'] },
      /plugins\[0\]: the plugin "@acme\/unknown" is not installed.*npm install @acme\/unknown/u,
    ],
    ['a mistyped plugin of ours', { plugins: ['@toolrack/ranker-lexcal'] }, /Did you mean "@toolrack\/ranker-lexical"/u],
    [
      'a plugin that does not parse',
      { plugins: ['./p.mjs'] },
      /plugins\[0\]: the plugin "\.\/p\.mjs" cannot be loaded: SyntaxError/u,
      { 'p.mjs': 'export default {' },
    ],
    [
      'a module that is no plugin',
      { plugins: ['./p.mjs'] },
      /has no plugin as its default export.*ERR_PLUGIN_SHAPE/su,
      { 'p.mjs': 'export default 7' },
    ],
    [
      'a factory that makes no plugin',
      { plugins: ['./p.mjs'] },
      /returns no plugin.*ERR_PLUGIN_SHAPE/su,
      { 'p.mjs': 'export default () => ({})' },
    ],
    [
      'a factory that throws',
      { plugins: ['./p.mjs'] },
      /threw when it was configured: boom/u,
      { 'p.mjs': 'export default () => { throw new Error("boom") }' },
    ],
    [
      'a plugin whose apply throws',
      { plugins: ['./p.mjs'] },
      /plugins\[0\]: .*boom.*ERR_PLUGIN_APPLY/su,
      { 'p.mjs': plugin(`definePlugin({ name: '@acme/p', version: '1.0.0', api: '^1', apply() { throw new Error('boom'); } })`) },
    ],
    [
      'options for a plugin that is configured',
      { plugins: [['./p.mjs', { a: 1 }]] },
      /configured already, so it takes no options/u,
      { 'p.mjs': plugin(`${ranker}()`) },
    ],
    [
      'two rankers',
      { plugins: ['./p.mjs'] },
      /plugins\[0\]: Plugins @toolrack\/ranker-lexical and @acme\/ranker both provide kernel\.ranker\.\n.*"without"/u,
      { 'p.mjs': plugin(ranker) },
    ],
    ['two rankers of ours', { plugins: ['@toolrack/ranker-bm25', '@toolrack/ranker-lexical'] }, /both provide kernel\.ranker/u],
    [
      'one plugin twice',
      { plugins: ['@toolrack/ranker-bm25', '@toolrack/ranker-bm25'] },
      /plugins\[1\]: @toolrack\/ranker-bm25 is listed twice/u,
    ],
    [
      'bad options',
      { plugins: [['@toolrack/source-openclaw', { moduls: [] }]] },
      /plugins\[0\]\[1\]\.moduls: unknown key\. Did you mean "modules"\?/u,
    ],
    ['options that lack a key', { plugins: ['@toolrack/source-openclaw'] }, /plugins\[0\]: lacks the key "modules"/u],
    ['a mistyped key of a block', { toolSearch: { mod: 'tools' } }, /toolSearch\.mod: unknown key\. Did you mean "mode"\?/u],
    [
      'a wrong value of a block',
      { tools: { toolSearch: { mode: 'toolz' } } },
      /tools\.toolSearch\.mode: is "toolz"; must be .* Did you mean "tools"\?/u,
    ],
    ['one block twice', { toolSearch: true, tools: { toolSearch: true } }, /tools\.toolSearch: says the same as toolSearch/u],
    [
      'rules that are wrong',
      { policy: { rules: [{ dney: 'a' }] } },
      /toolrack\.json:1: policy: .*rules\[0\]\.dney: unknown key\. Did you mean "deny"\?/u,
    ],
    ['a block and its plugin', { policy: {}, plugins: ['@toolrack/policy'] }, /configured by the key "policy" already/u],
    ['a missing policy', { without: ['@toolrack/policy'] }, /No plugin decides who may use which tool\.\n.*ERR_POLICY_MISSING/su],
    ['a missing ranker', { without: ['@toolrack/ranker-lexical'] }, /No plugin provides kernel\.ranker/u],
    ['nothing of a preset', { preset: 'none' }, /ERR_(?:POLICY|SERVICE)_MISSING/u],
    ['a block without its preset', { preset: 'none', toolSearch: true }, /List @toolrack\/surface-openclaw under plugins/u],
    [
      'a plugin left out that nobody knows',
      { without: ['@toolrack/ranker-lexcial'] },
      /without\[0\]: .*Did you mean "@toolrack\/ranker-lexical"/u,
    ],
    ['a server with a command and headers', { mcpServers: { a: { command: 'x', headers: {} } } }, /mcpServers: .*server "a"/u],
    ['a typo', '{\n  "mcpServer": {}\n}', /toolrack\.json:2: mcpServer: unknown key\. Did you mean "mcpServers"\?/u],
    ['a syntax error', '{ "plugins": [ }', /toolrack\.json:1:16: not valid JSON/u],
    [
      'a missing variable',
      { connectors: { url: '${TOOLRACK_TEST_NOTHING}' } },
      /connectors\.url: the environment variable TOOLRACK_TEST_NOTHING is not set/u,
    ],
    [
      'connectors under a preset that has no place for them',
      { connectors: { url: 'http://127.0.0.1:1' } },
      /connectors: works with the preset "hermes" only/u,
    ],
  ])('gives one clear error for %s', async (_name, configuration, message, files = {}) => {
    const { exitCode, text } = await bootFault(configuration, files);
    expect(text).toMatch(message);
    expect(exitCode).toBe(2);
    expect(text).toMatch(/^toolrack: .*\[ERR_[A-Z_]+\]$/su);
    expect(text).not.toMatch(/^\s+at /mu);
  });

  it('ends the command with exit code 2 and that one message', async () => {
    const { code, stdout, stderr } = await inspect({ plugins: ['./p.mjs'] }, { 'p.mjs': plugin(ranker) });
    expect([code, JSON.parse(stdout)]).toEqual([
      2,
      { error: { code: 'ERR_SERVICE_CONFLICT', message: expect.stringContaining('both provide'), hint: expect.any(String) } },
    ]);
    expect(stderr).toMatch(/^toolrack: .*toolrack\.json:1: plugins\[0\]: Plugins .* both provide .*\[ERR_SERVICE_CONFLICT\]\n$/su);
  });

  it('never shows what a variable holds', async () => {
    const configuration = { mcpServers: { a: { command: '${SECRET}', trust: '${SECRET}' } } };
    const { exitCode, text } = await bootFault(configuration);
    expect(exitCode).toBe(2);
    expect(text).toContain('mcpServers.a.trust: is "${SECRET}"');
    expect(text).not.toContain('hunter2');
  });
});

describe('a configuration that is right', () => {
  it('may be empty: the standard preset without sources', async () => {
    const { code, stdout } = await inspect('{ /* nothing yet */ }');
    expect(code).toBe(0);
    expect(providers(stdout)).toMatchObject({
      'kernel.ranker': '@toolrack/ranker-lexical',
      'kernel.surface': '@toolrack/surface-openclaw',
    });
  });

  it('swaps the ranker in one line each way', async () => {
    const own = await inspect({ without: ['@toolrack/ranker-lexical'], plugins: ['./ranker.mjs'] }, { 'ranker.mjs': plugin(ranker) });
    expect([own.code, own.stderr]).toEqual([0, '']);
    expect(providers(own.stdout)['kernel.ranker']).toBe('@acme/ranker');
    const bm25 = await inspect({ plugins: ['@toolrack/ranker-bm25'], without: ['@toolrack/ranker-lexical'] });
    expect(bm25.stderr).toBe('');
    expect(providers(bm25.stdout)['kernel.ranker']).toBe('@toolrack/ranker-bm25');
  });

  it('composes without a preset', async () => {
    const plugins = ['@toolrack/policy', '@toolrack/ranker-bm25', '@toolrack/directory-budgeted', '@toolrack/surface-openclaw'];
    const { code, stderr } = await inspect({ preset: 'none', plugins });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('loads plugins in TypeScript, with options, and expands variables in them', async () => {
    const source = plugin(`definePlugin<{ greeting: string }>({
      name: '@acme/typed', version: '1.0.0', api: '^1',
      apply(host, options: { greeting: string }): void { if (options.greeting !== 'hello') throw new Error(options.greeting); },
    })`);
    const files = { 'plugin.ts': source };
    const configuration = { plugins: [['./plugin.ts', { greeting: '${GREETING:-hello}' }]] };
    const { code, stdout, stderr } = await inspect(configuration, files);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('@acme/typed');
  });

  it.each([
    ['toolrack.config.mjs', 'an array', `import { standard } from ${JSON.stringify(presets)};\nexport default standard();`],
    [
      'toolrack.config.js',
      'an object',
      `import { openclaw } from ${JSON.stringify(presets)};\nexport default { plugins: [...openclaw()], limits: { callTimeoutMs: 5 } };`,
    ],
    [
      'toolrack.config.ts',
      'a function',
      `import { standard } from ${JSON.stringify(presets)};\nexport default async ({ baseDirectory }: { baseDirectory: string }) => ({ plugins: [...standard(), ${JSON.stringify(openclawTools)}], trust: { 'openclaw:*': 'untrusted' as const } });`,
    ],
  ])('may be %s that exports %s', async (name, _what, source) => {
    const { code, stdout, stderr } = await inspect(source, { 'package.json': '{"type":"module"}' }, name);
    expect(stderr.split('\n').filter((line) => !line.includes('prints'))).toEqual(['']);
    expect(code).toBe(0);
    expect(stdout).toContain('"preset": "composed"');
  });

  it.each([
    ['no plugins', 'export default {}', /the default export must be an array of plugins/u],
    [
      'a factory that was not called',
      `import { definePlugin } from ${JSON.stringify(contracts)};\nexport default [${ranker.replace(/RankerService/u, '{ id: "x" }')}];`,
      /plugins\[0\]: not a plugin: it is a function: call the factory/u,
    ],
    ['a missing policy', 'export default []', /No plugin decides who may use which tool/u],
    ['an unknown key', 'export default { plugins: [], polcy: {} }', /unknown key "polcy"/u],
    ['a wrong limit', 'export default { plugins: [], limits: { callTimeoutMs: -1 } }', /limits\.callTimeoutMs: is -1/u],
    ['an error', 'throw new Error("no network")', /cannot be loaded: no network/u],
  ])('is refused when a module exports %s', async (_name, source, message) => {
    const { exitCode, text } = await bootFault(source, {}, 'toolrack.config.mjs');
    expect(exitCode).toBe(2);
    expect(text).toMatch(message);
  });

  it('means paths from its own folder', async () => {
    const workspace = new Workspace();
    const inner = new Workspace({
      mcpServers: { odd: { command: process.execPath, args: ['server.mjs', 'fine'] } },
      plugins: [['@toolrack/source-openclaw', { modules: [{ path: './tools.mjs', owner: 'own' }] }]],
    });
    inner.write('server.mjs', readFileSync(fixture('odd-server.mjs'), 'utf8'));
    inner.write('tools.mjs', readFileSync(fixture('tools.mjs'), 'utf8'));
    const { code, stdout } = await workspace.run(['list', '--config', inner.folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('mcp:odd:good');
    expect(stdout).toContain('openclaw:own:add');
    workspace.dispose();
    inner.dispose();
  });

  it('belongs to the version in package.json', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(manifest.version).toBe(version);
  });
});
