import { jest } from '@jest/globals';

import { everything, fixture, openclawTools, Script, textOf, Workspace, type Answer } from '../../test/command.js';

jest.setTimeout(120_000);

const clientTools = [
  { name: 'pick', description: 'Pick a colour', inputSchema: { type: 'object', properties: { from: { type: 'array' } } } },
];
const rules = [
  { ask: 'openclaw:core:delete_all', reason: 'it deletes' },
  { deny: 'openclaw:core:fail', agents: ['guest'], reason: 'guests do not fail' },
];

describe('toolrack run --jsonl', () => {
  const workspace = new Workspace({
    mcpServers: { everything: { ...everything, trust: 'trusted' } },
    plugins: [openclawTools],
    policy: { rules },
  });
  let script: Script;
  let run: string;
  beforeAll(async () => {
    script = new Script(workspace);
    run = ((await script.ask('start', { run: { agent: 'tester', clientTools } })) as { run: string }).run;
  });
  afterAll(async () => {
    const { code, stderr } = await script.close();
    workspace.dispose();
    expect(code).toBe(0);
    expect(stderr).toContain('a module that prints when it is loaded');
  });

  const callTool = (id: string, args: unknown, fields: object = {}) =>
    script.ask('call', { run, name: 'tool_call', arguments: { id, args }, ...fields });

  it('starts a run with tools, prompt and catalog', async () => {
    const answer = await script.ask('start', { run: { agent: 'tester' } });
    expect(Object.keys(answer).sort()).toEqual(['catalog', 'id', 'prompt', 'run', 'tools']);
    expect(answer['run']).not.toBe(run);
    expect((answer['tools'] as Answer[]).map((tool) => tool['name'])).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    for (const tool of answer['tools'] as Answer[]) expect(Object.keys(tool).sort()).toEqual(['description', 'inputSchema', 'name']);
    expect(answer['prompt']).toContain('get-sum');
    expect(answer['catalog']).toEqual({
      total: 18,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
      sources: expect.arrayContaining([
        { id: 'mcp:everything', kind: 'mcp', state: 'started', tools: 13 },
        { id: 'openclaw:core', kind: 'openclaw', state: 'started', tools: 5 },
      ]),
    });
    expect(await script.ask('end', { run: answer['run'] })).toEqual({ id: expect.any(String) });
  });

  it('searches, describes and calls a tool of a real server', async () => {
    const found = await script.ask('call', { run, name: 'tool_search', arguments: { query: 'sum of two numbers' } });
    expect(found['isError']).toBe(false);
    expect(found['details']).toMatchObject({ weak: false, confidence: expect.any(Number), unmatched: expect.any(Array) });
    expect(found['details'].candidates[0].id).toBe('mcp:everything:get-sum');
    const described = await script.ask('call', { run, name: 'tool_describe', arguments: { id: 'mcp:everything:get-sum' } });
    expect(textOf(described)).toContain('"a"');
    const answer = await callTool('mcp:everything:get-sum', { a: 2, b: 40 });
    expect(answer['isError']).toBe(false);
    expect(textOf(answer)).toContain('42');
  });

  it('gives a failed call an answer with isError and details.error, not a protocol error', async () => {
    const wrong = await callTool('mcp:everything:get-sum', { a: 'x' });
    expect(wrong).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_ARGUMENTS', kind: 'correctable' } } });
    const failed = await callTool('openclaw:core:fail', {});
    expect(failed).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed' } } });
    const unknown = await callTool('openclaw:core:nothing', {});
    expect(unknown['details'].error.code).toBe('ERR_TOOL_UNKNOWN');
  });

  it('hands a client tool’s call back and answers what the call then answers', async () => {
    const answer = await callTool('client:client:pick', { from: ['red', 'blue'] }, { callId: 'mine' });
    expect(Object.keys(answer).sort()).toEqual(['id', 'pending']);
    expect(answer['pending']).toEqual({
      kind: 'client',
      callId: expect.any(String),
      toolId: 'client:client:pick',
      arguments: { from: ['red', 'blue'] },
    });
    const content = [{ type: 'text', text: 'blue it is' }];
    const { callId } = answer['pending'] as { callId: string };
    const done = await script.ask('result', { callId, content, details: { colour: 'blue' } });
    expect(done['isError']).toBe(false);
    expect(textOf(done)).toContain('blue it is');
    const again = await script.ask('result', { callId, content });
    expect(again).toMatchObject({ error: { code: 'ERR_PROTOCOL', message: expect.stringContaining('No call waits') } });
  });

  it('passes a client tool’s failure on', async () => {
    const answer = await callTool('client:client:pick', {});
    const failed = await script.ask('result', {
      callId: answer['pending'].callId,
      content: [{ type: 'text', text: 'no colours left' }],
      isError: true,
    });
    expect(failed['isError']).toBe(true);
    expect(textOf(failed)).toContain('no colours left');
  });

  it('asks for an approval, and takes edited arguments with it', async () => {
    const answer = await callTool('openclaw:core:delete_all', { really: false });
    expect(answer['pending']).toEqual({
      kind: 'approval',
      approvalId: expect.any(String),
      toolId: 'openclaw:core:delete_all',
      arguments: { really: false },
      reasons: ['it deletes'],
    });
    const done = await script.ask('approve', {
      approvalId: answer['pending'].approvalId,
      decision: 'allow',
      arguments: { really: true },
    });
    expect(done['isError']).toBe(false);
    expect(textOf(done)).toContain('really');
    expect(JSON.stringify(done['details'])).toContain('deleted {\\"really\\":true}');
  });

  it('does not call what was not approved', async () => {
    const answer = await callTool('openclaw:core:delete_all', {});
    const { approvalId } = answer['pending'] as { approvalId: string };
    const denied = await script.ask('approve', { approvalId, decision: 'deny' });
    expect(denied).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_APPROVAL', kind: 'denied' } } });
    expect(await script.ask('approve', { approvalId, decision: 'allow' })).toMatchObject({ error: { code: 'ERR_PROTOCOL' } });
  });

  it('cancels a running call that is not async, and answers both in order', async () => {
    const call = callTool('openclaw:core:wait', { milliseconds: 60_000 }, { callId: 'slow' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const cancel = script.ask('cancel', { callId: 'slow' });
    expect(await call).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_INTERRUPTED' } } });
    expect(await cancel).toEqual({ id: expect.any(String) });
    const [first, second] = script.answers.slice(-2);
    expect([first?.['isError'], second?.['isError']]).toEqual([true, undefined]);
    expect(await script.ask('cancel', { callId: 'slow' })).toEqual({ id: expect.any(String) });
    expect(await script.ask('cancel', { callId: 'never' })).toMatchObject({ error: { code: 'ERR_PROTOCOL' } });
  });

  it('cancels a pending call by the id of the pending call', async () => {
    const answer = await callTool('client:client:pick', {}, { callId: 'outer' });
    const { callId } = answer['pending'] as { callId: string };
    expect(await script.ask('cancel', { callId })).toEqual({ id: expect.any(String) });
    const late = await script.ask('result', { callId, content: [] });
    expect(late).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_INTERRUPTED' } } });
  });

  it('lets an async call answer later than what was asked after it', async () => {
    const slow = callTool('openclaw:core:wait', { milliseconds: 700 }, { async: true });
    const fast = await callTool('openclaw:core:add', { a: 1, b: 2 });
    expect(textOf(fast)).toContain('3');
    expect(script.answers.at(-1)).toBe(fast);
    expect(textOf(await slow)).toContain('waited 700');
  });

  it('carries out calls that are not async one after the other', async () => {
    const note = (text: string) => callTool('openclaw:core:note', { text });
    const answers = await Promise.all([note('first'), note('second'), note('third')]);
    expect(textOf(answers[2])).toContain('first second third');
  });

  it('lists the catalog, in short and in full', async () => {
    const short = (await script.ask('catalog', { run }))['tools'] as Answer[];
    expect(short).toHaveLength(19);
    expect(short.find((tool) => tool['id'] === 'mcp:everything:echo')).toEqual({
      id: 'mcp:everything:echo',
      name: 'echo',
      callName: 'echo',
      source: { kind: 'mcp', owner: 'everything' },
      trust: 'trusted',
      exposure: 'catalog',
      execution: 'parallel',
    });
    const full = (await script.ask('catalog', { run, full: true }))['tools'] as Answer[];
    expect(full.find((tool) => tool['id'] === 'mcp:everything:echo')).toMatchObject({
      callName: 'echo',
      description: 'Echoes back the input string',
      inputSchema: { type: 'object' },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
  });

  it('gives a guest a catalog without what the policy denies', async () => {
    const { run: guest } = await script.ask('start', { run: { agent: 'guest' } });
    const { tools } = await script.ask('catalog', { run: guest });
    expect((tools as Answer[]).map((tool) => tool['name'])).not.toContain('fail');
    const answer = await script.ask('call', { run: guest, name: 'tool_call', arguments: { id: 'openclaw:core:fail', args: {} } });
    expect(answer['details'].error.code).toBe('ERR_TOOL_UNKNOWN');
    await script.ask('end', { run: guest });
  });

  it('narrows a run to the patterns of allow', async () => {
    const answer = await script.ask('start', { run: { allow: ['openclaw:*:add'] } });
    expect(answer['catalog'].total).toBe(1);
    await script.ask('end', { run: answer['run'] });
  });

  it('tells events of a run, from a moment on', async () => {
    await callTool('openclaw:core:add', { a: 1, b: 1 }, { callId: 'watched' });
    const { events } = await script.ask('events', { run });
    const own = (events as Answer[]).filter((event) => event['parentCallId'] === 'watched');
    expect(own.map((event) => event['name'])).toEqual(['call:started', 'call:completed']);
    expect(own[0]).toMatchObject({ runId: run, toolId: 'openclaw:core:add', at: expect.any(Number) });
    const later = await script.ask('events', { since: own[1]?.['at'] });
    expect((later['events'] as Answer[]).every((event) => event['at'] >= own[1]?.['at'])).toBe(true);
    expect(await script.ask('events', { run: 'nowhere' })).toMatchObject({ error: { code: 'ERR_PROTOCOL' } });
  });

  it('shows what the runtime is made of', async () => {
    const answer = await script.ask('inspect');
    expect((answer['plugins'] as Answer[]).find((plugin) => plugin['name'] === '@toolrack/source-mcp')).toMatchObject({
      version: expect.any(String),
      state: 'applied',
      applyMs: expect.any(Number),
    });
    expect(answer['services']).toContainEqual({ id: 'kernel.ranker', provider: '@toolrack/ranker-lexical' });
    expect((answer['taps'] as Answer[]).map((tap) => tap['hook'])).toContain('policy');
  });

  it.each([
    ['a line that is not JSON', 'nonsense', null, /not valid JSON/u],
    ['a line that is no object', '[1,2]', null, /not a JSON object/u],
    ['an unknown operation', '{"id":1,"op":"strat"}', 1, /Did you mean "start"/u],
    ['an unknown run', '{"id":2,"op":"call","run":"nope","name":"x"}', 2, /run "nope" is unknown/u],
    ['a missing field', '{"id":3,"op":"call","run":"nope"}', 3, /"name" is missing/u],
    ['a field of another kind', '{"id":4,"op":"start","run":{"agent":7}}', 4, /"run\.agent" must be a string/u],
    ['an unknown field of a run', '{"id":5,"op":"start","run":{"alow":["a"]}}', 5, /"run\.alow" is unknown\. Did you mean "allow"/u],
    ['a wrong decision', '{"id":6,"op":"approve","approvalId":"x","decision":"maybe"}', 6, /"allow" or "deny"/u],
    ['content that is no content', '{"id":7,"op":"result","callId":"x","content":["a"]}', 7, /content blocks/u],
    ['a model without an id', '{"id":8,"op":"start","run":{"model":{"provider":"x"}}}', 8, /"run\.model\.id" is missing/u],
  ])('answers %s with a protocol error and goes on', async (_name, line, id, message) => {
    const [answer] = await script.raw(`${line}\r\n\n`, 1);
    expect(answer?.['id']).toEqual(id);
    expect(answer?.['error'].code).toBe('ERR_PROTOCOL');
    expect(answer?.['error'].message).toMatch(message);
  });

  it('says that a run has ended', async () => {
    const { run: short } = await script.ask('start');
    await script.ask('end', { run: short });
    const answer = await script.ask('call', { run: short, name: 'tool_search', arguments: { query: 'x' } });
    expect(answer['error'].message).toContain('has ended');
    expect(await script.ask('end', { run: short })).toMatchObject({ error: { code: 'ERR_PROTOCOL' } });
    expect((await script.ask('events', { run: short }))['events']).not.toEqual([]);
  });

  it('echoes ids of any kind, takes lines of megabytes and cuts nothing at Unicode line separators', async () => {
    const message = `${'é'.repeat(1_500_000)}\u2028end`;
    const request = { id: { any: ['thing'] }, op: 'call', run, name: 'tool_call', arguments: { id: 'echo', args: { message } } };
    const [answer] = await script.raw(Buffer.from(`${JSON.stringify(request)}\n`), 1);
    expect(answer?.['id']).toEqual({ any: ['thing'] });
    expect(JSON.stringify(answer?.['details'])).toContain('\u2028end');
  });

  it('refuses a callId that is in use', async () => {
    const first = callTool('openclaw:core:wait', { milliseconds: 400 }, { callId: 'twice', async: true });
    const second = await callTool('openclaw:core:add', { a: 1, b: 1 }, { callId: 'twice' });
    expect(second).toMatchObject({ error: { code: 'ERR_PROTOCOL', message: expect.stringContaining('still running') } });
    await first;
    expect((await callTool('openclaw:core:add', { a: 1, b: 1 }, { callId: 'twice' }))['isError']).toBe(false);
  });
});

describe('the end of toolrack run --jsonl', () => {
  const workspace = new Workspace({ plugins: [openclawTools] });
  afterAll(() => workspace.dispose());
  const line = (request: object) => `${JSON.stringify(request)}\n`;
  const wait = (id: number, milliseconds: number) =>
    line({ id, op: 'call', run: 'run-1', name: 'tool_call', arguments: { id: 'openclaw:core:wait', args: { milliseconds } } });
  const answersOf = (stdout: string): Answer[] =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text) as Answer);

  it('answers everything that was read before the input ended', async () => {
    const input = line({ id: 1, op: 'start' }) + wait(2, 500) + wait(3, 500) + '{"id":4,"op":"inspect"}';
    const { code, stdout, stderr } = await workspace.run(['run', '--jsonl'], { input });
    expect(code).toBe(0);
    expect(answersOf(stdout).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(textOf(answersOf(stdout)[2] as Answer)).toContain('waited 500');
    expect(stderr).not.toMatch(/^\s+at /mu);
  });

  it('awaits running calls ten seconds at most and cancels them then', async () => {
    const input = line({ id: 1, op: 'start' }) + wait(2, 120_000) + line({ id: 3, op: 'inspect' });
    const began = Date.now();
    const { code, stdout } = await workspace.run(['run', '--jsonl'], { input });
    expect(Date.now() - began).toBeGreaterThan(9_500);
    expect(code).toBe(0);
    expect(answersOf(stdout)[1]).toMatchObject({ id: 2, isError: true, details: { error: { code: 'ERR_CALL_INTERRUPTED' } } });
    expect(answersOf(stdout)[2]?.['plugins']).toBeDefined();
  });

  it('does not wait for a caller who has left', async () => {
    const script = new Script(workspace);
    const { run } = await script.ask('start', { run: { clientTools } });
    const call = { run, name: 'tool_call', arguments: { id: 'client:client:pick', args: {} } };
    expect((await script.ask('call', call))['pending']).toBeDefined();
    const began = Date.now();
    expect((await script.close()).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  it('ends when it is told to, with everything it has started', async () => {
    const other = new Workspace({ mcpServers: { everything } });
    const script = new Script(other);
    await script.ask('start');
    script.child.kill('SIGTERM');
    const { code, stderr } = await script.ended;
    expect([code, stderr]).toEqual([0, '']);
    other.dispose();
  });

  it('ends quietly when nobody reads its answers any more', async () => {
    const script = new Script(workspace);
    await script.ask('start');
    script.child.stdout.destroy();
    void script.ask('inspect');
    void script.ask('inspect');
    expect((await script.ended).code).toBe(0);
  });

  it('says one thing on standard error and exits with 2 when the configuration is wrong', async () => {
    const bad = new Workspace({ plugins: ['./missing.mjs'] });
    const { code, stdout, stderr } = await bad.run(['run', '--jsonl'], { input: line({ id: 1, op: 'start' }) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/toolrack\.json:1: plugins\[0\]: the plugin "\.\/missing\.mjs" does not exist/u);
    bad.dispose();
  });

  it('needs --jsonl', async () => {
    expect(await workspace.run(['run'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--jsonl') });
  });
});

describe('sources that misbehave', () => {
  const odd = (mode: string, more: object = {}) => ({ command: process.execPath, args: [fixture('odd-server.mjs'), mode], ...more });

  it('are reported with their state and never take healthy tools with them', async () => {
    const workspace = new Workspace({
      mcpServers: {
        exit: odd('exit'),
        chatty: odd('chatty'),
        silent: odd('silent', { startTimeoutMs: 2_500 }),
        schema: odd('bad-schema', { trust: 'trusted' }),
      },
      limits: { discoveryTimeoutMs: 8_000 },
    });
    const script = new Script(workspace);
    const answer = await script.ask('start');
    const states = Object.fromEntries((answer['catalog'].sources as Answer[]).map((source) => [source['id'], source]));
    expect(states['mcp:exit']).toMatchObject({ state: 'failed', tools: 0, reason: expect.stringContaining('licence has run out') });
    expect(states['mcp:silent']).toMatchObject({ tools: 0, reason: expect.any(String) });
    expect(states['mcp:silent']?.['state']).not.toBe('started');
    expect(states['mcp:chatty']).toMatchObject({ state: 'started', tools: 2 });
    expect(states['mcp:schema']).toMatchObject({ state: 'started', tools: 2 });
    const call = (id: string) => script.ask('call', { run: answer['run'], name: 'tool_call', arguments: { id, args: {} } });
    expect(textOf(await call('mcp:chatty:good'))).toContain('called good');
    expect(textOf(await call('mcp:schema:good'))).toContain('called good');
    expect(await call('mcp:schema:other')).toMatchObject({ isError: true, details: { error: { code: 'ERR_CALL_SCHEMA' } } });
    expect((await script.close()).code).toBe(0);
    workspace.dispose();
  });

  it('that stay silent are waited for once, for as long as the file says, and named on standard error', async () => {
    const workspace = new Workspace({
      mcpServers: { silent: odd('silent'), fine: odd('fine') },
      limits: { discoveryTimeoutMs: 1_500 },
    });
    const script = new Script(workspace);
    const start = async () => {
      const began = performance.now();
      const answer = await script.ask('start');
      return { answer, tookMs: performance.now() - began };
    };
    const first = await start();
    expect(first.answer['catalog'].sources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'mcp:silent', state: 'starting', tools: 0 }),
        expect.objectContaining({ id: 'mcp:fine', state: 'started', tools: 2 }),
      ]),
    );
    const second = await start();
    // Booting counts in the first; the second must not wait at all.
    expect(second.tookMs).toBeLessThan(1_000);
    const { stderr } = await script.close();
    expect(stderr.match(/run-1 starts without the tools of mcp:silent.*discoveryTimeoutMs/gu)).toHaveLength(1);
    expect(stderr).not.toContain('run-2 starts without');
    workspace.dispose();
  });
});
