import { planCalls, plannerFacts, unwrapControlCall } from '@toolrack/surface-hermes';

import { caseRun } from '../test/case-runtime.js';

const tool = (server: string, name: string) => ({ name, description: 'Does it.', server, inputSchema: { type: 'object' } });
const call = (name: string, args: object) => ({ name: 'tool_call', arguments: { calls: [{ name, arguments: args }] } });

describe('a turn that a host plans', () => {
  it('goes as the README of surface-hermes shows', async () => {
    await using given = await caseRun('hermes', [tool('docs', 'read'), tool('mail', 'send')]);
    const { run } = given;
    const calls = [call('mcp__docs__read', { page: 1 }), call('mcp__docs__read', { page: 2 }), call('mcp__mail__send', { to: 'ada' })];
    expect(unwrapControlCall(calls[2] as (typeof calls)[0])).toEqual({ name: 'mcp__mail__send', arguments: { to: 'ada' } });
    expect(unwrapControlCall({ name: 'tool_call', arguments: { calls: [] } })).toMatchObject({
      name: 'tool_call',
      error: expect.any(String),
    });
    const plan = planCalls(calls, plannerFacts(run.entries, ['mcp:docs']));
    expect(plan).toEqual([
      { mode: 'parallel', calls: [0, 1] },
      { mode: 'sequential', calls: [2] },
    ]);
    for (const { mode, calls: planned } of plan) {
      const send = (index: number) => run.call(calls[index] as (typeof calls)[0]);
      if (mode === 'parallel') await Promise.all(planned.map(send));
      else for (const index of planned) await send(index);
    }
    expect(given.delivered.map(({ tool: name }) => name)).toEqual(['read', 'read', 'send']);
  });
});
