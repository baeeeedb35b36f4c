import { matchPattern, matchTool, type Scope } from '@toolrack/contracts';
import { fixtureTool } from '@toolrack/testkit';
import fc from 'fast-check';
import { compilePolicy, explainPolicy, type PolicyRule, type PolicyTool } from './index.js';
import { compileMatcher, compileToolMatcher } from './matcher.js';

const piece = fc.constantFrom('*', 'a', 'b', 'ab', ':', 'mcp', 'x');
const patternText = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const word = fc.constantFrom('a', 'b', 'ab', 'aab', 'x', 'mcp');
const tool: fc.Arbitrary<PolicyTool> = fc
  .record({
    kind: fc.constantFrom('mcp', 'x'),
    owner: word,
    name: fc.oneof(word, fc.constant('a:b')),
    trust: fc.constantFrom('trusted', 'untrusted'),
    readOnlyHint: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ kind, owner, name, trust, readOnlyHint }) =>
    fixtureTool({
      source: { kind, owner },
      name,
      trust,
      ...(readOnlyHint === undefined ? {} : { annotations: { readOnlyHint } }),
    }),
  );
const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(value, { nil: undefined, freq: 1 });
const scope: fc.Arbitrary<Scope> = fc.record({ agent: word, session: word, tenant: word }, { requiredKeys: [] });
const patterns = fc.oneof(patternText, fc.array(patternText, { minLength: 1, maxLength: 3 }));
const callArguments = fc.record({ path: word, count: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: [] });
const rule: fc.Arbitrary<PolicyRule> = fc
  .record({
    decision: fc.constantFrom('allow', 'deny', 'ask'),
    tools: patterns,
    agents: some(patterns),
    sessions: some(patterns),
    except: some(patterns),
    sources: some(patterns),
    trust: some(fc.constantFrom('trusted' as const, 'untrusted' as const)),
    annotations: some(fc.record({ destructiveHint: fc.boolean() })),
    arguments: some(fc.constantFrom<NonNullable<PolicyRule['arguments']>[]>({ path: { pattern: 'a*' } }, { count: { above: 4 } })),
    public: some(fc.boolean()),
  })
  .map(({ decision, tools, arguments: conditions, ...rest }) => {
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const withArguments = conditions !== undefined && decision !== 'allow' ? { arguments: conditions } : {};
    return { [decision]: tools, ...given, ...withArguments };
  });
const rules = fc.array(rule, { maxLength: 8 });
const rank = { allow: 0, ask: 1, deny: 2 } as const;

describe('any policy', () => {
  it('decides the same, for the same reason, in whatever order its rules stand [issue7:1]', () => {
    const orders = rules.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(orders, tool, scope, callArguments, ([first, second], asked, run, given) => {
        const one = compilePolicy({ rules: first }).forScope(run).decide(asked, given);
        const other = compilePolicy({ rules: second }).forScope(run).decide(asked, given);
        expect([other.decision, other.rule?.canonical]).toEqual([one.decision, one.rule?.canonical]);
        expect(other.asking.map(({ canonical }) => canonical)).toEqual(one.asking.map(({ canonical }) => canonical));
      }),
      { numRuns: 400 },
    );
  });

  it('never allows more when a deny or an ask rule is added', () => {
    fc.assert(
      fc.property(rules, rule, tool, scope, callArguments, (list, extra, asked, run, given) => {
        fc.pre(extra.allow === undefined);
        const before = compilePolicy({ rules: list }).forScope(run).decide(asked, given).decision;
        const after = compilePolicy({ rules: [...list, extra] })
          .forScope(run)
          .decide(asked, given).decision;
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
      }),
      { numRuns: 400 },
    );
  });

  it('never allows a run more for leaving out its agent, as far as allow rules go', () => {
    const allowOnly = fc.array(
      rule.filter((one) => one.allow !== undefined),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(allowOnly, tool, scope, (list, asked, run) => {
        const { agent, ...anonymous } = run;
        fc.pre(agent !== undefined);
        const policy = compilePolicy({ rules: list });
        const isRestricted = policy.forScope(run).isAllowList;
        if (isRestricted && policy.forScope(run).decide(asked).decision === 'deny') {
          expect(policy.forScope(anonymous).decide(asked).decision).toBe('deny');
        }
      }),
      { numRuns: 400 },
    );
  });

  it('explains exactly what it decides', () => {
    fc.assert(
      fc.property(rules, tool, scope, callArguments, (list, asked, run, given) => {
        const policy = compilePolicy({ rules: list });
        const explanation = explainPolicy(policy, asked, run, given);
        expect(explanation.decision).toBe(policy.forScope(run).decide(asked, given).decision);
        expect(explanation.why).not.toBe('');
        expect(explanation.considered).toHaveLength(list.length);
        if (explanation.rule !== undefined) expect(explanation.rule.outcome).toBe('matches');
        const denying = explanation.considered.filter((one) => one.decision === 'deny' && one.outcome === 'matches');
        expect(denying.length > 0 ? explanation.decision : 'deny').toBe('deny');
      }),
      { numRuns: 400 },
    );
  });

  it('matches as the patterns of the contract do', () => {
    fc.assert(
      fc.property(
        patterns,
        tool,
        fc.array(word).map((words) => words.join('')),
        (given, asked, text) => {
          const list = typeof given === 'string' ? [given] : given;
          expect(compileMatcher(given)(text)).toBe(list.some((pattern) => matchPattern(pattern, text)));
          expect(compileToolMatcher(given)(asked)).toBe(list.some((pattern) => matchTool(pattern, asked)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('sieves out no rule that matches', () => {
    fc.assert(
      fc.property(rule, tool, (one, asked) => {
        const compiled = compilePolicy({ rules: [one] }).rules[0];
        if (compiled?.matchesTool(asked) === true) expect(compiled.concerns(asked.source)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
