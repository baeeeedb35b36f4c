import assert from 'node:assert/strict';
import { type CallView, type Denial, isDenial, type Plugin, type RunContext } from '@toolrack/contracts';
import { fixtureRun } from './fixture-run.js';
import type { PolicyRow } from './policy-table.js';
import type { SuiteRunner } from './runner.js';
import { createTestHost, type TestHost } from './test-host.js';

function checkedDenial(value: unknown, hook: string): Denial | undefined {
  if (value === undefined) return undefined;
  assert.ok(isDenial(value), `a ${hook} tap returned a ${value === null ? 'null' : typeof value}, neither undefined nor deny(reason)`);
  assert.ok(typeof value.reason === 'string' && value.reason.trim() !== '', `a denial of ${hook} gives no reason`);
  return value;
}

/** The first denial of the `policy` taps, which is the same whenever the same question is asked. */
function askPolicy(host: TestHost, row: PolicyRow, run: RunContext, phase: PolicyRow['phases'][number]): Denial | undefined {
  const ask = (): Denial | undefined => {
    for (const { tap } of host.taps('policy')) {
      const denial = checkedDenial(tap(row.tool, { run, phase }), 'policy');
      if (denial !== undefined) return denial;
    }
    return undefined;
  };
  const [first, second] = [ask(), ask()];
  assert.deepEqual(second?.reason, first?.reason, `the policy answers differently when it is asked again at ${phase}`);
  return first;
}

async function askAuthorize(host: TestHost, call: CallView): Promise<Denial | undefined> {
  for (const { tap } of host.taps('authorize')) {
    const denial = checkedDenial(await tap(call), 'authorize');
    if (denial !== undefined) return denial;
  }
  return undefined;
}

async function askApproval(host: TestHost, call: CallView): Promise<readonly string[]> {
  const reasons: string[] = [];
  const dossier = {
    require: (reason: string) => {
      assert.ok(typeof reason === 'string' && reason.trim() !== '', 'an approval is required without a reason');
      reasons.push(reason);
    },
  };
  for (const { tap } of host.taps('approvalNeeded')) await tap(call, dossier);
  return reasons;
}

const fits = (wanted: string | RegExp, given: string): boolean =>
  typeof wanted === 'string' ? wanted === given : new RegExp(wanted.source, wanted.flags.replace(/[gy]/gu, '')).test(given);

function assertDenial(row: PolicyRow, denial: Denial | undefined, where: string): void {
  assert.ok(denial !== undefined, `${row.tool.id} is not denied ${where}`);
  const wanted = row.reason as string | RegExp;
  assert.ok(fits(wanted, denial.reason), `the reason is ${JSON.stringify(denial.reason)}, not ${String(wanted)}`);
  if (row.rule !== undefined) assert.equal(denial.rule, row.rule, 'the rule that decided');
}

async function runRow(host: TestHost, row: PolicyRow): Promise<void> {
  assert.ok(
    host.taps('policy').length + host.taps('authorize').length + host.taps('approvalNeeded').length > 0,
    `${host.plugin.name} taps neither policy nor authorize nor approvalNeeded`,
  );
  const run = fixtureRun(row.scope);
  const other = fixtureRun(row.scope);
  const call: CallView = Object.freeze({
    run,
    callId: 'policy-call',
    parentCallId: 'policy-parent',
    tool: row.tool,
    arguments: row.arguments,
    signal: new AbortController().signal,
  });
  const denials = row.phases.map((phase) => [phase, askPolicy(host, row, run, phase)] as const);
  // At `list` the answer is cached for equal scopes, so it may depend on tool and scope alone.
  if (row.phases.includes('list')) {
    assert.deepEqual(
      askPolicy(host, row, other, 'list')?.reason,
      denials[0]?.[1]?.reason,
      'the answer at list differs between two runs of equal scopes',
    );
  }
  const authorize = row.phases.includes('call') ? await askAuthorize(host, call) : undefined;
  if (row.verdict === 'denies') {
    if (authorize !== undefined && denials.every(([, denial]) => denial === undefined)) {
      assertDenial(row, authorize, 'by authorize');
    } else for (const [phase, denial] of denials) assertDenial(row, denial, `at ${phase}`);
  } else {
    for (const [where, denial] of [...denials, ['authorize', authorize] as const]) {
      assert.equal(denial, undefined, `${row.tool.id} is denied at ${where}: ${denial?.reason ?? ''}`);
    }
    const reasons = row.phases.includes('call') ? await askApproval(host, call) : [];
    if (row.verdict === 'allows') assert.deepEqual(reasons, [], `${row.tool.id} needs an approval`);
    else {
      assert.ok(reasons.length > 0, `${row.tool.id} needs no approval`);
      const wanted = row.reason as string | RegExp;
      assert.ok(
        reasons.some((reason) => fits(wanted, reason)),
        `no reason of ${JSON.stringify(reasons)} is ${String(wanted)}`,
      );
    }
  }
  assert.deepEqual(row.guard?.touches ?? [], [], 'the policy read the schema of an untrusted tool');
}

/** Registers one row as a case with a host of its own. */
export function registerPolicyCase(it: SuiteRunner['it'], row: PolicyRow, make: () => Plugin | Promise<Plugin>): void {
  it(row.name, async () => {
    const host = await createTestHost(await make());
    try {
      await runRow(host, row);
    } finally {
      await host.dispose();
    }
  });
}
