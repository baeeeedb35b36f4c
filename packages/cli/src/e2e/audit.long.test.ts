import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { openclawTools, Script, Workspace } from '../../test/command.js';

jest.setTimeout(600_000);

describe('toolrack audit verify', () => {
  const workspace = new Workspace({
    preset: 'openclaw',
    plugins: [openclawTools, ['@toolrack/audit-log', { file: 'audit.jsonl' }]],
    policy: {
      rules: [
        { ask: 'openclaw:core:delete_all', name: 'careful' },
        { deny: 'openclaw:core:add', arguments: { a: 13 }, name: 'no thirteen' },
      ],
    },
  });
  const log = join(workspace.folder, 'audit.jsonl');
  afterAll(() => workspace.dispose());

  it('says that a real log is whole, and names the first line that is not [issue7:7]', async () => {
    expect(await workspace.run(['audit', 'verify'])).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no audit log') });
    const script = new Script(workspace);
    const { run } = await script.ask('start', { run: { agent: 'clerk' } });
    const call = (id: string, args: object) => script.ask('call', { run, name: 'tool_call', arguments: { id, args } });
    await call('openclaw:core:add', { a: 1, b: 2 });
    await call('openclaw:core:add', { a: 13, b: 2 });
    await call('openclaw:core:fail', {});
    const pending = await call('openclaw:core:delete_all', {});
    await script.ask('approve', { approvalId: pending['pending'].approvalId, decision: 'deny' });
    await script.ask('end', { run });
    expect((await script.close()).code).toBe(0);

    const text = readFileSync(log, 'utf8');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.map(({ type }) => type)).toEqual([
      'opened',
      'run',
      'call',
      'outcome',
      'denied',
      'call',
      'outcome',
      'asked',
      'answered',
      'denied',
      'end',
      'closed',
    ]);
    expect(records[3]).toMatchObject({
      scope: { agent: 'clerk' },
      tool: 'openclaw:core:add',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
      outcome: 'ok',
    });
    expect(records[4]).toMatchObject({ code: 'ERR_CALL_DENIED', rule: 'no thirteen', plugin: '@toolrack/policy' });
    expect(records[9]).toMatchObject({ code: 'ERR_CALL_APPROVAL' });
    const good = await workspace.run(['audit', 'verify']);
    expect([good.code, good.stdout]).toEqual([0, expect.stringMatching(/^ok +.*audit\.jsonl: 12 records are as they were written/u)]);
    writeFileSync(log, text.replace('"outcome":"ok"', '"outcome":"no"'));
    const bad = await workspace.run(['audit', 'verify', 'audit.jsonl', '--json']);
    expect([bad.code, JSON.parse(bad.stdout)]).toEqual([
      1,
      { ok: false, logs: [expect.objectContaining({ lines: 3, fault: expect.objectContaining({ line: 4 }) })] },
    ]);
  });

  it('says how to get a log where there is none', async () => {
    const bare = new Workspace({ preset: 'openclaw' });
    expect(await bare.run(['audit', 'verify'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Add ["@toolrack/audit-log"') });
    expect(await bare.run(['audit', 'show'])).toMatchObject({ code: 2, stderr: expect.stringContaining('there is audit verify') });
    bare.dispose();
  });
});
