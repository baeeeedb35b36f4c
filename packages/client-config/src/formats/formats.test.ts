import type { JsonObject, JsonValue } from '@toolrack/contracts';
import fc from 'fast-check';
import { stringify as yamlText } from 'yaml';
import { stringify as tomlText } from 'smol-toml';

import { editDocument, isSame, parseDocumentText, type DocumentChange } from './edit-document.js';
import { jsonFormat } from './json-format.js';
import { tomlFormat } from './toml-format.js';
import { yamlFormat } from './yaml-format.js';

const entry = { command: 'node', args: ['a b', '--x'], env: { TOKEN: '${TOKEN}' } };
const put = (...path: (string | number)[]): DocumentChange => ({ kind: 'put', path, value: entry });

describe('JSON with comments', () => {
  it.each([
    [
      'a file with comments and a trailing comma',
      '{\n  // servers\n  "mcpServers": {\n    "a": { "command": "x" }, // first\n  },\n  "theme": "dark" // mine\n}\n',
      '    "a": { "command": "x" }, // first\n    "toolrack": {\n',
    ],
    ['a comment behind the last entry', '{\n\t"mcpServers": {\n\t\t"a": {} // first\n\t}\n}', '\t\t"a": {}, // first\n\t\t"toolrack": {\n'],
    ['an empty object', '{\n    "mcpServers": {}\n}\n', '    "mcpServers": {\n        "toolrack": {\n'],
    ['one line', '{"mcpServers":{"a":{"command":"x"}}}', '{"a":{"command":"x"}, "toolrack": {"command"'],
    ['no servers at all', '{\n  "theme": "dark"\n}\n', '  "theme": "dark",\n  "mcpServers": {\n    "toolrack": {\n'],
    [
      'Windows line ends',
      '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
      '    "a": {},\r\n    "toolrack": {\r\n      "command": "node",\r\n',
    ],
    ['nothing', '', '{\n  "mcpServers": {\n    "toolrack": {\n'],
    ['a block comment in an empty object', '{ "mcpServers": { /* none */ } }', '"toolrack": {'],
    ['a null', '{ "mcpServers": null }', '"mcpServers": {'],
  ])('adds an entry to %s', (_name, text, expected) => {
    const after = editDocument(jsonFormat, 'f.json', text, [put('mcpServers', 'toolrack')]);
    expect(after).toContain(expected);
    expect((parseDocumentText(jsonFormat, 'f.json', after)['mcpServers'] as JsonObject)['toolrack']).toEqual(entry);
    for (const comment of text.match(/\/\/ \w+|\/\*.*?\*\//gu) ?? []) expect(after).toContain(comment);
    if (text !== '') {
      const removed = editDocument(jsonFormat, 'f.json', after, [{ kind: 'remove', path: ['mcpServers', 'toolrack'] }]);
      expect(isSame(parseDocumentText(jsonFormat, 'f.json', removed), parseDocumentText(jsonFormat, 'f.json', text))).toBe(true);
    }
  });

  it('keeps a byte order mark', () => {
    expect(editDocument(jsonFormat, 'f.json', '\uFEFF{}', [put('a')])).toMatch(/^\uFEFF\{\n {2}"a": \{/u);
  });

  it('replaces an entry in its place', () => {
    const text = '{\n  "a": { "old": 1 }, // note\n  "b": 2\n}\n';
    expect(editDocument(jsonFormat, 'f.json', text, [{ kind: 'put', path: ['a'], value: { x: 1 } }])).toBe(
      '{\n  "a": {\n    "x": 1\n  }, // note\n  "b": 2\n}\n',
    );
  });

  it('adds to a list, also to one that is not there yet', () => {
    const add = (text: string): string =>
      editDocument(jsonFormat, 'f', text, [{ kind: 'add', path: ['policy', 'rules'], value: { deny: 'x' } }]);
    expect(JSON.parse(add('{}'))).toEqual({ policy: { rules: [{ deny: 'x' }] } });
    expect(JSON.parse(add('{"policy":{"rules":[{"ask":"y"}]}}'))).toEqual({ policy: { rules: [{ ask: 'y' }, { deny: 'x' }] } });
  });

  it.each([
    ['{ "a": ', /^f\.json:1:\d+: not valid JSON/u],
    ['[]', 'must hold an object'],
    ['{"__proto__": {}}', 'the key __proto__ is not allowed'],
    [`${'['.repeat(5000)}`, 'not valid JSON'],
  ])('refuses %#', (text, message) => {
    expect(() => parseDocumentText(jsonFormat, 'f.json', text)).toThrow(message);
  });
});

describe('TOML', () => {
  const text = `# my settings
model = "o4" # fast

[mcp_servers.docs]
command = "npx"
args = [
  "-y", # yes
  "docs",
]

[mcp_servers.docs.env]
KEY = "1"

# about profiles
[profiles.x]
model = "y"
`;

  it('adds a table at the end and leaves the rest byte for byte', () => {
    const after = editDocument(tomlFormat, 'config.toml', text, [put('mcp_servers', 'toolrack')]);
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toBe(
      '\n[mcp_servers.toolrack]\ncommand = "node"\nargs = [ "a b", "--x" ]\n\n[mcp_servers.toolrack.env]\nTOKEN = "${TOKEN}"\n',
    );
    expect(editDocument(tomlFormat, 'config.toml', after, [{ kind: 'remove', path: ['mcp_servers', 'toolrack'] }])).toBe(text);
  });

  it('removes a table with its sub-tables and keeps the comment of the next one', () => {
    const after = editDocument(tomlFormat, 'config.toml', text, [{ kind: 'remove', path: ['mcp_servers', 'docs'] }]);
    expect(after).toBe('# my settings\nmodel = "o4" # fast\n\n# about profiles\n[profiles.x]\nmodel = "y"\n');
  });

  it('removes an inline table and dotted keys', () => {
    const inline = '[mcp_servers]\na = { command = "x" }\nb.command = "y"\nb.args = [\n  "1",\n]\nc = { command = "z" }\n';
    const remove = (name: string): string => editDocument(tomlFormat, 'f', inline, [{ kind: 'remove', path: ['mcp_servers', name] }]);
    expect(remove('a')).toBe('[mcp_servers]\nb.command = "y"\nb.args = [\n  "1",\n]\nc = { command = "z" }\n');
    expect(remove('b')).toBe('[mcp_servers]\na = { command = "x" }\nc = { command = "z" }\n');
  });

  it('says what it cannot write instead of breaking the file', () => {
    expect(() => editDocument(tomlFormat, 'config.toml', 'mcp_servers = { a = { command = "x" } }\n', [put('mcp_servers', 'b')])).toThrow(
      /config\.toml: mcp_servers\.b: this file is written in a way that cannot be changed safely/u,
    );
  });

  it('names line and column of a fault', () => {
    expect(() => parseDocumentText(tomlFormat, 'config.toml', 'a = 1\nb = = 2\n')).toThrow(/^config\.toml:2:\d+: not valid TOML/u);
  });
});

describe('YAML', () => {
  const text = `# goose
GOOSE_MODEL: "x"   # mine
extensions:
  developer:
    enabled: true   # on
    type: builtin

slash_commands: []
`;

  it('adds a mapping behind the last one and leaves the rest byte for byte', () => {
    const after = editDocument(yamlFormat, 'config.yaml', text, [put('extensions', 'toolrack')]);
    expect(after).toBe(
      text.replace(
        'builtin\n',
        'builtin\n  toolrack:\n    command: node\n    args:\n      - a b\n      - --x\n    env:\n      TOKEN: ${TOKEN}\n',
      ),
    );
    expect(editDocument(yamlFormat, 'config.yaml', after, [{ kind: 'remove', path: ['extensions', 'toolrack'] }])).toBe(text);
  });

  it.each([
    '',
    'extensions:\n',
    'extensions: {}\n',
    'a: 1',
    'extensions: { x: { cmd: y } }\n',
    'extensions:\r\n  x:\r\n    cmd: y\r\n',
    '# nothing\n',
  ])('adds to %j', (given) => {
    const after = editDocument(yamlFormat, 'f', given, [put('extensions', 'toolrack')]);
    expect((parseDocumentText(yamlFormat, 'f', after)['extensions'] as JsonObject)['toolrack']).toEqual(entry);
  });

  it('adds to and removes from a list', () => {
    const given = 'mcpServers:\n  - name: a\n    command: x # one\n  # two\n  - name: b\n    command: y\nmodels: []\n';
    const after = editDocument(yamlFormat, 'f', given, [{ kind: 'add', path: ['mcpServers'], value: { name: 'toolrack', command: 'z' } }]);
    expect(after).toBe(given.replace('command: y\n', 'command: y\n  - name: toolrack\n    command: z\n'));
    expect(editDocument(yamlFormat, 'f', after, [{ kind: 'remove', path: ['mcpServers', 2] }])).toBe(given);
  });

  it.each([
    ['a: [', 'not valid YAML'],
    ['a: 1\n---\nb: 2\n', 'not valid YAML'],
    // Aliases of aliases, ten thousand million values in all.
    [
      Array.from({ length: 11 }, (_, level) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(level === 0 ? 0 : 10)}1]\n`).join(''),
      'not valid YAML',
    ],
    ['__proto__: 1', '__proto__ is not allowed'],
    ['just words', 'must hold an object'],
  ])('refuses fault %#', (given, message) => {
    expect(() => parseDocumentText(yamlFormat, 'f', given)).toThrow(message);
  });
});

describe('any document', () => {
  it.each([
    ['JSON', jsonFormat, `{"a":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`],
    ['YAML', yamlFormat, `a: ${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
    ['YAML lists on one line', yamlFormat, `a:\n  ${'- '.repeat(20_000)}x`],
    ['YAML mappings', yamlFormat, Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['TOML', tomlFormat, `a = ${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
  ])('is refused when it is nested without end: %s', (_name, format, text) => {
    expect(() => parseDocumentText(format, 'f', text)).toThrow(/^f(?::\d+:\d+)?: not valid/u);
  });

  const key = fc.constantFrom('a', 'b', 'c d', 'é', 'x.y', '1', 'true', '"q"', "it's", '');
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom('- x', '# y', ': z', 'a: b', '[h]\nk = 1', "'''", '"""', '\u00A0', '//', '/*'),
  );
  const { object } = fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(leaf, { maxLength: 3 }), tie('object')),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }));
  it.each([
    ['JSON', jsonFormat, (value: JsonObject) => JSON.stringify(value, undefined, 2)],
    ['JSON on one line', jsonFormat, (value: JsonObject) => JSON.stringify(value)],
    ['TOML', tomlFormat, (value: JsonObject) => tomlText(value)],
    ['YAML', yamlFormat, (value: JsonObject) => yamlText(value)],
  ] as const)('%s: an entry that is added and removed leaves the value as it was, or the edit is refused', (_name, format, write) => {
    let refused = 0;
    let made = 0;
    fc.assert(
      fc.property(object, key, (before, name) => {
        const text = write({ other: before, servers: { z: { q: 1 }, ...before } });
        const change: DocumentChange = { kind: 'put', path: ['servers', name], value: entry };
        let after: string;
        try {
          after = editDocument(format, 'f', text, [change]);
        } catch (error) {
          expect(String(error)).toMatch(/cannot be changed safely|not valid/u);
          refused += 1;
          return;
        }
        made += 1;
        const value = parseDocumentText(format, 'f', after);
        expect((value['servers'] as JsonObject)[name]).toEqual(entry);
        expect(isSame(value['other'], before)).toBe(true);
      }),
      { numRuns: 200 },
    );
    // What cannot be changed safely is rare: keys and texts that no client has.
    expect(made).toBeGreaterThan(refused * 5);
  });
});

describe('YAML inside braces', () => {
  it.each([
    ['a: {}', 'a: {}'],
    ['a: {x: 1}', 'a: {x: 1}'],
    ['# c\na: { x: {y: [1, 2]}, z: "}" }\nb: 2', undefined],
    ['a: {x: 1,}', undefined],
    ['a: {\n  x: 1, # c\n}', undefined],
  ])('an entry that was put into %j leaves again', (text, exact) => {
    const added = editDocument(yamlFormat, 'f', text, [{ kind: 'put', path: ['a', 'new'], value: { command: 'x', args: ['y'] } }]);
    expect(parseDocumentText(yamlFormat, 'f', added)).toMatchObject({ a: { new: { command: 'x', args: ['y'] } } });
    const gone = editDocument(yamlFormat, 'f', added, [{ kind: 'remove', path: ['a', 'new'] }]);
    expect(parseDocumentText(yamlFormat, 'f', gone)).toEqual(parseDocumentText(yamlFormat, 'f', text));
    if (exact !== undefined) expect(gone).toBe(exact);
  });

  it('an item leaves from every place of a list', () => {
    for (const index of [0, 1, 2]) {
      const gone = editDocument(yamlFormat, 'f', 'a: [{n: 0}, {n: 1}, {n: 2}]\n', [{ kind: 'remove', path: ['a', index] }]);
      expect(parseDocumentText(yamlFormat, 'f', gone)).toEqual({ a: [0, 1, 2].filter((n) => n !== index).map((n) => ({ n })) });
    }
  });
});
