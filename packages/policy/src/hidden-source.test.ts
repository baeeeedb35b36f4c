import { createTestHost, fixtureRun, fixtureTool } from '@toolrack/testkit';
import fc from 'fast-check';
import { compilePolicy, policy, type PolicyOptions, type PolicyRule } from './index.js';

const source = { kind: 'mcp', owner: 'pay' };
const hides = (...rules: readonly PolicyRule[]): boolean => compilePolicy({ rules }).forScope({}).hides(source);

describe('a source as a whole', () => {
  it('is hidden when a rule denies all of it, and not when the rule leaves tools of it alone', () => {
    expect(hides({ deny: 'mcp:pay:*' })).toBe(true);
    expect(hides({ deny: '*', sources: 'mcp:p*' })).toBe(true);
    expect(hides({ deny: 'mcp:pay:*', except: 'mcp:pay:balance' })).toBe(false);
    expect(hides({ deny: 'mcp:pay:*', except: ['balance', 'read_*'] })).toBe(false);
    expect(hides({ deny: 'mcp:pay:*', except: 'mcp:files:read' })).toBe(true);
    expect(hides({ deny: 'mcp:pay:d*' })).toBe(false);
  });

  it('is hidden when another rule denies what one leaves alone', () => {
    expect(hides({ deny: 'mcp:pay:*', except: 'mcp:pay:balance' }, { deny: 'balance' })).toBe(true);
    expect(hides({ deny: 'mcp:pay:*', except: 'mcp:pay:balance' }, { deny: 'mcp:pay:*', except: 'mcp:pay:send' })).toBe(true);
    expect(hides({ deny: 'mcp:pay:*', except: 'mcp:pay:b*' }, { deny: 'mcp:pay:balance' })).toBe(false);
  });

  it('is not hidden by what only a look at a tool or a call can tell', () => {
    expect(hides({ deny: 'mcp:pay:*', trust: 'untrusted' })).toBe(false);
    expect(hides({ deny: 'mcp:pay:*', annotations: { readOnlyHint: false } })).toBe(false);
    expect(hides({ deny: 'mcp:pay:*', arguments: { amount: { above: 1 } } })).toBe(false);
  });

  it('is hidden from an allow-list run that names nothing of it, and not when a single tool is named', () => {
    expect(hides({ allow: 'mcp:files:*' })).toBe(true);
    expect(hides({ allow: 'mcp:pay:balance' })).toBe(false);
    expect(hides({ allow: 'balance' })).toBe(false);
    expect(hides({ allow: '*', except: 'mcp:pay:*' })).toBe(true);
    expect(hides({ allow: 'mcp:pay:balance' }, { deny: 'mcp:pay:*', except: 'mcp:pay:send' })).toBe(true);
    expect(compilePolicy({ default: 'deny' }).forScope({}).hides(source)).toBe(true);
  });

  it('is hidden only when none of its tools is allowed, whatever the rules are', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    const pattern = fc
      .tuple(
        fc.constantFrom('', 'mcp:pay:', 'mcp:*:', 'mcp:'),
        fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 3 }),
      )
      .map(([head, tail]) => `${head}${tail}`);
    const except = fc.option(fc.array(pattern, { minLength: 1, maxLength: 2 }), { nil: undefined });
    const rule = fc
      .tuple(fc.constantFrom('allow' as const, 'deny' as const, 'deny' as const), pattern, except)
      .map(([decision, tools, left]): PolicyRule => ({ [decision]: tools, ...(left === undefined ? {} : { except: left }) }));
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(name, { minLength: 1, maxLength: 8 }), (rules, names) => {
        const scoped = compilePolicy({ rules }).forScope({});
        if (!scoped.hides(source)) return;
        for (const each of names) expect(scoped.denies(fixtureTool(`mcp:pay:${each}`))).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('is what the question without a definition is about; a tool of that name is judged as any other', async () => {
    const options: PolicyOptions = { rules: [{ deny: 'mcp:pay:*', except: 'mcp:pay:balance' }] };
    const host = await createTestHost(policy(options));
    const [tap] = host.taps('policy');
    const question = { run: fixtureRun({}), phase: 'list' as const };
    const probe = { ...fixtureTool('mcp:pay:*'), digest: '' };
    expect(tap?.tap(probe, question)).toBeUndefined();
    expect(tap?.tap(fixtureTool('mcp:pay:*'), question)).toBeDefined();
    await host[Symbol.asyncDispose]();
  });
});
