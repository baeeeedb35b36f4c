import { activityLog } from '@toolrack/activity-log';
import { auditLog } from '@toolrack/audit-log';
import { definePlugin, deny, ToolSources, type Plugin, type ToolrackEvent } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { recordingLogger } from '@toolrack/testkit';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hermes, openclaw, standard } from './index.js';

const secrets = {
  mode: 'cloud',
  api_token: 'sk-TESTSECRET-0001',
  nested: { headers: { Authorization: 'Bearer TESTSECRET-0002' } },
  list: [{ password: 'TESTSECRET-0003' }],
  url: 'https://u:TESTSECRET-0004@h.example/?access_token=TESTSECRET-0005',
};
const said = `cannot use ${JSON.stringify(secrets)}: TESTSECRET-0003 and TESTSECRET-0004 were refused`;

const source: Plugin = definePlugin({
  name: 'test-backend',
  version: '1.0.0',
  api: '^1',
  apply: (host) => {
    host.contribute(ToolSources, {
      kind: 'mcp',
      owner: 'backend',
      trust: 'trusted',
      list: async () => ({
        tools: ['set_backend', 'break_backend', 'refuse_backend', 'deny_backend'].map((name) => ({
          name,
          inputSchema: { type: 'object' },
        })),
      }),
      call: async ({ name }) => {
        if (name === 'break_backend') throw new Error(said);
        return { content: [{ type: 'text', text: name === 'refuse_backend' ? said : 'done' }], isError: name === 'refuse_backend' };
      },
    });
    host.hooks.authorize.tap(({ tool }) => (tool.name === 'deny_backend' ? deny(said) : undefined));
  },
})();

describe.each([
  ['standard', standard],
  ['openclaw', openclaw],
  ['hermes', hermes],
] as const)('secrets in the arguments of a call (%s)', (name, preset) => {
  it('reach no log, activity record or audit record, when it succeeds, fails, refuses or is denied [logs-233]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolrack-secrets-'));
    const files = ['activity.jsonl', 'audit.jsonl'].map((file) => join(folder, file)) as [string, string];
    const logger = recordingLogger();
    const events: ToolrackEvent[] = [];
    const runtime = await createRuntime({
      plugins: preset({ add: [source, activityLog({ file: files[0] }), auditLog({ file: files[1], arguments: 'redacted' })] }),
      trust: { 'mcp:*': 'trusted' },
      logger,
    });
    runtime.events.onAny((event) => void events.push(event));
    const run = await runtime.startRun();
    for (const tool of ['set_backend', 'break_backend', 'refuse_backend', 'deny_backend']) {
      const given =
        name === 'hermes'
          ? { calls: [{ name: `mcp__backend__${tool}`, arguments: secrets }] }
          : { id: `mcp:backend:${tool}`, args: secrets };
      await run.call({ name: 'tool_call', arguments: given });
    }
    await runtime.dispose();
    expect(JSON.stringify(logger.lines)).not.toContain('TESTSECRET');
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(text.split('\n').filter((line) => /_backend/u.test(line)).length).toBeGreaterThanOrEqual(4);
      expect(text.split('\n').filter((line) => line.includes('TESTSECRET'))).toEqual([]);
    }
    // The reason of a failure is in the tool's own words; whoever writes it down removes secrets from it.
    const facts = events.map((event) => ({ ...event, reason: '' }));
    expect(facts.filter((event) => JSON.stringify(event).includes('TESTSECRET'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
