import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { approval, definePlugin, type CallAnswer, type JsonObject, type Logger, type ToolrackEvent } from '@toolrack/contracts';
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
      if (command === undefined) return { params: { command: 'mended', timeout: undefined } };
      if (command === 'text') return 'blocked';
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
  async function calls(commands: readonly object[], decision?: 'allow' | 'deny', edited?: { command: unknown }) {
    const asked: JsonObject[] = [];
    const warnings: string[] = [];
    const approver = definePlugin({
      name: 'approver',
      version: '1.0.0',
      api: '^1',
      apply: (host) => {
        host.hooks.approvalNeeded.tap((call, dossier) =>
          call.arguments['command'] === 'policy' ? dossier.require('by a rule') : undefined,
        );
        host.hooks.approve.tap((request) => {
          asked.push(request.arguments);
          return decision === undefined ? undefined : approval(decision, edited === undefined ? {} : { arguments: edited as JsonObject });
        });
      },
    });
    const logger: Logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: (line) => void warnings.push(line),
      error: () => undefined,
    };
    await using runtime = await createRuntime({
      plugins: openclaw({
        add: [
          openclawSource({ baseDirectory: folder, modules: [{ path: './tools.mjs', owner: 'jobs' }, { path: './guard.mjs' }] }),
          approver(),
        ],
      }),
      logger,
    });
    const events: ToolrackEvent[] = [];
    runtime.events.onAny((event) => void events.push(event));
    const run = await runtime.startRun({ agent: 'clerk' });
    const answers: CallAnswer[] = [];
    for (const args of commands) answers.push(await run.call({ name: 'tool_call', arguments: { id: 'run_job', args } }));
    return {
      answers,
      events,
      asked,
      warnings,
      details: answers.map((answer) => (answer.details as { result?: { details?: unknown } }).result?.details),
    };
  }

  it('see the real tool, the highest priority first, and what the ones before made of the arguments [openclaw:23.1]', async () => {
    const { details } = await calls([{ command: 'x' }]);
    expect(details).toEqual([{ command: 'x' }]);
    expect(guardEvents()).toEqual([
      ['first', 'x'],
      ['second', 'x', 'run_job', 'clerk', expect.stringContaining('run_job')],
    ]);
  });

  it('repair arguments before they are validated, whether they answer at once or later [openclaw:23.4]', async () => {
    const { details, answers } = await calls([
      { cmd: 'y' },
      { command: 'late' },
      { timeout: 5.5 },
      {},
      { command: 'late', timeout: 3 },
      { command: 'late-wrong' },
      { cmd: 5 },
    ]);
    // What a handler does not name stays, what it names as undefined goes.
    expect(details.slice(0, 5)).toEqual([
      { command: 'y' },
      { command: 'later' },
      { command: 'mended' },
      { command: 'mended' },
      { command: 'later', timeout: 3 },
    ]);
    expect(answers.slice(5).map((answer) => answer.details)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: 'ERR_CALL_ARGUMENTS' }) }),
      expect.objectContaining({ error: expect.objectContaining({ code: 'ERR_CALL_ARGUMENTS' }) }),
    ]);
  });

  it('block a call before its arguments are judged, with the reason for the model; lower handlers are not asked [openclaw:23.2] [openclaw:23.4]', async () => {
    const { answers } = await calls([{ command: 'block', bogus: 1 }, { command: 'block-late' }]);
    expect(answers[0]).toMatchObject({ isError: true, details: { status: 'blocked', error: { code: 'ERR_CALL_DENIED' } } });
    expect(JSON.stringify(answers[0]?.content)).toContain('not on a Sunday');
    expect(answers[1]).toMatchObject({ details: { status: 'blocked' } });
    expect(guardEvents().map(([who]) => who)).toEqual(['first', 'first', 'second']);
  });

  it('fail closed when they throw or answer nonsense: an error of its own that names the plugin, and a warning that says why [openclaw:23.3] [openclaw:26c.4]', async () => {
    for (const [command, why] of [
      ['throw', 'the guard is broken'],
      ['text', 'it answers neither an object nor nothing'],
    ] as const) {
      const { answers, events, warnings } = await calls([{ command }]);
      expect(answers[0]).toMatchObject({
        isError: true,
        details: { error: { code: 'ERR_HOOK_FAULT', kind: 'plugin-fault' } },
      });
      const text = JSON.stringify(answers[0]);
      expect(text).toContain('handler of the plugin \\"guard\\" failed, so the tool was not called');
      expect(text).not.toMatch(/broken|denied|neither/);
      expect(warnings).toEqual([expect.stringContaining(`handler of plugin "guard" failed for openclaw:jobs:run_job: ${why}`)]);
      expect(events.find(({ name }) => name === 'hook:faulted')).toMatchObject({ reason: expect.stringContaining(why) });
      expect(events.find(({ name }) => name === 'call:started')).toBeUndefined();
    }
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

  it('change arguments before anybody is asked about them, so that what was shown is what runs [openclaw:23.1]', async () => {
    for (const command of ['ask-late', 'policy']) {
      const { details, asked } = await calls([{ command, timeout: 2 }], 'allow');
      const shown = { command: command === 'policy' ? 'policy' : 'asked', timeout: 2 };
      expect([details, asked]).toEqual([[shown], [shown]]);
    }
    expect(guardEvents().filter(([what]) => what === 'resolved')).toEqual([]);
    await calls([{ command: 'ask-late' }], 'allow');
    expect(guardEvents().at(-1)).toEqual(['resolved', 'allow-once']);
  });

  it('are asked about an edit of the approver, may block it, and do not change what a person has decided on [openclaw:23.1]', async () => {
    expect((await calls([{ command: 'ask' }], 'allow', { command: 'late' })).details).toEqual([{ command: 'late' }]);
    const { answers } = await calls([{ command: 'ask' }], 'allow', { command: 'block-late' });
    expect(answers[0]).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_DENIED' } } });
    const wrong = await calls([{ command: 'ask' }], 'allow', { command: 7 });
    expect(wrong.answers[0]).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_ARGUMENTS' } } });
  });
});
