import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { approval, definePlugin, type CallAnswer, type ToolrackEvent } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { openclawSource } from '@toolrack/source-openclaw';

import { openclaw } from './index.js';

const parameters = {
  type: 'object',
  properties: { command: { type: 'string' }, timeout: { type: 'integer' } },
  required: ['command'],
  additionalProperties: false,
};
const modules = {
  'tools.mjs': `export const tools = [{ name: 'run_job', description: 'Runs a job.', parameters: ${JSON.stringify(parameters)},
    execute: async (_id, params) => ({ content: [], details: params }) }];`,
  'guard.mjs': `export default { id: 'guard', register(api) {
    globalThis.guardEvents = [];
    const on = (handler, priority) => api.on('before_tool_call', handler, priority === undefined ? undefined : { priority });
    on(async (event, context) => {
      const { command } = event.params;
      globalThis.guardEvents.push(['second', command, event.toolName, context.agentId, event.toolCallId]);
      if (command === 'late') return { params: { command: 'later' } };
      if (command === 'late-wrong') return { params: { command: 7 } };
      if (command === 'ask' || command === 'ask-late')
        return {
          ...(command === 'ask' ? {} : { params: { command: 'asked' } }),
          requireApproval: { title: 'Run it', description: 'really', onResolution: (decision) => globalThis.guardEvents.push(['resolved', decision]) },
        };
      if (command === 'throw') throw new Error('the guard is broken');
      if (command === 'block-late') return { block: true };
      return { block: false };
    });
    on((event) => {
      const { cmd, ...rest } = event.params;
      globalThis.guardEvents.push(['first', rest.command ?? cmd]);
      if (cmd !== undefined) return { params: { ...rest, command: cmd } };
      if (rest.command === 'block') return { block: true, blockReason: 'not on a Sunday' };
      event.params.command = 'mutated';
    }, 5);
    api.on('message_received', () => undefined);
  } };`,
};

describe('before_tool_call handlers of OpenClaw plugins', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-hooks-'));
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const guardEvents = () => (globalThis as unknown as { guardEvents: unknown[][] }).guardEvents;
  async function calls(commands: readonly object[], decision?: 'allow' | 'deny', edited?: { command: string }) {
    const approver = definePlugin({
      name: 'approver',
      version: '1.0.0',
      api: '^1',
      apply: (host) =>
        host.hooks.approve.tap(() =>
          decision === undefined ? undefined : approval(decision, edited === undefined ? {} : { arguments: edited }),
        ),
    });
    await using runtime = await createRuntime({
      plugins: openclaw({
        add: [
          openclawSource({ baseDirectory: folder, modules: [{ path: './tools.mjs', owner: 'jobs' }, { path: './guard.mjs' }] }),
          approver(),
        ],
      }),
    });
    const events: ToolrackEvent[] = [];
    runtime.events.onAny((event) => void events.push(event));
    const run = await runtime.startRun({ agent: 'clerk' });
    const answers: CallAnswer[] = [];
    for (const args of commands) answers.push(await run.call({ name: 'tool_call', arguments: { id: 'run_job', args } }));
    return { answers, events, details: answers.map((answer) => (answer.details as { result?: { details?: unknown } }).result?.details) };
  }

  it('see the real tool, the highest priority first, and what the ones before made of the arguments [openclaw:23.1]', async () => {
    const { details } = await calls([{ command: 'x' }]);
    expect(details).toEqual([{ command: 'x' }]);
    expect(guardEvents()).toEqual([
      ['first', 'x'],
      ['second', 'x', 'run_job', 'clerk', expect.stringContaining('run_job')],
    ]);
  });

  it('repair arguments before they are validated when they answer at once, and are validated when they answer later [openclaw:23.4]', async () => {
    const { details, answers, events } = await calls([{ cmd: 'y' }, { command: 'late' }, { command: 'late-wrong' }, { cmd: 5 }]);
    expect(details.slice(0, 2)).toEqual([{ command: 'y' }, { command: 'later' }]);
    expect(answers.slice(2).map((answer) => answer.details)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: 'ERR_CALL_ARGUMENTS' }) }),
      expect.objectContaining({ error: expect.objectContaining({ code: 'ERR_CALL_ARGUMENTS' }) }),
    ]);
    // A late change leaves a trace of who made it.
    expect(events.filter(({ name }) => name === 'approval:decided')[0]).toMatchObject({
      decision: 'allow',
      edited: true,
      by: 'plugin guard',
    });
  });

  it('block a call before its arguments are judged, with the reason for the model; lower handlers are not asked [openclaw:23.2] [openclaw:23.4]', async () => {
    const { answers } = await calls([{ command: 'block', bogus: 1 }, { command: 'block-late' }]);
    expect(answers[0]).toMatchObject({ isError: true, details: { status: 'blocked', error: { code: 'ERR_CALL_DENIED' } } });
    expect(JSON.stringify(answers[0]?.content)).toContain('not on a Sunday');
    expect(answers[1]).toMatchObject({ details: { status: 'blocked' } });
    expect(guardEvents().map(([who]) => who)).toEqual(['first', 'first', 'second']);
  });

  it('fail closed when they throw, and tell only operators why [openclaw:23.3] [openclaw:26c.4]', async () => {
    const { answers, events } = await calls([{ command: 'throw' }]);
    expect(answers[0]).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_DENIED' } } });
    expect(JSON.stringify(answers[0])).not.toContain('broken');
    expect(events.find(({ name }) => name === 'call:denied')).toMatchObject({ reason: expect.stringContaining('the guard is broken') });
  });

  it('ask for an approval, and hear what became of it [openclaw:23.1]', async () => {
    expect((await calls([{ command: 'ask' }], 'allow')).details).toEqual([{ command: 'ask' }]);
    expect(guardEvents().at(-1)).toEqual(['resolved', 'allow-once']);
    const { answers, events } = await calls([{ command: 'ask' }], 'deny');
    expect(answers[0]).toMatchObject({ details: { error: { code: 'ERR_CALL_APPROVAL' } } });
    expect(events.find(({ name }) => name === 'approval:requested')).toMatchObject({ reasons: ['Plugin guard: Run it: really'] });
    expect(guardEvents().at(-1)).toEqual(['resolved', 'deny']);
    expect((await calls([{ command: 'ask' }])).answers[0]).toMatchObject({ details: { error: { code: 'ERR_CALL_APPROVAL' } } });
  });

  it('never run a call with arguments that a handler has replaced; an approver may still set them [openclaw:23.1]', async () => {
    const { answers } = await calls([{ command: 'ask-late' }], 'allow');
    expect(answers[0]).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_DENIED' } } });
    expect((await calls([{ command: 'ask-late' }], 'allow', { command: 'asked' })).details).toEqual([{ command: 'asked' }]);
  });
});
