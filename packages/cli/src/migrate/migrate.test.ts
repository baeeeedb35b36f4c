import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { JsonValue } from '@toolrack/contracts';
import fc from 'fast-check';
import jsonc from 'jsonc-parser';

import { lineDifference } from './line-difference.js';
import { migrateOpenclaw } from './migrate-openclaw.js';
import { migrateToolSearch } from './migrate-tool-search.js';
import { replaceFile } from './replace-file.js';

describe('migrateToolSearch', () => {
  it.each<[string, JsonValue, JsonValue, string[]]>([
    [
      'a full block',
      { enabled: true, mode: 'code', codeTimeoutMs: 5000, searchDefaultLimit: 5, maxSearchLimit: 10 },
      { enabled: true, mode: 'tools', searchDefaultLimit: 5, maxSearchLimit: 10 },
      ['mode', 'codeTimeoutMs'],
    ],
    ['the mode alone', { mode: 'code' }, { mode: 'tools' }, ['mode']],
    ['the timeout alone', { codeTimeoutMs: 5000 }, { enabled: true }, ['codeTimeoutMs', 'enabled']],
    ['a timeout of null', { codeTimeoutMs: null }, { enabled: true }, ['codeTimeoutMs', 'enabled']],
    ['an invalid enabled beside the timeout', { codeTimeoutMs: 1, enabled: 'yes' }, { enabled: true }, ['codeTimeoutMs', 'enabled']],
    ['a block that was off', { codeTimeoutMs: 1, enabled: false }, { enabled: false }, ['codeTimeoutMs']],
    ['a block that was on', { codeTimeoutMs: 1, enabled: true }, { enabled: true }, ['codeTimeoutMs']],
    ['a limit, which keeps it on by itself', { codeTimeoutMs: 1, maxSearchLimit: 3 }, { maxSearchLimit: 3 }, ['codeTimeoutMs']],
    [
      'an invalid enabled beside a limit',
      { codeTimeoutMs: 1, enabled: 'yes', maxSearchLimit: 3 },
      { enabled: 'yes', maxSearchLimit: 3 },
      ['codeTimeoutMs'],
    ],
    ['another mode', { codeTimeoutMs: 1, mode: 'directory' }, { mode: 'directory' }, ['codeTimeoutMs']],
    ['mode and timeout', { mode: 'code', codeTimeoutMs: 'x' }, { mode: 'tools' }, ['mode', 'codeTimeoutMs']],
  ])('migrates %s [openclaw:26b.1] [openclaw:26b.2] [openclaw:case-169]', (_name, block, expected, keys) => {
    const before = JSON.stringify(block);
    const { value, changes } = migrateToolSearch(block);
    expect(value).toEqual(expected);
    expect(changes.map((change) => change.key)).toEqual(keys);
    expect(changes.every((change) => change.reason.length > 0)).toBe(true);
    expect(JSON.stringify(block)).toBe(before);
  });

  it.each<JsonValue>([
    true,
    false,
    null,
    'x',
    7,
    [],
    {},
    { mode: 'tools' },
    { mode: 'directory' },
    { enabled: 'yes' },
    { maxSearchLimit: 3 },
  ])('leaves %j alone [openclaw:26b.3] [openclaw:case-169]', (block) => {
    expect(migrateToolSearch(block)).toEqual({ value: block, changes: [] });
  });

  it('migrating twice is migrating once, and nothing else changes [openclaw:26b.3]', () => {
    const block = fc.record(
      {
        mode: fc.oneof(fc.constant('code'), fc.constant('directory'), fc.jsonValue()),
        codeTimeoutMs: fc.jsonValue(),
        enabled: fc.jsonValue(),
        maxSearchLimit: fc.jsonValue(),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(block, (value) => {
        const once = migrateToolSearch(value);
        expect(migrateToolSearch(once.value)).toEqual({ value: once.value, changes: [] });
        const { other, maxSearchLimit } = once.value as Record<string, unknown>;
        expect([other, maxSearchLimit]).toEqual([value.other, value.maxSearchLimit]);
      }),
    );
  });
});

describe('migrateOpenclaw', () => {
  it('keeps comments and layout, and migrates every place of a block', () => {
    const text = `{
  // OpenClaw's block
  "tools": {
    "toolSearch": {
      "mode": "code", // old
      "codeTimeoutMs": 5000,
      "maxSearchLimit": 3
    },
  },
  "plugins": [
    "x",
    ["@toolrack/surface-openclaw", { "toolSearch": { "codeTimeoutMs": null }, "overrides": [{ "toolSearch": { "mode": "code" } }] }],
    ["other", { "toolSearch": { "mode": "code" } }]
  ]
}
`;
    const { text: migrated, changes } = migrateOpenclaw('f.json', text);
    expect(jsonc.parse(migrated)).toEqual({
      tools: { toolSearch: { mode: 'tools', maxSearchLimit: 3 } },
      plugins: [
        'x',
        ['@toolrack/surface-openclaw', { toolSearch: { enabled: true }, overrides: [{ toolSearch: { mode: 'tools' } }] }],
        ['other', { toolSearch: { mode: 'code' } }],
      ],
    });
    expect(migrated).toBe(
      text
        .replace('"code", // old', '"tools", // old')
        .replace('      "codeTimeoutMs": 5000,\n', '')
        .replace('"codeTimeoutMs": null', '"enabled": true')
        .replace('[{ "toolSearch": { "mode": "code" } }]', '[{ "toolSearch": { "mode": "tools" } }]'),
    );
    expect(changes.map((change) => change.path)).toEqual([
      'tools.toolSearch.mode',
      'tools.toolSearch.codeTimeoutMs',
      'plugins[1][1].toolSearch.codeTimeoutMs',
      'plugins[1][1].toolSearch.enabled',
      'plugins[1][1].overrides[0].toolSearch.mode',
    ]);
    expect(migrateOpenclaw('f.json', migrated)).toEqual({ text: migrated, changes: [], notes: [] });
  });

  it.each(['{}', '{"tools":{"toolSearch":true}}', '{"tools":null}', '\uFEFF{"toolSearch":{"mode":"tools"}}', '{"plugins":{}}'])(
    'leaves %s as it is, byte for byte',
    (text) => {
      expect(migrateOpenclaw('f.json', text)).toEqual({ text, changes: [], notes: [] });
    },
  );

  it.each([
    ['{"toolSearch":{"maxSearchLimit":3,"codeTimeoutMs":1}}', '{"toolSearch":{"maxSearchLimit":3}}'],
    ['{"toolSearch":{"codeTimeoutMs":1, "maxSearchLimit":3}}', '{"toolSearch":{"maxSearchLimit":3}}'],
    ['{"toolSearch":{"mode":"code" /*,*/, // a\n  "codeTimeoutMs": 1 // b\n}}', '{"toolSearch":{"mode":"tools" /*,*/ // a\n  // b\n}}'],
    ['{"toolSearch":{"mode":"code",\n  "codeTimeoutMs": 1\n}}', '{"toolSearch":{"mode":"tools"\n}}'],
    ['{"toolSearch":{"enabled":"yes","codeTimeoutMs":1,}}', '{"toolSearch":{"enabled":true,}}'],
  ])('turns %j into %j', (text, expected) => {
    const { text: migrated } = migrateOpenclaw('f.json', text);
    expect(migrated).toBe(expected);
    expect(migrateOpenclaw('f.json', migrated).changes).toEqual([]);
  });

  it('does to any text what it does to its value [openclaw:26b.3]', () => {
    const entries = fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('mode', 'codeTimeoutMs', 'enabled', 'maxSearchLimit', 'x'),
        fc.constantFrom('"code"', 'null', '1', 'true', '[1]'),
      ),
      { selector: ([key]) => key },
    );
    const gap = fc.constantFrom('', ' ', '\n  ', ' /* , */ ', ' // }\n');
    fc.assert(
      fc.property(entries, fc.array(gap, { minLength: 24, maxLength: 24 }), fc.boolean(), (pairs, gaps, isTrailing) => {
        const members = pairs.map(
          ([key, value], index) => `${gaps[index * 4]}"${key}"${gaps[index * 4 + 1]}:${value}${gaps[index * 4 + 2]}`,
        );
        const text = `{"toolSearch":{${members.join(',')}${isTrailing && members.length > 0 ? ',' : ''}${gaps[23]}}}`;
        const { toolSearch } = jsonc.parse(text) as { toolSearch: JsonValue };
        const { text: migrated } = migrateOpenclaw('f.json', text);
        const faults: jsonc.ParseError[] = [];
        expect(jsonc.parse(migrated, faults, { allowTrailingComma: isTrailing })).toEqual({
          toolSearch: migrateToolSearch(toolSearch).value,
        });
        expect(faults).toEqual([]);
      }),
    );
  });

  it('keeps a byte order mark and line ends', () => {
    const { text } = migrateOpenclaw('f.json', '\uFEFF{\r\n\t"toolSearch": {\r\n\t\t"codeTimeoutMs": 1\r\n\t}\r\n}\r\n');
    expect(text).toMatch(/^\uFEFF\{\r\n\t"toolSearch": \{\r\n\t\t"enabled": true\r\n\t\}\r\n\}\r\n$/u);
  });

  it('understands OpenClaw’s JSON5 and changes nothing but the retired keys, in the style of the file', () => {
    const text = `// openclaw.json
{
  tools: {
    profile: 'coding', /* kept */
    toolSearch: {
      mode: 'code', // old
      codeTimeoutMs: 0x1388,
      'maxSearchLimit': +10,
    },
  },
  agents: { defaults: { ratio: .5, most: Infinity, greeting: 'a \\
b', \u0061b: 1e3, }, },
}
`;
    const { text: migrated, changes, notes } = migrateOpenclaw('f.json', text);
    expect(migrated).toBe(text.replace("mode: 'code'", "mode: 'tools'").replace('      codeTimeoutMs: 0x1388,\n', ''));
    expect(changes).toMatchObject([
      { path: 'tools.toolSearch.mode', before: 'code', after: 'tools' },
      { path: 'tools.toolSearch.codeTimeoutMs', before: 5000 },
    ]);
    expect(notes).toEqual([]);
    expect(migrateOpenclaw('f.json', migrated)).toEqual({ text: migrated, changes: [], notes: [] });
  });

  it.each([
    ['{toolSearch:{codeTimeoutMs:1}}', '{toolSearch:{enabled: true}}'],
    ["{'toolSearch':{'codeTimeoutMs':null,},}", "{'toolSearch':{'enabled': true,},}"],
    ["{toolSearch:{enabled:'yes',codeTimeoutMs:NaN}}", '{toolSearch:{enabled:true}}'],
    ["{toolSearch:{mode:'code'/*,*/,/*x*/codeTimeoutMs:-0x10}}", "{toolSearch:{mode:'tools'/*,*//*x*/}}"],
    ["{toolSearch:{'mode':'co\\\nde'}}", "{toolSearch:{'mode':'tools'}}"],
  ])('turns the JSON5 %j into %j', (text, expected) => {
    const { text: migrated } = migrateOpenclaw('f.json', text);
    expect(migrated).toBe(expected);
    expect(migrateOpenclaw('f.json', migrated).changes).toEqual([]);
  });

  it('rather leaves a file alone than spoils it', () => {
    const text = '{toolSearch:{codeTimeoutMs:1\u00a0,maxSearchLimit:3}}';
    expect(() => migrateOpenclaw('f.json', text)).toThrow('f.json is written in a way that cannot be changed in its place');
  });

  it('tells of included files, where the block may stand too', () => {
    const { notes, changes } = migrateOpenclaw('f.json', "{\n  tools: { $include: './tools.json5' },\n}");
    expect(notes).toEqual([expect.stringMatching(/^f\.json:2: tools\["\$include"\] takes in other files/u)]);
    expect(changes).toEqual([]);
  });

  it.each([
    ['', 'the file is empty'],
    ['{ tools: {,} }', /^f\.json:1:11: not valid JSON5: Unexpected token Comma found\.$/u],
    ["{\n  tools: 'x\n}", /^f\.json:3:2: not valid JSON5/u],
    // A file that was cut off behind a backslash.
    ['{ "tools": "\\', /^f\.json:1:\d+: not valid JSON5: Unexpected end of input found\.$/u],
    ['[]', 'f.json:1:1: must be a JSON object'],
    ['{a:1,a:2}', 'f.json:1:6: a: the key occurs twice'],
    [`{a:${'['.repeat(200)}`, 'nested deeper than 100 levels'],
  ])('says where %j is at fault', (text, words) => {
    expect(() => migrateOpenclaw('f.json', text)).toThrow(words);
  });
});

describe('lineDifference', () => {
  it('shows changed lines with their neighbours', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
    expect(lineDifference(before, before.replace('e', 'E\nF'), 1)).toBe('…\n  d\n- e\n+ E\n+ F\n  f\n…\n');
    expect(lineDifference(before, before)).toBe('');
  });

  it('gives back both texts from the marks', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const [before, after] = [left.join('\n'), right.join('\n')];
        const shown = lineDifference(before, after, 100).slice(0, -1).split('\n');
        const side = (mark: string): string =>
          shown
            .filter((line) => !line.startsWith(mark))
            .map((line) => line.slice(2))
            .join('\n');
        if (before !== after) expect([side('+'), side('-')]).toEqual([before, after]);
      }),
    );
  });
});

describe('replaceFile', () => {
  it('keeps the mode, follows a link, never overwrites the first copy, and makes two at most, for their owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolrack-migrate-'));
    const file = join(folder, 'real.json');
    writeFileSync(file, 'one', { mode: 0o640 });
    symlinkSync(file, join(folder, 'link.json'));
    expect(replaceFile(join(folder, 'link.json'), 'two')).toBe(`${file}.bak`);
    expect(replaceFile(file, 'three')).toBe(`${file}.previous.bak`);
    expect(replaceFile(file, 'one')).toBe(`${file}.previous.bak`);
    const files = [file, `${file}.bak`, `${file}.previous.bak`];
    expect(files.map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'one', 'three']);
    expect(replaceFile(file, 'four')).toBe(`${file}.bak`);
    expect(files.slice(1).map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toHaveLength(4);
    rmSync(folder, { recursive: true });
  });
});
