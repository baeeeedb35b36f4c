import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { jest } from '@jest/globals';

import { everything, openclawTools, Script, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const json = (text: string) => JSON.parse(text) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests

describe('toolrack activity', () => {
  const workspace = new Workspace({
    preset: 'openclaw',
    plugins: [openclawTools, ['@toolrack/activity-log', { file: 'logs/activity.jsonl' }]],
    policy: { rules: [{ ask: 'openclaw:core:delete_all' }] },
  });
  afterAll(() => workspace.dispose());

  it('says that nothing has happened yet', async () => {
    expect(await workspace.run(['activity'])).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('does not exist yet') });
  });

  it('shows searches, describes and calls of real runs, with final arguments, sources and failures [openclaw:26.1] [openclaw:26.2] [openclaw:26.3]', async () => {
    const script = new Script(workspace);
    const { run } = await script.ask('start', { run: { agent: 'clerk' } });
    const call = (name: string, given: object, callId?: string) => script.ask('call', { run, name, arguments: given, callId });
    await call('tool_search', { queries: [{ query: 'add two numbers' }, { query: 'delete everything' }] });
    await call('tool_describe', { id: 'openclaw:core:add' });
    await call('tool_call', { id: 'openclaw:core:add', args: { a: 1, b: 2 } }, 'm1');
    await call('tool_call', { id: 'openclaw:core:add', args: { a: 'x' } }, 'm2');
    await call('tool_call', { id: 'openclaw:core:fail', args: {} }, 'm3');
    const pending = await call('tool_call', { id: 'openclaw:core:delete_all', args: {} }, 'm4');
    await script.ask('approve', { approvalId: pending['pending'].approvalId, decision: 'deny' });
    await script.ask('end', { run });
    expect((await script.close()).code).toBe(0);

    const shown = await workspace.run(['activity']);
    for (const words of [
      ['logs/activity.jsonl'],
      ['--file', 'logs/activity.jsonl'],
      ['logs/activity.jsonl', '--file', 'logs/activity.jsonl'],
    ])
      expect((await workspace.run(['activity', ...words])).stdout).toBe(shown.stdout);
    expect(await workspace.run(['activity', 'a.jsonl', '--file', 'b.jsonl'])).toMatchObject({ code: 2, stdout: '' });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^RUN .*\nrun-1 .* clerk +\d+ +3 +2 +1 +4 +3 +openclaw 4$/mu);
    expect(shown.stdout).toMatch(/^run-1 +1 +openclaw:core:add +source +\d+ +ok +\{"a":1,"b":2\}$/mu);
    expect(shown.stdout).toMatch(/^run-1 +2 +openclaw:core:add +nobody +\d+ +ERR_CALL_ARGUMENTS +\{"a":"x"\}$/mu);
    expect(shown.stdout).toMatch(/^run-1 +4 +openclaw:core:delete_all +nobody +\d+ +ERR_CALL_APPROVAL +\{\}$/mu);

    const { runs, searches } = json((await workspace.run(['activity', '--json', '--run', 'run-1'])).stdout);
    expect(runs).toMatchObject([{ searches: 2, describes: 1, calls: 4, failedCalls: 3, callsBySource: { openclaw: 4 } }]);
    expect(runs[0].callRecords[0]).toMatchObject({
      parentToolCallId: 'm1',
      isError: false,
      result: { content: [{ type: 'text', text: '3' }] },
    });
    expect(searches.map((record: { query: string }) => record.query)).toEqual(['add two numbers', 'delete everything']);
    expect(searches[0].hits).toContain('openclaw:core:add');
  });

  it('says how to get a log where there is none', async () => {
    const bare = new Workspace({ preset: 'openclaw' });
    expect(await bare.run(['activity'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Add ["@toolrack/activity-log", { "file"'),
    });
    expect(await bare.run(['activity', '--file', 'none.jsonl'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not exist'),
    });
    bare.dispose();
  });
});

describe('toolrack migrate openclaw', () => {
  const text = '{\n  "preset": "openclaw",\n  "tools": { "toolSearch": { "mode": "code", "codeTimeoutMs": 5000 } }\n}\n';
  const workspace = new Workspace(text);
  afterAll(() => workspace.dispose());

  it('is named where an old configuration is refused, and mends it [openclaw:26b.4]', async () => {
    for (const command of [['doctor'], ['run', '--jsonl']]) {
      const { code, stderr } = await workspace.run(command);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/toolSearch\.mode: "code" is retired[\s\S]*toolrack migrate openclaw FILE/u),
      ]);
    }
    expect(await workspace.run(['migrate', 'openclaw', 'toolrack.json', '--write'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Written. The old file is'),
    });
    expect((await workspace.run(['doctor'])).code).toBe(0);
    expect(await workspace.run(['migrate', 'claude', 'toolrack.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is openclaw or hermes'),
    });
  });
});

describe('toolrack migrate hermes', () => {
  const workspace = new Workspace();
  afterAll(() => workspace.dispose());

  it('makes a configuration that works, from YAML, with its filters as rules', async () => {
    const [script] = everything.args;
    workspace.write(
      'config.yaml',
      `tools:
  tool_search: { enabled: on, oops: 1 }
mcp_servers:
  everything:
    command: ${JSON.stringify(everything.command)}
    args: [${JSON.stringify(script)}]
    timeout: 60
    tools: { include: [echo, get-*] }
`,
    );
    const { code, stdout } = await workspace.run(['migrate', 'hermes', 'config.yaml', '--write']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/oops: left out[\s\S]*Written\.\n$/u)]);
    const { stdout: listed } = await workspace.run(['list', '--json']);
    const ids = (JSON.parse(listed) as { tools: { id: string }[] }).tools.map(({ id }) => id);
    expect(ids).toContain('mcp:everything:echo');
    expect(ids.filter((id) => !/^mcp:everything:(?:echo|get-)/u.test(id))).toEqual([]);
  });
});

describe('toolrack.yaml', () => {
  it('is read as toolrack.json is, and no slip in the blocks of Hermes stops it', async () => {
    const workspace = new Workspace(
      `preset: hermes
plugins: # as in JSON
  - ${JSON.stringify(openclawTools)}
tools:
  tool_search: { enabled: maybe, threshold_pct: 500 }
  conectors: {}
`,
      'toolrack.yaml',
    );
    const { code, stdout, stderr } = await workspace.run(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/toolrack\.yaml:6: tools\.conectors: unknown key, so it is ignored\. Did you mean "connectors"\?/u);
    expect(stderr).toMatch(/threshold_pct must be a number from 0 to 100; 100 is used/u);
    workspace.write('toolrack.yaml', 'preset: hermes\nmcpServers:\n  a:\n    comand: x\n');
    expect(await workspace.run(['doctor'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/toolrack\.yaml:4: mcpServers\.a\.comand: unknown key\. Did you mean "command"\?/u),
    });
    workspace.dispose();
  });
});

describe('toolrack probe', () => {
  const workspace = new Workspace();
  let server: Server;
  let baseUrl: string;
  let isHonest = true;
  const keys = new Set<string | undefined>();
  afterAll(() => {
    workspace.dispose();
    server.closeAllConnections();
    server.close();
  });

  /** Plays a model: it calls the target itself when it is shown, and finds it first when it is not. */
  function play({ messages, tools }: ReturnType<typeof json>): object {
    const call = (name: string, given: object) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${messages.length}`, type: 'function', function: { name, arguments: JSON.stringify(given) } }],
    });
    const answered = messages.filter(({ role }: { role: string }) => role === 'tool').map(({ content }: { content: string }) => content);
    const code = /CAL-[0-9A-F]{8}/u.exec(answered.join('\n'))?.[0];
    const target = { station: 'KESTREL-9', units: 'metric' };
    if (code !== undefined || !isHonest) return { role: 'assistant', content: `The code is ${code ?? 'CAL-00000000'}.` };
    if (tools.some((tool: { function: { name: string } }) => tool.function.name === 'station_read_calibration'))
      return call('station_read_calibration', target);
    if (answered.length === 0) return call('tool_search', { query: 'calibration code of a weather station' });
    if (answered.length === 1) return call('tool_call', { id: 'station_read_calibration', args: { station: 'KESTREL-9' } });
    return call('tool_call', { id: 'station_read_calibration', args: target });
  }
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        keys.add(request.headers.authorization);
        response.end(JSON.stringify({ choices: [{ message: play(json(body)) }], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  const environment = () => ({ OPENAI_API_KEY: 'sesame', OPENAI_BASE_URL: baseUrl });

  it('is skipped without a key and says why', async () => {
    const none = { environment: { OPENAI_API_KEY: '' } };
    expect(await workspace.run(['probe'], none)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Probe skipped: OPENAI_API_KEY is not set'),
    });
  });

  it('compares every mode with a small and a large catalog and proves that the tool ran', async () => {
    const { code, stdout } = await workspace.run(['probe', '--json', '--model', 'played'], { environment: environment() });
    const { ok, results } = json(stdout);
    expect([code, ok, results.length, [...keys]]).toEqual([0, true, 8, ['Bearer sesame']]);
    const of = (mode: string) => results.find((result: { mode: string; tools: number }) => result.mode === mode && result.tools === 120);
    expect(of('direct')).toMatchObject({ requests: 2, searches: 0, calls: 1, refusedCalls: 0 });
    for (const mode of ['default', 'tools', 'directory']) {
      expect(of(mode)).toMatchObject({ requests: 4, searches: 1, calls: 2, refusedCalls: 1, faults: [] });
      expect(of(mode).firstRequestBytes).toBeLessThan(of('direct').firstRequestBytes);
    }
  });

  it('fails when the model only pretends', async () => {
    isHonest = false;
    const { code, stdout } = await workspace.run(['probe'], { environment: environment() });
    expect([code, stdout]).toEqual([1, expect.stringContaining('the tool station_read_calibration never ran; the answer lacks the code')]);
  });

  it('says so when the service cannot be reached, without the key', async () => {
    const { code, stdout, stderr } = await workspace.run(['probe'], {
      environment: { ...environment(), OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' },
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be reached[^]*Check OPENAI_BASE_URL/u)]);
    expect(stdout + stderr).not.toContain('sesame');
    expect(stdout + stderr).not.toContain('fault in Toolrack');
  });
});
