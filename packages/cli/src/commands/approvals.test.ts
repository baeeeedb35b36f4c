import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommandContext } from '../command-context.js';
import { listApprovals, revokeApprovals } from './approvals.js';

const folder = mkdtempSync(join(tmpdir(), 'approvals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const decision = {
  id: '0123456789abcdef',
  decision: 'allow',
  toolId: 'mcp:tracker:close_issue',
  toolDigest: 'a'.repeat(64),
  scope: { agent: 'coder' },
  reasonsDigest: 'b'.repeat(64),
  by: 'ann',
  at: 1,
  until: 4_102_444_800_000,
};

function commandIn(plugins: unknown[], isJson = false) {
  const configurationFile = join(folder, 'toolrack.json');
  writeFileSync(configurationFile, JSON.stringify({ plugins }));
  const printed: unknown[] = [];
  const terminal = {
    print: (text: string) => printed.push(text),
    printJson: (value: unknown) => printed.push(value),
    note: (text: string) => printed.push(text),
  };
  return { context: { configurationFile, isJson, terminal } as unknown as CommandContext, printed };
}

const memory = ['@toolrack/approval-memory', { file: 'state/approvals.json' }];

describe('approvals', () => {
  it('lists and revokes what the memory of the configuration keeps, from the folder of the configuration', async () => {
    const empty = commandIn([memory]);
    expect(await listApprovals(empty.context)).toBe(0);
    expect(empty.printed.join()).toContain('no decision is remembered');
    const { DecisionStore } = await import('@toolrack/approval-memory');
    new DecisionStore({ file: join(folder, 'state', 'approvals.json'), mostEntries: 10, now: Date.now }).set(decision as never);
    const listed = commandIn([memory]);
    await listApprovals(listed.context);
    expect(listed.printed.join()).toMatch(/0123456789abcdef +allow +mcp:tracker:close_issue +any arguments +agent=coder +ann +2100-01-01/);
    expect(await revokeApprovals(commandIn([memory]).context, 'mcp:tracker:other', false)).toBe(1);
    const revoking = commandIn([memory], true);
    expect(await revokeApprovals(revoking.context, 'mcp:tracker:close_issue', false)).toBe(0);
    expect(revoking.printed).toMatchObject([{ revoked: 1 }]);
    const after = commandIn([memory], true);
    await listApprovals(after.context);
    expect(after.printed).toMatchObject([{ decisions: [] }]);
  });

  it('says what to add when no memory has a file, and what is missing on the command line', async () => {
    await expect(listApprovals(commandIn([]).context)).rejects.toThrow('Add ["@toolrack/approval-memory", { "file": "approvals.json" }]');
    await expect(listApprovals(commandIn(['@toolrack/approval-memory']).context)).rejects.toThrow('keeps no approvals in a file');
    await expect(revokeApprovals(commandIn([memory]).context, undefined, false)).rejects.toThrow('or --all');
    await expect(revokeApprovals(commandIn([memory]).context, 'x', true)).rejects.toThrow('or --all');
  });
});
