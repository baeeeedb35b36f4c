import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { everything, fixture, openclawTools, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const json = (text: string) => JSON.parse(text) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests

describe('commands over a real server and first-party tools', () => {
  const workspace = new Workspace({
    mcpServers: { everything: { ...everything, trust: 'trusted' } },
    plugins: [openclawTools],
    policy: { rules: [{ deny: 'openclaw:core:fail', agents: ['guest'] }, { ask: 'openclaw:core:delete_all' }] },
  });
  /** The same without a server to start. */
  const light = new Workspace({ plugins: [openclawTools], policy: { rules: [{ ask: 'openclaw:core:delete_all' }] } });
  afterAll(() => {
    workspace.dispose();
    light.dispose();
  });

  it('lists tools as a table, safe for a terminal', async () => {
    const { code, stdout, stderr } = await workspace.run(['list', '--log-level', 'silent']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +TRUST +FOUND BY +DESCRIPTION\n/u);
    expect(stdout).toMatch(/^mcp:everything:echo +trusted +search +Echoes back the input string$/mu);
    expect(stdout).toContain('Delete \\u{202E}everything\\u{1B}[2J\\u{7}');
    // eslint-disable-next-line no-control-regex -- none of them may reach a terminal
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/u);
    expect(stderr).toContain('18 tools of 2 sources');
  });

  it('keeps what plugins print away from standard output', async () => {
    const { stdout, stderr } = await light.run(['call', 'add', '--args', '{"a":1,"b":2}', '--json']);
    expect(json(stdout)).toEqual({ content: [{ type: 'text', text: '3' }], details: { sum: 3 }, isError: false });
    expect(stderr).toContain('a tool that prints when it is called');
  });

  it('lists tools for programs, for one agent', async () => {
    const { stdout } = await workspace.run(['list', '--json', '--full', '--agent', 'guest']);
    const names = (json(stdout)['tools'] as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('get-sum');
    expect(names).not.toContain('fail');
    expect(json(stdout)['catalog'].sources).toContainEqual({
      id: 'mcp:everything',
      kind: 'mcp',
      state: 'started',
      tools: 13,
      server: { name: 'mcp-servers/everything', version: expect.any(String), protocol: '2025-11-25', era: 'session' },
    });
  });

  it('answers a failure for programs in one form, whatever failed, and leaves protocols alone', async () => {
    for (const [words, exitCode, error] of [
      [['describe', 'nothing'], 1, 'ERR_TOOL_UNKNOWN'],
      [['list', '--config', 'missing.json'], 2, 'ERR_CONFIG_FILE'],
      [['activity', 'missing.jsonl'], 2, 'ERR_USAGE'],
      [['list', '--nope'], 2, 'ERR_USAGE'],
    ] as const) {
      const { code, stdout, stderr } = await light.run([...words, '--json']);
      expect([code, json(stdout)]).toEqual([exitCode, { error: expect.objectContaining({ code: error, message: expect.any(String) }) }]);
      expect(stderr).not.toBe('');
    }
    const { code, stdout } = await light.run(['run', '--jsonl', '--json', '--config', 'missing.json']);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('searches', async () => {
    const { code, stdout } = await workspace.run(['search', 'sum of two numbers', '--limit', '1']);
    expect(code).toBe(0);
    expect(stdout).toContain('mcp:everything:get-sum');
    const { code: empty, stderr } = await light.run(['search', 'zzzqqq']);
    expect([empty, stderr]).toEqual([0, expect.stringMatching(/No tool matches\.\nNothing matches: zzzqqq/u)]);
  });

  it('describes a tool by id or by name', async () => {
    const { code, stdout } = await workspace.run(['describe', 'get-sum', '--json']);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ id: 'mcp:everything:get-sum', inputSchema: { type: 'object' } });
    const missing = await light.run(['describe', 'dad']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('There is no tool "dad", or it is not allowed. Did you mean "add"?');
  });

  it('calls a tool with arguments from the line, from a file and from standard input', async () => {
    expect(await workspace.run(['call', 'mcp:everything:echo', '--args', '{"message":"from the line"}'])).toMatchObject({
      code: 0,
      stdout: 'Echo: from the line\n',
    });
    const file = light.write('arguments.json', { a: 1, b: 2 });
    expect((await light.run(['call', 'add', '--args', `@${file}`])).stdout).toBe('3\n');
    expect((await light.run(['call', 'add', '--args', '-'], { input: '{"a":20,"b":22}' })).stdout).toBe('42\n');
  });

  it('exits with 1 when the tool fails and with 2 when the arguments are no JSON', async () => {
    const failed = await light.run(['call', 'fail', '--json', '--log-level', 'silent']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('"isError": true');
    const wrong = await light.run(['call', 'add', '--args', '{"a":"x"}']);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('[ERR_CALL_ARGUMENTS]')]);
    const usage = await light.run(['call', 'add', '--args', '{a:1}']);
    expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('--args is not valid JSON')]);
    expect((await light.run(['call', 'add', '--args', '@missing.json'])).code).toBe(2);
  });

  it('does not call what needs an approval when nobody is at the terminal', async () => {
    const { code, stderr } = await light.run(['call', 'delete_all']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('[ERR_CALL_APPROVAL]')]);
  });

  it('shows what a model sees', async () => {
    const { code, stdout, stderr } = await workspace.run(['directory']);
    expect(code).toBe(0);
    expect(stdout).toContain('- get-sum (everything): Returns the sum of two numbers');
    expect(stdout).toMatch(/^tool_call +/mu);
    expect(stderr).toMatch(/\d+ bytes in the prompt; all 18 definitions would take \d+/u);
  });

  it('shows plugins, services, hooks and sources', async () => {
    const { code, stdout } = await workspace.run(['inspect']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/@toolrack\/source-mcp +0\.\d+\.\d+ +applied/u);
    expect(stdout).toMatch(/kernel\.ranker +@toolrack\/ranker-lexical/u);
  });

  it('finds the configuration from a folder below, and with --config anywhere on the line', async () => {
    mkdirSync(join(workspace.folder, 'a/b'), { recursive: true });
    const elsewhere = new Workspace();
    const { code, stdout } = await elsewhere.run(['--config', join(workspace.folder, 'a/..'), 'inspect', '--json']);
    expect(code).toBe(0);
    expect(stdout).toContain(join(workspace.folder, 'toolrack.json'));
    elsewhere.dispose();
  });

  it('is healthy', async () => {
    const { code, stdout } = await workspace.run(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +mcp:everything: started, 13 tools \(mcp-servers\/everything \S+, MCP 2025-11-25 \(session\)\)$/mu);
    expect(stdout).toMatch(/^ok +schemas: those of all 18 tools compile$/mu);
    expect(stdout).toMatch(/^ok +prompt: \d+ bytes .* % saved$/mu);
  });

  it('stops at Ctrl-C with everything it has started', async () => {
    const child = light.start(['call', 'wait', '--log-level', 'silent']);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    // The module says so as soon as it is loaded; the call comes right after it.
    child.stderr.once('data', () => setTimeout(() => child.kill('SIGINT'), 2_000));
    expect(await ended).toBe(130);
  });
});

describe('doctor', () => {
  const odd = (mode: string, more: object = {}) => ({ command: process.execPath, args: [fixture('odd-server.mjs'), mode], ...more });

  it('names what is broken and exits with 1', async () => {
    const workspace = new Workspace({
      mcpServers: { exit: odd('exit'), schema: odd('bad-schema'), fine: odd('fine') },
      without: ['@toolrack/ranker-bm25'],
    });
    const { code, stdout, stderr } = await workspace.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAILED +mcp:exit: failed: .*licence has run out/mu);
    expect(stdout).toMatch(/^warning +mcp:schema:other: its inputSchema does not compile \(.*\); it is untrusted/mu);
    expect(stdout).toMatch(/^warning +configuration: .*"@toolrack\/ranker-bm25" is not in the preset/mu);
    expect(stdout).toMatch(/^ok +mcp:fine: started, 2 tools/mu);
    expect(stderr).not.toMatch(/^\s+at /mu);
    const { stdout: report } = await workspace.run(['doctor', '--json']);
    expect(json(report)).toMatchObject({ ok: false, findings: expect.any(Array), size: { shownBytes: expect.any(Number) } });
    workspace.dispose();
  });
});

describe('the command line', () => {
  const workspace = new Workspace();
  afterAll(() => workspace.dispose());

  it('helps', async () => {
    const { code, stdout } = await workspace.run(['--help']);
    expect(code).toBe(0);
    for (const name of ['list', 'search', 'describe', 'call', 'directory', 'doctor', 'inspect', 'serve', 'run']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'mu'));
    }
    const { stdout: help } = await workspace.run(['call', '--help']);
    expect(help).toMatch(/--args <json>[^]*--config <file>/u);
  });

  it.each([
    ['an unknown command', ['serch', 'x'], /unknown command 'serch'[^]*Did you mean search/u],
    ['an unknown option', ['list', '--jsn'], /unknown option '--jsn'/u],
    ['a missing argument', ['describe'], /missing required argument 'id'/u],
    ['a wrong number', ['search', 'x', '--limit', '0'], /It must be a whole number above 0/u],
    ['two transports', ['serve', '--stdio', '--http', '1'], /exclude each other/u],
    ['a wrong address', ['serve', '--http', 'localhost'], /"localhost" is no HOST:PORT/u],
    ['no configuration', ['list'], /No toolrack\.json in [^]*ERR_CONFIG_FILE/u],
    ['a missing file', ['list', '--config', 'nope.json'], /nope\.json does not exist/u],
  ])('exits with 2 for %s', async (_name, args, message) => {
    const { code, stdout, stderr } = await workspace.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /mu);
  });

  it('shows a stack trace only with --debug', async () => {
    expect((await workspace.run(['list', '--debug'])).stderr).toMatch(/^\s+at /mu);
  });
});
