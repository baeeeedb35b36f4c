import { fixtureTool } from '@toolrack/testkit';
import { compilePolicy, createPolicyRules, evaluateExpectations, explainPolicy, parseExpectations, toolOfId } from './index.js';

const rules = createPolicyRules({
  rules: [
    { deny: 'mcp:*:delete_*', agents: 'guest', reason: 'guests read only' },
    { ask: 'mcp:github:merge_*' },
    { deny: 'mcp:pay:*', arguments: { amount: { above: 100 } } },
    { deny: '*', annotations: { destructiveHint: true }, sources: 'mcp:files' },
  ],
});

describe('explainPolicy', () => {
  it('says which rule decides and why [issue7:1]', () => {
    const explanation = rules.explain(fixtureTool('mcp:github:delete_repo'), { agent: 'guest' });
    expect(explanation).toMatchObject({
      decision: 'deny',
      rule: { position: 0, label: 'deny mcp:*:delete_* (agents guest)', reason: 'guests read only' },
      why: 'Rule 1 (deny mcp:*:delete_* (agents guest)) denies it: guests read only.',
    });
    expect(explanation.considered.map(({ outcome }) => outcome)).toEqual(['matches', 'other tool', 'other tool', 'other tool']);
  });

  it('says why a rule did not take part', () => {
    const pay = fixtureTool('mcp:pay:send');
    const outcomes = (tool: string, scope = {}, given?: object): string[] =>
      rules.explain(fixtureTool(tool), scope, given).considered.map(({ outcome }) => outcome);
    expect(outcomes('mcp:github:delete_repo')[0]).toBe('scope not stated');
    expect(outcomes('mcp:github:delete_repo', { agent: 'dev' })[0]).toBe('other scope');
    expect(outcomes('mcp:pay:send')[2]).toBe('needs arguments');
    expect(outcomes('mcp:pay:send', {}, { amount: 1 })[2]).toBe('other arguments');
    expect(rules.explain(pay, {}, { amount: 101 })).toMatchObject({ decision: 'deny', rule: { position: 2 } });
    expect(rules.explain(pay).why).toBe('No rule is against it.');
  });

  it('explains allow lists and defaults', () => {
    const tool = fixtureTool('mcp:a:b');
    const why = (options: Parameters<typeof compilePolicy>[0]): string => explainPolicy(compilePolicy(options), tool).why;
    expect(why({ rules: [{ allow: 'x' }] })).toContain('no allow rule that applies names this tool');
    expect(why({ default: 'deny' })).toBe('No rule allows it, and the default is to deny.');
    expect(why({ default: 'ask' })).toBe('No rule allows it, and the default is to ask.');
    expect(why({ rules: [{ allow: '*' }] })).toBe('Rule 1 (allow *) allows it.');
    expect(why({ rules: [{ ask: '*', name: 'careful' }] })).toBe('Rule 1 (careful) asks for an approval.');
  });
});

describe('evaluateExpectations', () => {
  it('compares a policy with a table [issue7:1]', () => {
    const table = parseExpectations([
      { tool: 'mcp:github:delete_repo', agent: 'guest', expect: 'deny' },
      { tool: 'mcp:github:merge_pr', expect: 'ask' },
      { tool: 'mcp:pay:send', arguments: { amount: 101 }, expect: 'deny' },
      { tool: 'mcp:files:read', annotations: { readOnlyHint: true }, expect: 'allow' },
      { tool: 'mcp:files:write', expect: 'allow' },
    ]);
    const results = evaluateExpectations(rules.current, table);
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true, false]);
    expect(results[4]).toMatchObject({ actual: 'deny', why: expect.stringContaining('Rule 4') });
  });

  it('prefers the real definition of a tool', () => {
    const real = fixtureTool({ id: 'mcp:files:write', annotations: { readOnlyHint: true } });
    const table = parseExpectations([{ tool: 'mcp:files:write', expect: 'allow' }]);
    expect(evaluateExpectations(rules.current, table, (id) => (id === real.id ? real : undefined))[0]?.passed).toBe(true);
  });

  it.each([
    [{}, 'must be an array'],
    [[], 'at least one entry'],
    [['x'], 'Expectation 1 must be an object'],
    [[{ tool: 'mcp:a:b', expect: 'allow', agnt: 'x' }], 'unknown key "agnt". Did you mean "agent"?'],
    [[{ tool: 'mcp:a:b', expect: 'maybe' }], '"expect" must be "allow", "ask" or "deny"'],
    [[{ tool: 'ab', expect: 'allow' }], '"tool" must be <kind>:<owner>:<name>'],
    [[{ tool: 'mcp:a:b', expect: 'allow', arguments: 'x' }], '"arguments" must be an object'],
    [[{ tool: 'mcp:a:b', expect: 'allow', trust: 'x' }], '"trust" must be'],
  ])('refuses the table %j', (table, message) => {
    expect(() => parseExpectations(table)).toThrow(message);
  });

  it('reads ids whose name contains colons', () => {
    expect(toolOfId('mcp:a:b:c')).toMatchObject({ name: 'b:c', source: { kind: 'mcp', owner: 'a' } });
    expect(toolOfId('mcp:a:')).toBeUndefined();
  });
});
