import type { Scope } from '@toolrack/contracts';
import { fixtureTool, type FixtureToolInput } from '@toolrack/testkit';
import { compilePolicy, explainPolicy, type PolicyOptions, type PolicyRule } from './index.js';

function decide(options: PolicyOptions, tool: FixtureToolInput | string, scope: Scope = {}, callArguments?: unknown): string {
  return compilePolicy(options).forScope(scope).decide(fixtureTool(tool), callArguments).decision;
}

const get = 'mcp:github:get_repo';
const drop = 'mcp:github:delete_repo';
const guest = { agent: 'guest' };

describe('compilePolicy', () => {
  it('lets deny win over ask and allow, in any order [issue7:1]', () => {
    const rules: PolicyRule[] = [{ allow: '*' }, { ask: 'mcp:*' }, { deny: get }];
    expect(decide({ rules }, get)).toBe('deny');
    expect(decide({ rules: [...rules].reverse() }, get)).toBe('deny');
    expect(decide({ rules }, drop)).toBe('ask');
    expect(decide({ rules }, 'openclaw:core:read')).toBe('allow');
  });

  it('matches a pattern without a colon against names and one with a colon against ids only', () => {
    expect(decide({ rules: [{ deny: 'delete_*' }] }, drop)).toBe('deny');
    expect(decide({ rules: [{ deny: ':delete_*' }] }, drop)).toBe('allow');
    expect(decide({ rules: [{ deny: 'mcp:github:*' }] }, drop)).toBe('deny');
  });

  it('compares letters exactly, so that a rule is never wider than the look-up [policy-218]', () => {
    const rules = [{ deny: 'delete_repo' }];
    expect(decide({ rules }, drop)).toBe('deny');
    for (const name of ['Delete_Repo', 'delete_repo ', 'ｄelete_repo', 'delete-repo']) {
      expect(decide({ rules }, { source: { kind: 'mcp', owner: 'github' }, name })).toBe('allow');
    }
  });

  it('allows only what an allow rule names once one applies to the run [policy-213]', () => {
    const rules = [{ allow: 'mcp:github:*' }];
    expect(decide({ rules }, 'mcp:github:create_issue')).toBe('allow');
    expect(decide({ rules }, 'mcp:dangerplugin:danger_wipe')).toBe('deny');
  });

  it('leaves runs alone that an allow rule says nothing about', () => {
    const rules = [{ allow: get, agents: 'guest' }];
    expect(decide({ rules }, drop, guest)).toBe('deny');
    expect(decide({ rules }, drop, { agent: 'admin' })).toBe('allow');
  });

  it('gives a run nothing for not stating what an allow rule asks about', () => {
    const rules = [{ allow: '*', agents: 'admin' }];
    expect(decide({ rules }, get)).toBe('deny');
    expect(decide({ rules }, get, { session: 's' })).toBe('deny');
    expect(decide({ rules }, get, { agent: 'admin' })).toBe('allow');
    const other = [{ allow: '*', agents: 'admin', tenants: 't1' }];
    expect(decide({ rules: other }, get, { tenant: 't2' })).toBe('allow');
  });

  it('does not hit an anonymous run with a deny or ask rule about agents', () => {
    expect(decide({ rules: [{ deny: '*', agents: 'guest' }] }, get)).toBe('allow');
    expect(decide({ rules: [{ ask: '*', agents: '*' }] }, get)).toBe('allow');
    expect(decide({ rules: [{ ask: '*', agents: '*' }] }, get, guest)).toBe('ask');
  });

  it('denies what no allow rule names when the default is deny [policy-225]', () => {
    const options: PolicyOptions = { default: 'deny', rules: [{ allow: get }, { deny: drop }] };
    expect(decide(options, get)).toBe('allow');
    expect(decide(options, drop)).toBe('deny');
    expect(decide({ default: 'deny' }, get)).toBe('deny');
    expect(decide({ default: 'deny', rules: [{ ask: get }] }, get)).toBe('deny');
  });

  it('asks about a tool that no rule knows when the default is ask [policy-221]', () => {
    const options: PolicyOptions = { default: 'ask', rules: [{ allow: 'mcp:srv:old_tool' }] };
    expect(decide(options, 'mcp:srv:old_tool')).toBe('allow');
    expect(decide(options, 'mcp:srv:new_tool')).toBe('ask');
    const rules = [{ ask: 'mcp:srv:*', except: 'old_tool' }];
    expect(decide({ rules }, 'mcp:srv:old_tool')).toBe('allow');
    expect(decide({ rules }, 'mcp:srv:new_tool')).toBe('ask');
  });

  it('covers tools that a source adds later [policy-222]', () => {
    const rules = [{ deny: '*', sources: 'mcp:memory' }];
    expect(decide({ rules }, 'mcp:memory:memory')).toBe('deny');
    expect(decide({ rules }, 'mcp:memory:fact_store')).toBe('deny');
    expect(decide({ rules }, 'mcp:memory2:memory')).toBe('allow');
  });

  it.each([
    ['tenants', 'tenant'],
    ['agents', 'agent'],
    ['profiles', 'profile'],
    ['sandboxes', 'sandbox'],
    ['sessions', 'session'],
  ] as const)('matches %s by pattern [issue7:1]', (key, part) => {
    const rules = [{ deny: '*', [key]: ['other', 'team-*'] }];
    expect(decide({ rules }, get, { [part]: 'team-a' })).toBe('deny');
    expect(decide({ rules }, get, { [part]: 'Team-a' })).toBe('allow');
    expect(decide({ rules }, get)).toBe('allow');
  });

  it('requires all conditions of a rule', () => {
    const rules = [{ deny: 'mcp:*', agents: 'guest', sessions: 's*', trust: 'untrusted' as const }];
    expect(decide({ rules }, get, { agent: 'guest', session: 's1' })).toBe('deny');
    expect(decide({ rules }, get, { agent: 'guest', session: 'x' })).toBe('allow');
    expect(decide({ rules }, { id: get, trust: 'trusted' }, { agent: 'guest', session: 's1' })).toBe('allow');
  });

  it.each([
    [{ destructiveHint: true }, undefined, 'deny'],
    [{ destructiveHint: true }, { readOnlyHint: true }, 'allow'],
    [{ destructiveHint: true }, { readOnlyHint: true, destructiveHint: true }, 'deny'],
    [{ destructiveHint: true }, { destructiveHint: false }, 'allow'],
    [{ readOnlyHint: false }, undefined, 'deny'],
    [{ readOnlyHint: true }, { readOnlyHint: true }, 'deny'],
    [{ openWorldHint: true }, {}, 'deny'],
    [{ idempotentHint: true }, {}, 'allow'],
    [{ category: 'write' }, { category: 'write' }, 'deny'],
    [{ category: 'write' }, undefined, 'allow'],
    [{ toString: 'x' }, {}, 'allow'],
  ])('reads annotations %j of a tool with %j by the defaults of MCP: %s [issue7:1]', (annotations, given, expected) => {
    const tool = { id: get, ...(given === undefined ? {} : { annotations: given }) };
    expect(decide({ rules: [{ deny: '*', annotations: annotations }] }, tool)).toBe(expected);
  });

  it('prefers a public reason, then the rule that sorts first, whatever the order', () => {
    const rules: PolicyRule[] = [
      { deny: '*', reason: 'b' },
      { deny: 'mcp:*', reason: 'a' },
      { deny: get, reason: 'c', public: true },
    ];
    for (const order of [rules, [...rules].reverse()]) {
      expect(explainPolicy(compilePolicy({ rules: order }), fixtureTool(get)).rule?.reason).toBe('c');
      const two = order.filter((rule) => rule.public !== true);
      expect(explainPolicy(compilePolicy({ rules: two }), fixtureTool(get)).rule?.reason).toBe('b');
    }
  });
});

describe('conditions on arguments', () => {
  const rule = (conditions: PolicyRule['arguments']): PolicyOptions => ({ rules: [{ deny: get, arguments: conditions }] });

  it.each([
    [{ path: '/etc/passwd' }, { path: '/etc/passwd' }, 'deny'],
    [{ path: '/etc/passwd' }, { path: '/etc/hosts' }, 'allow'],
    [{ path: { pattern: '/etc/*' } }, { path: '/etc/hosts' }, 'deny'],
    [{ path: { pattern: ['/etc/*', '/root/*'] } }, { path: '/root/x' }, 'deny'],
    [{ path: { notPattern: '/work/*' } }, { path: '/work/x' }, 'allow'],
    [{ path: { notPattern: '/work/*' } }, { path: '/tmp/x' }, 'deny'],
    [{ path: { notPattern: '/work/*' } }, {}, 'allow'],
    [{ mode: { oneOf: ['force', 'hard'] } }, { mode: 'hard' }, 'deny'],
    [{ force: true }, { force: true }, 'deny'],
    [{ force: true }, { force: 'true' }, 'deny'],
    [{ force: true }, { force: 'false' }, 'allow'],
    [{ parent: null }, { parent: null }, 'deny'],
    [{ parent: null }, {}, 'allow'],
    [{ amount: { above: 100 } }, { amount: 101 }, 'deny'],
    [{ amount: { above: 100 } }, { amount: 100 }, 'allow'],
    [{ amount: { above: 0, below: 10 } }, { amount: 5 }, 'deny'],
    [{ amount: { above: 0, below: 10 } }, { amount: 11 }, 'allow'],
    [{ amount: { pattern: '1*' } }, { amount: 17 }, 'deny'],
    [{ token: { exists: true } }, { token: '' }, 'deny'],
    [{ token: { exists: false } }, {}, 'deny'],
    [{ token: { exists: false } }, { token: 1 }, 'allow'],
    [{ 'options.flags.0': 'x' }, { options: { flags: ['x'] } }, 'deny'],
    [{ '/a.b/c~1d': 1 }, { 'a.b': { 'c/d': 1 } }, 'deny'],
    [{ 'files.*.path': { pattern: '/etc/*' } }, { files: [{ path: '/x' }, { path: '/etc/x' }] }, 'deny'],
    [{ 'env.*': 'x' }, { env: { A: 'y', B: 'x' } }, 'deny'],
    [{ paths: { pattern: '/etc/*' } }, { paths: ['/x', '/etc/x'] }, 'deny'],
    [{ where: { equals: { b: [1, { c: 2 }], a: 1 } } }, { where: { a: 1, b: [1, { c: 2 }] } }, 'deny'],
    [{ where: { equals: { a: 1 } } }, { where: { a: 1, b: 2 } }, 'allow'],
    [{ where: { equals: [] } }, { where: {} }, 'allow'],
    [{ '__proto__.x': { exists: true } }, {}, 'allow'],
    [{ constructor: { exists: true } }, {}, 'allow'],
    [{ path: '/etc', mode: 'w' }, { path: '/etc', mode: 'r' }, 'allow'],
  ])('%j on %j: %s [issue7:1]', (conditions, callArguments, expected) => {
    expect(decide(rule(conditions as PolicyRule['arguments']), get, {}, callArguments)).toBe(expected);
  });

  it('asks by argument too, and only at the call', () => {
    const rules = [{ ask: get, arguments: { amount: { above: 100 } } }];
    expect(decide({ rules }, get)).toBe('allow');
    expect(decide({ rules }, get, {}, { amount: 500 })).toBe('ask');
    expect(decide({ rules }, get, {}, { amount: 5 })).toBe('allow');
  });
});
