import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';
import fc from 'fast-check';

import { closest, didYouMean } from './did-you-mean.js';
import { expandVariables } from './expand-variables.js';
import { findConfiguration } from './find-configuration.js';
import { formatKeyPath, valueAt } from './key-path.js';
import { parseJsonConfiguration } from './read-json-configuration.js';

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
