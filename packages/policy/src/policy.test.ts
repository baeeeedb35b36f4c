import { stages, type CallView, type Denial, type RunContext, type ToolDescriptor } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, type TestHost } from '@toolrack/testkit';
import { readFileSync } from 'node:fs';
import defaultExport, {
  approvalChannels,
  createPolicyRules,
  PolicyExplainers,
  policy,
  policyOpen,
  policyWith,
  type PolicyRule,
} from './index.js';

function listed(host: TestHost, tool: ToolDescriptor, run: RunContext = fixtureRun()): Denial | undefined {
  return host.taps('policy')[0]?.tap(tool, { run, phase: 'list' });
}

function call(tool: ToolDescriptor, callArguments: CallView['arguments'], run = fixtureRun()): CallView {
  const signal = new AbortController().signal;
  return { run, callId: 'c1', parentCallId: 'm1', tool, arguments: callArguments, signal };
}

async function reasons(host: TestHost, view: CallView): Promise<string[]> {
  const found: string[] = [];
  await host.taps('approvalNeeded')[0]?.tap(view, { require: (reason) => void found.push(reason) });
  return found;
}

const remove = fixtureTool('mcp:github:delete_repo');
const read = fixtureTool('mcp:github:get_repo');

describe('policy', () => {
  it('is the default export, under its package name and version', async () => {
    await using host = await createTestHost(policy());
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(host.plugin).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(defaultExport).toBe(policy);
  });

  it('allows everything without rules', async () => {
    await using host = await createTestHost(policy());
    expect(listed(host, remove)).toBeUndefined();
    expect(await reasons(host, call(remove, {}))).toEqual([]);
  });

  it('denies the tools of a deny rule in every phase, with its reason and name [issue7:1]', async () => {
    const rules = [{ deny: 'mcp:*:delete_*', agents: ['guest'], reason: 'guests read only', public: true }];
    await using host = await createTestHost(policy({ rules }));
    const run = fixtureRun({ agent: 'guest' });
    for (const phase of ['list', 'search', 'describe', 'call'] as const) {
      expect(host.taps('policy')[0]?.tap(remove, { run, phase })).toMatchObject({
        reason: 'guests read only',
        isPublic: true,
        rule: 'deny mcp:*:delete_* (agents guest)',
      });
    }
    expect(listed(host, read, run)).toBeUndefined();
    expect(listed(host, remove, fixtureRun({ agent: 'editor' }))).toBeUndefined();
    expect(listed(host, remove)).toBeUndefined();
  });

  it('keeps a reason to itself unless it is public', async () => {
    await using host = await createTestHost(policy({ rules: [{ deny: '*', reason: 'secret plan' }] }));
    expect(listed(host, read)?.isPublic).toBe(false);
  });

  it('asks for an approval with every reason that applies', async () => {
    const rules: PolicyRule[] = [{ ask: 'mcp:github:*', reason: 'writes to GitHub' }, { ask: '*_repo' }, { ask: 'mcp:x:*' }];
    await using host = await createTestHost(policy({ rules }));
    expect(listed(host, remove)).toBeUndefined();
    expect((await reasons(host, call(remove, {}))).sort()).toEqual(['Rule: ask *_repo', 'writes to GitHub']);
  });

  it('refuses after every channel what nobody can be asked about, and names what to add', async () => {
    await using host = await createTestHost(policy({ rules: [{ ask: '*' }] }));
    const [last] = host.taps('approve');
    expect(last?.stage).toBeGreaterThan(stages.late);
    const decision = await last?.tap({} as never);
    expect(decision).toMatchObject({ decision: 'deny', by: '@toolrack/policy' });
    for (const channel of approvalChannels) expect(decision?.reason).toContain(channel);
  });

  it('lists a tool whose arguments may be denied, and denies the call [issue7:1]', async () => {
    const rules = [{ deny: 'mcp:github:get_repo', arguments: { 'repo.owner': { pattern: 'secret-*' } } }];
    await using host = await createTestHost(policy({ rules }));
    expect(listed(host, read)).toBeUndefined();
    const authorize = host.taps('authorize')[0];
    expect(await authorize?.tap(call(read, { repo: { owner: 'secret-team' } }))).toMatchObject({
      rule: 'deny mcp:github:get_repo (arguments repo.owner)',
    });
    expect(await authorize?.tap(call(read, { repo: { owner: 'open-team' } }))).toBeUndefined();
  });

  it('denies a waiting call whose tool was denied in the meantime', async () => {
    const rules = createPolicyRules();
    await using host = await createTestHost(policyWith(rules));
    expect(await host.taps('authorize')[0]?.tap(call(remove, {}))).toBeUndefined();
    rules.replace({ rules: [{ deny: 'delete_repo' }] });
    expect(await host.taps('authorize')[0]?.tap(call(remove, {}))).toBeDefined();
  });

  it('puts replaced rules in force at once and marks catalogs stale [issue7:1]', async () => {
    const rules = createPolicyRules({ rules: [{ deny: 'delete_*' }] });
    const host = await createTestHost(policyWith(rules));
    const run = fixtureRun();
    expect(listed(host, remove, run)).toBeDefined();
    rules.replace({ rules: [] });
    expect(listed(host, remove, run)).toBeUndefined();
    expect(host.invalidations).toBe(1);
    expect(() => rules.replace({ rules: [{ deny: '' }] })).toThrow('rules[0].deny: must not be empty');
    expect(host.invalidations).toBe(1);
    await host.dispose();
    rules.replace({ rules: [{ deny: '*' }] });
    expect(host.invalidations).toBe(1);
  });

  it('lets a host ask for explanations, also of replaced rules [issue7:1]', async () => {
    const rules = createPolicyRules({ rules: [{ deny: 'delete_*' }] });
    await using host = await createTestHost(policyWith(rules));
    const [explainer] = host.contributions(PolicyExplainers);
    expect(explainer?.explain(remove).decision).toBe('deny');
    rules.replace({});
    expect(explainer?.explain(remove).decision).toBe('allow');
  });

  it('refuses invalid rules where they are written', () => {
    expect(() => policy({ rules: [{ deny: 'a', agent: 'x' } as PolicyRule] })).toThrow(
      'rules[0].agent: unknown key. Did you mean "agents"?',
    );
  });
});

describe('policyOpen', () => {
  it('allows everything and says so once', async () => {
    await using host = await createTestHost(policyOpen());
    expect(listed(host, remove)).toBeUndefined();
    expect(host.logs).toHaveLength(1);
    expect(host.logs[0]).toMatchObject({ level: 'warn', message: expect.stringContaining('every tool') });
  });
});
