import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';
import fc from 'fast-check';

import { closest, didYouMean } from './did-you-mean.js';
import { expandVariables } from './expand-variables.js';
import { findConfiguration } from './find-configuration.js';
import { formatKeyPath, valueAt } from './key-path.js';
import { hermesBlocks } from './hermes-blocks.js';
import { parseConfiguration } from './read-configuration.js';
import { parseJsonConfiguration } from './read-json-configuration.js';
import { parseYamlConfiguration } from './read-yaml-configuration.js';

function failure(act: () => unknown): ToolrackError {
  try {
    act();
  } catch (error) {
    if (ToolrackError.is(error)) return error;
    throw error;
  }
  throw new Error('expected a ToolrackError');
}

const nowhere = () => 'file:1';

describe('finding the configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-find-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes the nearest file upward', () => {
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    writeFileSync(join(folder, 'toolrack.config.mjs'), '');
    expect(findConfiguration(join(folder, 'a/b'))).toBe(join(folder, 'toolrack.config.mjs'));
    writeFileSync(join(folder, 'a/toolrack.json'), '{}');
    expect(findConfiguration(join(folder, 'a/b'))).toBe(join(folder, 'a/toolrack.json'));
  });

  it('takes the given file or the one in the given folder', () => {
    writeFileSync(join(folder, 'toolrack.json'), '{}');
    writeFileSync(join(folder, 'other.json'), '{}');
    expect(findConfiguration(folder, 'other.json')).toBe(join(folder, 'other.json'));
    expect(findConfiguration('/', folder)).toBe(join(folder, 'toolrack.json'));
  });

  it('says what to do when there is none', () => {
    expect(failure(() => findConfiguration(folder)).message).toMatch(/No toolrack\.json in .* Create one, .*--config FILE/su);
    expect(failure(() => findConfiguration(folder, 'missing.json')).message).toContain('missing.json does not exist');
    expect(failure(() => findConfiguration('/', folder)).code).toBe('ERR_CONFIG_FILE');
  });

  it('does not choose silently between two in one folder', () => {
    writeFileSync(join(folder, 'toolrack.json'), '{}');
    writeFileSync(join(folder, 'toolrack.config.ts'), '');
    expect(failure(() => findConfiguration(folder)).message).toContain('toolrack.json, toolrack.config.ts');
  });

  it.each(['toolrack.yaml', 'toolrack.yml'])('takes %s, and not silently beside another one', (name) => {
    writeFileSync(join(folder, name), 'preset: hermes');
    expect(findConfiguration(folder)).toBe(join(folder, name));
    writeFileSync(join(folder, 'toolrack.json'), '{}');
    expect(failure(() => findConfiguration(folder)).message).toContain(`toolrack.json, ${name}`);
  });
});

describe('parsing toolrack.json', () => {
  it('accepts comments, trailing commas and a byte order mark in a file', () => {
    const document = parseJsonConfiguration('f.json', '{ // why\n "a": [1, 2,], /* x */ "b": { "c": "d", }, }');
    expect(document.value).toEqual({ a: [1, 2], b: { c: 'd' } });
    expect(document.where(['b', 'c'])).toBe('f.json:2');
    expect(document.where(['b', 'missing'])).toBe('f.json:2');
    expect(document.where([])).toBe('f.json');
  });

  it('names the place of a syntax error', () => {
    const error = failure(() => parseJsonConfiguration('f.json', '{\n  "a": 1\n  "b": 2\n}'));
    expect(error.code).toBe('ERR_CONFIG_FILE');
    expect(error.message).toMatch(/^f\.json:3:3: not valid JSON: comma expected/u);
  });

  it.each([
    ['an empty file', '', /the file is empty/u],
    ['an array', '[]', /must be a JSON object/u],
    ['a key that occurs twice', '{"mcpServers":{},\n"mcpServers":{}}', /^f\.json:2:1: mcpServers: the key occurs twice/u],
    ['nesting without end', `{"a":\n${'['.repeat(20_000)}`, /^f\.json:2:100: nested deeper than 100 levels/u],
    ['__proto__', '{"a":{"__proto__":{"x":1}}}', /a\.__proto__: the key is not allowed/u],
  ])('refuses %s', (_name, text, message) => {
    expect(failure(() => parseJsonConfiguration('f.json', text)).message).toMatch(message);
  });

  it('reads any JSON object as JSON.parse does', () => {
    const safe = fc.object().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(safe, (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonConfiguration('f', text).value).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('parsing toolrack.yaml', () => {
  const text = `# why
preset: hermes
mcpServers:
  files: &files
    command: npx
    args: [-y, 'server # 1']
    env:
      LEVEL: \${LEVEL:-info}
  other:
    <<: *files
    command: node
"8080": ~
`;

  it('reads comments, anchors and merged maps, and knows the line of every key', () => {
    const document = parseYamlConfiguration('f.yaml', text);
    const files = { command: 'npx', args: ['-y', 'server # 1'], env: { LEVEL: '${LEVEL:-info}' } };
    expect(document.value).toEqual({ preset: 'hermes', mcpServers: { files, other: { ...files, command: 'node' } }, '8080': null });
    expect(
      [['preset'], ['mcpServers', 'files', 'args', 1], ['mcpServers', 'other', 'env'], ['mcpServers', 'nope'], []].map(document.where),
    ).toEqual([...['f.yaml:2', 'f.yaml:6', 'f.yaml:9', 'f.yaml:3', 'f.yaml']]);
  });

  it('is what a file is read as by its name, JSON included', async () => {
    expect((await parseConfiguration('toolrack.yml', '\uFEFFpreset: none')).value).toEqual({ preset: 'none' });
    expect((await parseConfiguration('a.YAML', '{ "preset": "none", // no comment in YAML\n}'.replace(/\/\/.*/u, ''))).value).toEqual({
      preset: 'none',
    });
    await expect(parseConfiguration('toolrack.json', 'preset: none')).rejects.toThrow(/not valid JSON/u);
  });

  it.each([
    ['an empty file', ' ', /f: the file is empty/u],
    ['a list', '- a', /f:1:1: must be a mapping/u],
    ['nothing but a comment', '# nothing', /must be a mapping/u],
    ['a tab as indentation', 'a:\n\t b: 1', /^f:2:1: not valid YAML: tabs/u],
    ['a key that occurs twice', 'a: 1\nb: 2\na: 3', /^f:3:1: not valid YAML: map keys must be unique/u],
    ['two documents', 'a: 1\n---\nb: 1', /not valid YAML: .*multiple documents/u],
    ['a key that is a list', '? [a]\n: 1', /f:1:3: .*: has a key that is no text/u],
    ['lists without end', `a: ${'['.repeat(20_000)}`, /^f: nested deeper than 100 levels/u],
    ['lists in lists on one line', `a:\n  ${'- '.repeat(5_000)}x`, /^f: nested deeper than 100 levels/u],
    [
      'mappings deeper and deeper',
      Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      /^f: nested deeper than/u,
    ],
    ['__proto__', 'a:\n  __proto__: { x: 1 }', /^f:2:3: a\.__proto__: the key is not allowed/u],
    ['a number without end', 'a: .inf', /^f:1:4: a: is nothing that JSON can say/u],
    ['a custom tag', 'a: !secret x', /^f:1:4: not valid YAML: unresolved tag/u],
    ['an alias of nothing', 'a: *b', /^f:1:4: a: is an alias of &b, which is not above it/u],
    ['an anchor inside itself', 'a: &a\n  b: *a', /holds too many values/u],
    [
      'billions of aliases',
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[at]}`).join()}]`).join('\n')}`,
      /holds too many values/u,
    ],
    ['a merge of no map', 'a:\n  <<: 7', /can merge maps only/u],
  ])('refuses %s', (_name, yaml, message) => {
    expect(failure(() => parseYamlConfiguration('f', yaml)).message).toMatch(message);
  });

  it('reads any JSON object as JSON.parse does', () => {
    const safe = fc.object().filter((value) => !/__proto__|<</u.test(JSON.stringify(value)));
    fc.assert(
      fc.property(safe, (value) => {
        const json = JSON.stringify(value);
        expect(parseYamlConfiguration('f', json).value).toEqual(JSON.parse(json));
      }),
    );
  });
});

describe('the blocks of the preset hermes', () => {
  const at = (path: readonly (string | number)[]) => `f:1: ${formatKeyPath(path)}`;

  it('are taken from tools, as in the configuration of Hermes, or from the top [hermes:13.7]', async () => {
    const gateway = { url: 'http://127.0.0.1:1', token: 't' };
    const nested = await hermesBlocks({ preset: 'hermes', tools: { tool_search: true, connectors: { enabled: 'yes', ...gateway } } }, at);
    expect(nested).toMatchObject({ value: { preset: 'hermes', tool_search: true, connectors: gateway }, warnings: [] });
    expect(nested.locate(['connectors', 'url'])).toEqual(['tools', 'connectors', 'url']);
    const top = await hermesBlocks({ tool_search: null, connectors: gateway }, at);
    expect(top).toMatchObject({ value: { tool_search: null, connectors: gateway }, warnings: [] });
    expect(top.locate(['connectors', 'url'])).toEqual(['connectors', 'url']);
  });

  it.each<[string, object, object, RegExp[]]>([
    ['connectors without a gateway', { tools: { connectors: true } }, {}, [/^f:1: tools\.connectors: names no gateway/u]],
    ['connectors that are malformed', { connectors: ['x'] }, {}, [/^f:1: connectors: names no gateway/u]],
    ['connectors that are off in words', { tools: { connectors: { enabled: 'No', url: 'x' } } }, { connectors: false }, []],
    ['tools that are no object', { tools: 7 }, {}, [/tools: must be an object/u]],
    ['a mistyped key', { tools: { tool_serch: {} } }, {}, [/tools\.tool_serch: unknown key.*Did you mean "tool_search"/u]],
    ['a block twice', { tool_search: false, tools: { tool_search: true } }, { tool_search: false }, [/tools\.tool_search: is not used/u]],
    [
      'the block of another preset',
      { toolSearch: true, tools: { toolSearch: true } },
      {},
      [/^f:1: toolSearch: is not/u, /tools\.toolSearch: is not/u],
    ],
  ])('never break an agent: %s [hermes:13.7]', async (_name, given, expected, warnings) => {
    const read = await hermesBlocks(given as never, at);
    expect(read.value).toEqual(expected);
    expect(read.warnings).toEqual(warnings.map((pattern) => expect.stringMatching(pattern) as string));
  });
});

describe('expanding variables', () => {
  const environment = { HOST: 'h', EMPTY: '', SECRET: 'hunter2', PATTERN: '${HOST}' };
  const expand = (text: string) => expandVariables(text, environment, nowhere);

  it.each([
    ['${HOST}', 'h'],
    ['http://${HOST}:${PORT:-80}/', 'http://h:80/'],
    ['${EMPTY}', ''],
    ['${EMPTY:-x}', 'x'],
    ['${NONE:-}', ''],
    ['$${HOST}', '${HOST}'],
    ['$HOST ${} ${1} $', '$HOST ${} ${1} $'],
    ['${PATTERN}', '${HOST}'],
  ])('turns %s into %s', (text, expected) => {
    expect(expand(text)).toBe(expected);
  });

  it('expands every string value and no key', () => {
    const value = { '${HOST}': ['${HOST}', 1, null, { deep: '${HOST}' }] };
    expect(expandVariables(value, environment, nowhere)).toEqual({ '${HOST}': ['h', 1, null, { deep: 'h' }] });
  });

  it('names every missing variable with its key, and no value', () => {
    const value = { connectors: { token: '${SECRET}${TOKEN}' }, list: ['${OTHER}'] };
    const error = failure(() => expandVariables(value, environment, nowhere));
    expect(error.code).toBe('ERR_CONFIG_VARIABLE');
    expect(error.message).toBe(
      'file:1: connectors.token: the environment variable TOKEN is not set. Set it, or give a default with ${TOKEN:-default}.\n' +
        'file:1: list[0]: the environment variable OTHER is not set. Set it, or give a default with ${OTHER:-default}.',
    );
  });

  it('counts missing variables beyond twenty-five', () => {
    const lines = failure(() => expandVariables(Array<string>(10_000).fill('${OTHER}'), environment, nowhere)).message.split('\n');
    expect(lines).toHaveLength(26);
    expect(lines.at(-1)).toBe('… and 9975 more');
  });

  it('does not take inherited properties for variables', () => {
    expect(failure(() => expand('${constructor}')).code).toBe('ERR_CONFIG_VARIABLE');
  });
});

describe('key paths', () => {
  it('are written as one would write them in code', () => {
    expect(formatKeyPath(['plugins', 1, 0])).toBe('plugins[1][0]');
    expect(formatKeyPath(['mcpServers', 'my server', 'args'])).toBe('mcpServers["my server"].args');
    expect(formatKeyPath([])).toBe('(the whole file)');
  });

  it('stand with an ellipsis where they are far too long to be read', () => {
    const path = ['a', ...Array<number>(30).fill(7), 'b', 'c'];
    expect(formatKeyPath(path)).toBe(`a${'[7]'.repeat(11)}…[7][7].b.c`);
    expect(formatKeyPath(['x'.repeat(100_000)])).toBe(`["${'x'.repeat(120)}…"]`);
  });

  it('read own properties only', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({}, ['constructor', 'name'])).toBeUndefined();
  });
});

describe('suggestions', () => {
  it('find typical slips', () => {
    expect(closest('mcpServer', ['mcpServers', 'policy'])).toBe('mcpServers');
    expect(closest('polcy', ['mcpServers', 'policy'])).toBe('policy');
    expect(closest('comamnd', ['command', 'args'])).toBe('command');
    expect(didYouMean('MCPSERVERS', ['mcpServers'])).toBe(' Did you mean "mcpServers"?');
  });

  it('stay away from what has nothing in common', () => {
    expect(didYouMean('zzz', ['command', 'args'])).toBe('');
    expect(didYouMean('x'.repeat(5000), ['command'])).toBe('');
  });
});
