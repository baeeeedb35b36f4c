import {
  approval,
  definePlugin,
  deny,
  ToolSources,
  type CallAnswer,
  type Plugin,
  type Run,
  type ToolDefinition,
  type ToolSource,
} from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { createPolicyRules, policyWith, type PolicyOptions } from '@toolrack/policy';

import { hermes, openclaw, standard } from './index.js';

/** A server that notes what it carries out. */
function server(owner: string, tools: readonly ToolDefinition[], ran: string[], listeners: (() => void)[] = []): ToolSource {
  return {
    kind: 'mcp',
    owner,
    trust: 'trusted',
    list: async () => ({ tools: [...tools] }),
    call: async ({ name, arguments: given }) => {
      ran.push(`${name} ${JSON.stringify(given)}`);
      return { content: [{ type: 'text', text: 'done' }] };
    },
    onChange: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
}

const plugin = (name: string, apply: Parameters<typeof definePlugin>[0]['apply']): Plugin =>
  definePlugin({ name, version: '1.0.0', api: '^1', apply })();
const sources = (...given: ToolSource[]): Plugin =>
  plugin('test-sources', (host) => given.forEach((source) => host.contribute(ToolSources, source)));
const boot = (preset: typeof standard | typeof hermes, add: readonly Plugin[], policy: PolicyOptions = {}) =>
  createRuntime({ plugins: preset({ policy, add }), trust: { 'mcp:*': 'trusted' } });
const tool = (name: string, description = 'Does something.'): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});
const textOf = (answer: CallAnswer): string => answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** The name that Hermes gives a server's tool. */
const hermesName = (id: string): string => id.split(':').join('__');

describe.each([
  ['standard', standard],
  ['openclaw', openclaw],
  ['hermes', hermes],
] as const)('the rules of a %s runtime', (name, preset) => {
  const isHermes = name === 'hermes';
  const search = (run: Run, query: string) => run.call({ name: 'tool_search', arguments: isHermes ? { queries: [query] } : { query } });
  const describeTool = (run: Run, id: string) =>
    run.call({ name: 'tool_describe', arguments: isHermes ? { names: [hermesName(id)] } : { id } });
  const callTool = (run: Run, id: string, args: object = {}) =>
    run.call({ name: 'tool_call', arguments: isHermes ? { calls: [{ name: hermesName(id), arguments: args }] } : { id, args } });

  it('leave a denied tool out of search, describe, call and every count [policy-213] [policy-225]', async () => {
    const ran: string[] = [];
    await using runtime = await boot(
      preset,
      [sources(server('github', [tool('create_issue'), tool('get_repo')], ran), server('dangerplugin', [tool('danger_wipe')], ran))],
      { default: 'deny', rules: [{ allow: 'mcp:github:*' }, { deny: '*:delete_*' }] },
    );
    const run = await runtime.startRun();
    expect(run.entries.map((entry) => entry.tool.name)).toEqual(['create_issue', 'get_repo']);
    expect([run.catalog.total, run.catalog.sources.map(({ id }) => id)]).toEqual([2, expect.not.arrayContaining(['mcp:dangerplugin'])]);
    const answers = [
      await search(run, 'danger wipe'),
      await describeTool(run, 'mcp:dangerplugin:danger_wipe'),
      await callTool(run, 'mcp:dangerplugin:danger_wipe'),
    ];
    for (const answer of answers) expect(textOf(answer)).not.toContain('dangerplugin:danger_wipe","');
    await expect(run.callTool('mcp:dangerplugin:danger_wipe', { arguments: {} })).rejects.toMatchObject({ code: 'ERR_TOOL_UNKNOWN' });
    expect(JSON.stringify(run.tools) + run.prompt).not.toMatch(/danger/u);
    expect(ran).toEqual([]);
  });

  it('are never narrower than the look-up of a name [policy-218]', async () => {
    const ran: string[] = [];
    await using runtime = await boot(preset, [sources(server('github', [tool('delete_repo'), tool('get_repo')], ran))], {
      rules: [{ deny: 'delete_repo' }],
    });
    const run = await runtime.startRun();
    for (const name of [
      'Delete_Repo',
      'delete_repo ',
      '\uFF44elete_repo',
      'github/delete_repo',
      'delete-repo',
      'mcp:github:delete_repo',
      ' MCP:github:delete_repo',
    ]) {
      await run.call({ name: 'tool_call', arguments: isHermes ? { calls: [{ name, arguments: {} }] } : { id: name, args: {} } });
      await run.call({ name, arguments: {} });
    }
    expect(ran).toEqual([]);
  });

  it('hold for tools that a server adds later [policy-222]', async () => {
    const ran: string[] = [];
    const listeners: (() => void)[] = [];
    const tools = [tool('memory')];
    await using runtime = await boot(preset, [sources(server('memory', tools, ran, listeners), server('files', [tool('read')], ran))], {
      rules: [{ deny: '*', sources: 'mcp:memory' }],
    });
    await runtime.startRun();
    tools.push(tool('fact_store', 'Store a fact.'));
    listeners.forEach((listener) => listener());
    const run = await runtime.startRun();
    expect(run.entries.map((entry) => entry.tool.name)).toEqual(['read']);
    expect(textOf(await search(run, 'store fact'))).not.toContain('mcp:memory');
    await callTool(run, 'mcp:memory:fact_store');
    expect(ran).toEqual([]);
  });

  it('ask about a tool that no rule knows when the default is to ask [policy-221]', async () => {
    const ran: string[] = [];
    const asked: string[] = [];
    const approver = plugin('test-approver', (host) =>
      host.hooks.approve.tap((request) => {
        asked.push(request.tool.name);
        return approval('deny');
      }),
    );
    await using runtime = await boot(preset, [sources(server('srv', [tool('new_tool'), tool('old_tool')], ran)), approver], {
      default: 'ask',
      rules: [{ allow: 'mcp:srv:old_tool' }],
    });
    const run = await runtime.startRun();
    await callTool(run, 'mcp:srv:old_tool');
    await callTool(run, 'mcp:srv:new_tool');
    expect([asked, ran]).toEqual([['new_tool'], ['old_tool {}']]);
  });

  it('take a tool away at once: from search, describe and call of a run that has it [issue7:1]', async () => {
    const ran: string[] = [];
    const rules = createPolicyRules();
    await using runtime = await createRuntime({
      plugins: preset({
        without: ['@toolrack/policy'],
        add: [policyWith(rules), sources(server('srv', [tool('wipe_disk', 'Wipe a disk.'), tool('read_disk', 'Read a disk.')], ran))],
      }),
      trust: { 'mcp:*': 'trusted' },
    });
    const run = await runtime.startRun();
    expect(textOf(await search(run, 'wipe disk'))).toContain('wipe_disk');
    rules.replace({ rules: [{ deny: 'wipe_disk' }] });
    expect(JSON.stringify((await run.search({ text: 'wipe disk', limit: 5 })).hits)).not.toContain('wipe_disk');
    expect(run.describe('mcp:srv:wipe_disk')).toBeUndefined();
    await callTool(run, 'mcp:srv:wipe_disk');
    expect(ran).toEqual([]);
    expect((await runtime.startRun()).entries.map((entry) => entry.tool.name)).toEqual(['read_disk']);
  });
});

describe('approvals', () => {
  const exec: ToolDefinition = {
    name: 'exec',
    description: 'Run.',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  };

  it('hold for one call with exactly its arguments, so a grant cannot be used again [policy-216]', async () => {
    const ran: string[] = [];
    // Approved out of band once: this digest, one use.
    let grant: string | undefined;
    const approver = plugin('test-approver', (host) =>
      host.hooks.approve.tap((request) => {
        grant ??= request.argumentsDigest;
        const isGranted = grant === request.argumentsDigest;
        if (isGranted) grant = 'used';
        return approval(isGranted ? 'allow' : 'deny');
      }),
    );
    const reader: ToolDefinition = {
      name: 'read_file',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    };
    await using runtime = await boot(standard, [sources(server('files', [reader], ran)), approver], { rules: [{ ask: '*' }] });
    const run = await runtime.startRun();
    const verdicts = [];
    for (const path of ['a.txt', 'a.txt', '/etc/shadow']) {
      const answer = await run.call({ name: 'tool_call', arguments: { id: 'mcp:files:read_file', args: { path } } });
      verdicts.push(answer.isError ? 'refuse' : 'run');
    }
    expect([verdicts, ran]).toEqual([['run', 'refuse', 'refuse'], ['read_file {"path":"a.txt"}']]);
  });

  it('see the arguments that run, after every hook; a hook that blocks leaves nothing to run [policy-223]', async () => {
    const ran: string[] = [];
    const seen: unknown[] = [];
    let isBlocked = false;
    const hooks = plugin('test-hooks', (host) => {
      host.hooks.args.tap((given, call) => (call.tool.name === 'exec' ? { ...given, command: 'ls -la' } : given));
      host.hooks.authorize.tap(() => (isBlocked ? deny('blocked') : undefined));
      host.hooks.approve.tap((request) => {
        seen.push(request.arguments);
        return approval('allow');
      });
    });
    await using runtime = await boot(standard, [sources(server('shell', [exec], ran)), hooks], { rules: [{ ask: 'exec' }] });
    const run = await runtime.startRun();
    const call = () => run.call({ name: 'tool_call', arguments: { id: 'mcp:shell:exec', args: { command: 'ls' } } });
    expect((await call()).isError).toBe(false);
    expect([seen, ran]).toEqual([[{ command: 'ls -la' }], ['exec {"command":"ls -la"}']]);
    isBlocked = true;
    expect(await call()).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_DENIED' } } });
    expect([seen.length, ran.length]).toEqual([1, 1]);
  });

  it('are not asked for a call whose final arguments do not fit the schema [policy-223]', async () => {
    const ran: string[] = [];
    const seen: unknown[] = [];
    const hooks = plugin('test-hooks', (host) => {
      host.hooks.args.tap((given, call) => (call.tool.name === 'exec' ? { command: 5 } : given));
      host.hooks.approve.tap((request) => {
        seen.push(request.arguments);
        return approval('allow');
      });
    });
    await using runtime = await boot(standard, [sources(server('shell', [exec], ran)), hooks], { rules: [{ ask: 'exec' }] });
    const run = await runtime.startRun();
    const answer = await run.call({ name: 'tool_call', arguments: { id: 'mcp:shell:exec', args: { command: 'ls' } } });
    expect(answer).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_ARGUMENTS' } } });
    expect([seen, ran]).toEqual([[], []]);
  });
});
