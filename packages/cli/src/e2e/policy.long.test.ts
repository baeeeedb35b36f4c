import { jest } from '@jest/globals';

import { openclawTools, Workspace } from '../../test/command.js';

jest.setTimeout(600_000);

const json = (text: string) => JSON.parse(text) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests

const workspace = new Workspace({
  plugins: [openclawTools],
  policy: {
    rules: [
      { deny: 'openclaw:core:fail', agents: ['guest'], reason: 'guests do not fail' },
      { ask: 'delete_all' },
      { deny: '*', arguments: { a: { above: 10 } }, name: 'no large sums' },
    ],
  },
});
afterAll(() => workspace.dispose());

describe('toolrack policy explain', () => {
  it('says which rule decides for an agent, and why [issue7:1]', async () => {
    const { code, stdout } = await workspace.run(['policy', 'explain', '--agent', 'guest', '--tool', 'openclaw:core:fail']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'openclaw:core:fail for agent guest: DENY\nRule 1 (deny openclaw:core:fail (agents guest)) denies it: guests do not fail.\n',
    );
    expect(stdout).toMatch(/^1 +deny +matches +deny openclaw:core:fail \(agents guest\) +guests do not fail$/mu);
  });

  it('takes arguments, and says when a rule waits for them', async () => {
    const explain = async (...words: string[]) =>
      json((await workspace.run(['policy', 'explain', '--json', '--tool', 'add', ...words])).stdout);
    expect(await explain('--args', '{"a":11,"b":1}')).toMatchObject({
      tool: 'openclaw:core:add',
      decision: 'deny',
      rule: { label: 'no large sums' },
      inCatalog: true,
      visible: true,
    });
    expect(await explain()).toMatchObject({ decision: 'allow', notes: ['1 rule looks at arguments; give them with --args JSON.'] });
  });

  it('says that a tool is in no catalog, and refuses a name that it cannot find', async () => {
    const absent = await workspace.run(['policy', 'explain', '--tool', 'mcp:github:delete_all']);
    expect([absent.code, absent.stdout]).toEqual([1, expect.stringMatching(/: ASK\n[\s\S]*No source lists this tool now/u)]);
    expect(absent.stderr).toContain('there is no tool "mcp:github:delete_all": no source lists it');
    const near = await workspace.run(['policy', 'explain', '--json', '--tool', 'openclaw:core:ad']);
    expect([near.code, json(near.stdout), near.stderr]).toEqual([
      1,
      expect.objectContaining({ inCatalog: false }),
      expect.stringMatching(/Did you mean "openclaw:core:add"/u),
    ]);
    const unknown = await workspace.run(['policy', 'explain', '--tool', 'adda']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No source lists a tool "adda"')]);
    expect(await workspace.run(['policy', 'explain'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--tool ID') });
  });

  it('tells of a plugin that hides what the rules allow', async () => {
    const plugin = `import { createRequire } from 'node:module';
const { definePlugin, deny } = await import(createRequire('${import.meta.url}').resolve('@toolrack/contracts'));
export default definePlugin({ name: 'night-policy', version: '1.0.0', api: '^1',
  apply: (host) => host.hooks.policy.tap((tool) => (tool.name === 'add' ? deny('not at night') : undefined)) });`;
    const other = new Workspace({ plugins: [openclawTools, './night.mjs'] });
    other.write('night.mjs', plugin);
    const { stdout } = await other.run(['policy', 'explain', '--json', '--tool', 'openclaw:core:add']);
    expect(json(stdout)).toMatchObject({
      decision: 'allow',
      visible: false,
      alsoAsked: ['night-policy'],
      notes: [expect.stringContaining('night-policy')],
    });
    other.dispose();
  });
});

describe('toolrack policy test', () => {
  it('passes when every expectation holds, and fails with a table when one does not [issue7:1]', async () => {
    const table = [
      { tool: 'openclaw:core:fail', agent: 'guest', expect: 'deny' },
      { tool: 'openclaw:core:fail', agent: 'clerk', expect: 'allow' },
      { tool: 'openclaw:core:add', arguments: { a: 99 }, expect: 'deny' },
    ];
    workspace.write('good.json', table);
    workspace.write('bad.json', [...table, { tool: 'openclaw:core:delete_all', expect: 'allow' }]);
    expect(await workspace.run(['policy', 'test', 'good.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 of 3 expectations hold.'),
    });
    const { code, stdout } = await workspace.run(['policy', 'test', 'bad.json']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^MISSED +openclaw:core:delete_all +allow +ask +Rule 2 \(ask delete_all\) asks for an approval\.$/mu);
    expect(stdout).toContain('3 of 4 expectations hold, 1 missed.');
    const offline = await workspace.run(['policy', 'test', 'bad.json', '--offline', '--json']);
    expect([offline.code, json(offline.stdout)]).toEqual([1, expect.objectContaining({ ok: false, passed: 3, missed: 1 })]);
  });

  it.each([
    ['[{ "tool": "a:b:c" ]', 'table.json:1: not valid JSON'],
    ['[{ "tool": "a:b:c", "expect": "maybe" }]', '"expect" must be "allow", "ask" or "deny"'],
    ['[]', 'at least one entry'],
  ])('refuses the table %s', async (text, message) => {
    workspace.write('table.json', text);
    expect(await workspace.run(['policy', 'test', 'table.json'])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('says what there is when it is asked for something else', async () => {
    expect(await workspace.run(['policy', 'lint'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('policy explain and policy test FILE'),
    });
    expect(await workspace.run(['policy', 'test', 'none.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot read none.json'),
    });
  });
});
