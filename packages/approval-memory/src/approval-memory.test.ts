import {
  approval,
  ApprovalMemories,
  type ApprovalMemory,
  type ApprovalRequest,
  type RememberOptions,
  type Scope,
} from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, type FixtureToolInput } from '@toolrack/testkit';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import approvalMemoryDefault, { approvalMemory, DecisionStore, RememberedApprovals, type ApprovalMemoryOptions } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'approval-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Question {
  readonly scope?: Scope;
  readonly tool?: FixtureToolInput;
  readonly argumentsDigest?: string;
  readonly reasons?: readonly string[];
}

function request({ scope, tool, argumentsDigest = 'a'.repeat(64), reasons = ['a rule'] }: Question = {}): ApprovalRequest {
  return {
    run: fixtureRun(scope),
    callId: 'c1',
    parentCallId: 'm1',
    tool: fixtureTool({ id: 'mcp:tracker:close_issue', description: 'Close an issue.', ...tool }),
    arguments: {},
    signal: new AbortController().signal,
    approvalId: 'a1',
    reasons,
    argumentsDigest,
    deadline: Date.now() + 60_000,
  };
}

async function memoryWith(options: ApprovalMemoryOptions = {}) {
  const host = await createTestHost(approvalMemory(options));
  const [memory] = host.contributions(ApprovalMemories) as readonly [ApprovalMemory];
  return {
    host,
    remember: (asked: ApprovalRequest, reach: RememberOptions, decision = approval('allow', { by: 'ann' })) =>
      memory.remember(asked, decision, reach),
    ask: (asked: ApprovalRequest) => host.taps('approve')[0]?.tap(asked) as { decision: string; by?: string; reason?: string } | undefined,
    kept: host.service(RememberedApprovals),
    [Symbol.asyncDispose]: () => host.dispose(),
  };
}

describe('approvalMemory', () => {
  it('is the default export, under its package name and version, and answers before other channels ask', async () => {
    await using memory = await memoryWith();
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: memory.host.plugin.name, version: memory.host.plugin.version });
    expect(approvalMemoryDefault).toBe(approvalMemory);
    expect(memory.host.taps('approve')[0]?.stage).toBeLessThan(0);
  });

  it('answers the same question and says which decision it was', async () => {
    await using memory = await memoryWith();
    expect(memory.ask(request())).toBeUndefined();
    memory.remember(request(), { for: 'call' });
    const [{ id } = { id: '' }] = memory.kept.list();
    expect(memory.ask(request())).toMatchObject({ decision: 'allow', by: 'memory (ann)', reason: `remembered decision ${id}` });
  });

  it.each<[string, Question, boolean, boolean]>([
    ['the same arguments', {}, true, true],
    ['other arguments', { argumentsDigest: 'b'.repeat(64) }, false, true],
    ['another tool', { tool: { id: 'mcp:tracker:delete_issue' } }, false, false],
    ['a changed definition', { tool: { description: 'Close an issue, and all others.' } }, false, false],
    ['another reason to ask', { reasons: ['a rule', 'money moves'] }, false, false],
    ['another session', { scope: { session: 's2' } }, false, false],
    ['another tenant', { scope: { tenant: 't2' } }, false, false],
  ])('for %s', async (_what, question, byCall, byTool) => {
    for (const [reach, holds] of [
      ['call', byCall],
      ['tool', byTool],
    ] as const) {
      await using memory = await memoryWith();
      memory.remember(request(), { for: reach });
      expect(memory.ask(request(question)) !== undefined).toBe(holds);
    }
  });

  it('is bound to the parts of the scope that the options name', async () => {
    await using memory = await memoryWith({ scope: ['tenant', 'agent'] });
    memory.remember(request({ scope: { tenant: 't', agent: 'a', session: 's1' } }), { for: 'call' });
    expect(memory.ask(request({ scope: { tenant: 't', agent: 'a', session: 's2' } }))).toMatchObject({ decision: 'allow' });
    expect(memory.ask(request({ scope: { tenant: 't', agent: 'b', session: 's1' } }))).toBeUndefined();
  });

  it('forgets after the asked time, and never keeps longer than its own limit', async () => {
    let time = 1000;
    await using memory = await memoryWith({ maxDurationMs: 100, now: () => time });
    memory.remember(request(), { for: 'call', durationMs: 10 });
    time = 1010;
    expect(memory.ask(request())).toBeUndefined();
    memory.remember(request(), { for: 'call', durationMs: 5000 });
    time = 1109;
    expect(memory.ask(request())).toBeDefined();
    time = 1110;
    expect(memory.ask(request())).toBeUndefined();
    expect(memory.kept.list()).toEqual([]);
  });

  it('lets a denial win over an approval, keeps denials only when it may, and never an edited call', async () => {
    await using memory = await memoryWith();
    memory.remember(request(), { for: 'tool' });
    memory.remember(request(), { for: 'call' }, approval('deny'));
    expect(memory.ask(request())).toMatchObject({ decision: 'deny' });
    await using lenient = await memoryWith({ denials: false });
    lenient.remember(request(), { for: 'call' }, approval('deny'));
    lenient.remember(request(), { for: 'call' }, approval('allow', { arguments: { number: 8 } }));
    expect(lenient.kept.list()).toEqual([]);
  });

  it('revokes at once', async () => {
    await using memory = await memoryWith();
    memory.remember(request(), { for: 'call' });
    expect(memory.kept.revoke(({ toolId }) => toolId === 'mcp:tracker:close_issue')).toBe(1);
    expect(memory.ask(request())).toBeUndefined();
  });

  it('lets the oldest decisions leave when there are too many', async () => {
    await using memory = await memoryWith({ maxEntries: 2 });
    const asked = ['1', '2', '3'].map((digit) => request({ argumentsDigest: digit.repeat(64) }));
    for (const one of asked) memory.remember(one, { for: 'call' });
    expect(asked.map((one) => memory.ask(one) !== undefined)).toEqual([false, true, true]);
  });

  it('keeps decisions in a file that only its owner may read, and sees what another process revokes there', async () => {
    const file = join(folder, 'inner', 'approvals.json');
    await using first = await memoryWith({ file });
    first.remember(request(), { for: 'tool' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await using second = await memoryWith({ file });
    expect(second.ask(request())).toMatchObject({ decision: 'allow' });
    new DecisionStore({ file, mostEntries: 10, now: Date.now }).revoke(() => true);
    expect(first.ask(request())).toBeUndefined();
    expect(second.ask(request())).toBeUndefined();
  });

  it.each(['', '{', '[]', '{"version":2,"decisions":[]}', '{"version":1,"decisions":[{"id":"x"}]}'])(
    'remembers nothing from a damaged file (%j), says so, and goes on',
    async (content) => {
      const file = join(folder, 'damaged.json');
      writeFileSync(file, content);
      await using memory = await memoryWith({ file });
      expect(memory.ask(request())).toBeUndefined();
      expect(memory.host.logs.map(({ message }) => message).join()).toContain('remembered approvals are not used');
      memory.remember(request(), { for: 'call' });
      expect(memory.ask(request())).toBeDefined();
    },
  );
});
