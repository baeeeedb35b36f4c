import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { everything, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests

const secret = 'ghp_0123456789abcdef0123';
/** What a person has in Cursor: a server that runs here, one that is remote, and a comment. */
const cursorFile = `{
  // mine
  "mcpServers": {
    "everything": { "command": ${JSON.stringify(everything.command)}, "args": ${JSON.stringify(everything.args)}, "env": { "API_TOKEN": "${secret}" } },
    "web": { "url": "http://127.0.0.1:1/mcp", "headers": { "Authorization": "Bearer \${env:WEB_TOKEN}" } },
  },
}
`;

/** A machine of its own: a home folder and a project. */
class Machine extends Workspace {
  readonly home = join(this.folder, 'home');
  constructor(files: Record<string, string> = { '.cursor/mcp.json': cursorFile }) {
    super();
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.home, path)), { recursive: true });
    writeFileSync(join(this.home, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8');
  }

  configuration(): Json {
    return JSON.parse(readFileSync(join(this.folder, 'toolrack.json'), 'utf8')) as Json;
  }

  async toolrack(args: readonly string[], environment: Record<string, string> = {}) {
    const { code, stdout, stderr } = await this.run(args, {
      environment: { HOME: this.home, XDG_CONFIG_HOME: '', APPDATA: '', ...environment },
    });
    return { code, stdout, stderr, json: (args.includes('--json') && stdout !== '' ? JSON.parse(stdout) : {}) as Json };
  }
}

describe('toolrack import', () => {
  const machine = new Machine({
    '.cursor/mcp.json': cursorFile,
    '.codex/config.toml': '[mcp_servers.docs]\ncommand = "docs"\n',
    '.gemini/settings.json': '{',
  });
  afterAll(() => machine.dispose());

  it('lists the files of this machine and project with their servers, and what cannot be read', async () => {
    const { code, stdout } = await machine.toolrack(['import']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cursor +user +\S+\.cursor\/mcp\.json +everything, web$/mu);
    expect(stdout).toMatch(/^codex +user +\S+\.codex\/config\.toml +docs$/mu);
    expect(stdout).toMatch(/^gemini-cli .*cannot be read: \S+settings\.json:1:2: not valid JSON/mu);
  });

  it('shows what would be taken over, without a secret, and writes nothing', async () => {
    const { code, stdout, stderr } = await machine.toolrack(['import', 'cursor']);
    expect(code).toBe(0);
    expect(stdout).toContain('+         "API_TOKEN": "${API_TOKEN}"');
    expect(stderr).toContain('API_TOKEN (everything): its value is in the file of the client and was not copied');
    expect(stderr).toContain('Nothing was written; --write puts this into');
    expect(stdout + stderr).not.toContain(secret);
    expect(existsSync(join(machine.folder, 'toolrack.json'))).toBe(false);
  });

  it('writes it, but starts nothing that nobody has agreed to; list and doctor say why and what to do', async () => {
    const written = await machine.toolrack(['import', 'cursor', '--write', '--json']);
    expect(written).toMatchObject({ code: 0, json: { written: true, waiting: ['everything', 'web'] } });
    expect(written.stderr).toContain(`runs   ${everything.command} ${everything.args[0]}`);
    expect(written.stderr).toContain('calls  http://127.0.0.1:1/mcp');
    expect(machine.configuration()['mcpServers'].everything['x-imported']).toEqual({ from: 'cursor' });

    const environment = { API_TOKEN: 'x', WEB_TOKEN: 'y' };
    const listed = await machine.toolrack(['list'], environment);
    expect(listed).toMatchObject({ code: 1, stdout: '' });
    expect(listed.stderr).toContain('mcp:everything is skipped: it was imported and nobody has agreed');
    expect(listed.stderr).toContain('toolrack approve-server everything');
    expect((await machine.toolrack(['doctor'], environment)).stdout).toMatch(/^warning {2}mcp:everything: skipped: it was imported/mu);
  });

  it('runs a server once somebody agreed, leaves it out while a variable is not set, and asks again when its command changes', async () => {
    expect(await machine.toolrack(['approve-server', 'everythin'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "everything"?'),
    });
    const unanswered = await machine.toolrack(['approve-server', 'everything']);
    expect(unanswered).toMatchObject({ code: 1, stderr: expect.stringContaining('Without a terminal, agree with --yes') });
    expect(await machine.toolrack(['approve-server', 'everything', '--yes', '--json'])).toMatchObject({
      code: 0,
      json: { approved: ['everything'], waiting: [] },
    });
    expect((await machine.toolrack(['list'])).stderr).toContain('needs the environment variable API_TOKEN, which is not set');
    const listed = await machine.toolrack(['list'], { API_TOKEN: 'x' });
    expect(listed.stdout).toMatch(/^mcp:everything:echo /mu);
    const called = await machine.toolrack(['call', 'mcp:everything:echo', '--args', '{"message":"hi"}'], { API_TOKEN: 'x' });
    expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining('Echo: hi') });

    const changed = JSON.stringify(machine.configuration()).replace('"API_TOKEN":"${API_TOKEN}"', '"NODE_OPTIONS":"--require ./x.cjs"');
    machine.write('toolrack.json', changed);
    expect((await machine.toolrack(['list'])).stderr).toContain('what it runs has changed since somebody agreed');
    expect((await machine.toolrack(['approve-server', 'everything'])).stderr).toContain('NODE_OPTIONS="--require ./x.cjs"');
  });

  it('says of a name that it was not imported, or is not there, and what there is', async () => {
    const named = async (name: string) => (await machine.toolrack(['approve-server', name, '--approve'])).stderr;
    expect(await named('nothing')).toContain('has no server "nothing". Imported: everything, web.');
    machine.write('toolrack.json', {
      ...machine.configuration(),
      mcpServers: { ...machine.configuration()['mcpServers'], own: everything },
    });
    expect(await named('own')).toContain('The server "own" was not imported, so it needs no agreement');
    const elsewhere = await machine.toolrack(['approve-server', '--config', 'none.json', 'x']);
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('none.json does not exist') });
  });

  it('never changes a server of the same name: says so, and does what it is told', async () => {
    machine.write('toolrack.json', { mcpServers: { everything: { command: 'mine' } } });
    const shown = await machine.toolrack(['import', 'cursor']);
    expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('open what happens to everything: say --on-conflict skip') });
    expect(shown.stderr).toContain('mcp.json\n');
    expect(shown.stderr).not.toContain('--write puts this');
    expect((await machine.toolrack(['import', 'cursor', '--json'])).json).toMatchObject({ undecided: true });
    const decided = await machine.toolrack(['import', 'cursor', '--on-conflict', 'skip']);
    expect(decided.stderr).toContain('--write puts this');
    const refused = await machine.toolrack(['import', 'cursor', '--write']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('say --on-conflict skip') });
    expect(machine.configuration()).toEqual({ mcpServers: { everything: { command: 'mine' } } });
    const told = await machine.toolrack(['import', 'cursor', '--write', '--on-conflict', 'suffix', '--approve', '--json']);
    expect(told.json).toMatchObject({ conflicts: [{ name: 'everything', becomes: 'everything-cursor' }], waiting: [] });
    expect(Object.keys(machine.configuration()['mcpServers'])).toEqual(['everything', 'everything-cursor', 'web']);
    expect(readFileSync(told.json['backup'] as string, 'utf8')).toBe('{"mcpServers":{"everything":{"command":"mine"}}}');
  });

  it('gives the secrets of two imports two names, and makes files that only their owner reads', async () => {
    rmSync(join(machine.folder, 'toolrack.json'));
    machine.put('.cursor/mcp.json', JSON.stringify({ mcpServers: { mail: { command: 'mail', env: { API_KEY: 'first-secret' } } } }));
    machine.put('.claude.json', JSON.stringify({ mcpServers: { news: { command: 'news', env: { API_KEY: 'second-secret' } } } }));
    await machine.toolrack(['import', 'cursor', '--write']);
    const second = await machine.toolrack(['import', 'claude-code', '--write'], { NEWS_API_KEY: 'something-else' });
    expect(second.stderr).toContain('NEWS_API_KEY (news): is set here to another value than the file of the client has');
    expect(machine.configuration()['mcpServers']).toMatchObject({
      mail: { env: { API_KEY: '${API_KEY}' } },
      news: { env: { API_KEY: '${NEWS_API_KEY}' } },
    });
    const modes = ['toolrack.json', 'toolrack.json.bak'].map((name) => statSync(join(machine.folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
    for (const client of ['cursor', 'claude-code']) {
      expect((await machine.toolrack(['import', client, '--write'])).stderr).toContain('There is nothing to import');
    }
    chmodSync(join(machine.folder, 'toolrack.json'), 0o644);
    machine.put('.cursor/mcp.json', JSON.stringify({ mcpServers: { open: { command: 'o', args: ['-p', 'hunter2'] } } }));
    expect((await machine.toolrack(['import', 'cursor', '--write', '--keep-secrets'])).stderr).toContain(
      'others on this machine can read it',
    );
    expect(statSync(join(machine.folder, 'toolrack.json')).mode & 0o777).toBe(0o644);
  });

  it('turns lists of tools into rules that hold', async () => {
    machine.write('toolrack.json', '{}');
    const settings = { mcpServers: { e: { ...everything, includeTools: ['echo', 'get-sum'], excludeTools: ['get-sum'] } } };
    machine.put('.gemini/settings.json', JSON.stringify(settings));
    await machine.toolrack(['import', 'gemini-cli', '--write']);
    const waiting = await machine.toolrack(['list', '--json']);
    expect(waiting).toMatchObject({ code: 1, json: { catalog: { sources: [{ id: 'mcp:e', state: 'skipped' }] } } });
    expect((await machine.toolrack(['list'])).stderr).toContain('mcp:e is skipped: it was imported and nobody has agreed');
    expect((await machine.toolrack(['doctor'])).stdout).toMatch(/^warning {2}mcp:e: skipped: it was imported/mu);
    await machine.toolrack(['approve-server', '--approve']);
    const { json } = await machine.toolrack(['list', '--json']);
    expect((json['tools'] as Json[]).map((tool) => tool['id'] as string)).toEqual(['mcp:e:echo']);
    machine.write('toolrack.json', { mcpServers: { e: everything }, policy: { rules: [{ deny: 'mcp:e:*' }] } });
    const denied = await machine.toolrack(['list']);
    expect(denied).toMatchObject({ code: 0, stderr: expect.stringContaining('mcp:e is started, but the policy allows none of its tools') });
    expect((await machine.toolrack(['doctor'])).stdout).toMatch(/^ok +mcp:e: started, but the policy allows none of its tools \(/mu);
  });

  it('names what it does not know', async () => {
    expect(await machine.toolrack(['import', 'emacs'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Known: claude-desktop, claude-code'),
    });
    expect(await machine.toolrack(['import', './no.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no.json does not exist'),
    });
    expect(await machine.toolrack(['import', 'zed'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Zed has no configuration here. Looked at:'),
    });
  });
});

describe('toolrack connect', () => {
  const machine = new Machine();
  afterAll(() => machine.dispose());

  it('needs a configuration to serve', async () => {
    expect(await machine.toolrack(['connect', 'cursor'])).toMatchObject({ code: 2, stderr: expect.stringContaining('No toolrack.json') });
    machine.write('toolrack.json', { mcpServers: { everything: { ...everything, trust: 'trusted' } } });
  });

  it('shows the change without the secrets around it, and writes nothing', async () => {
    const { code, stdout, stderr } = await machine.toolrack(['connect', 'cursor']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('+     "toolrack": {')]);
    expect(stdout + stderr).not.toContain(secret);
    expect(machine.read('.cursor/mcp.json')).toBe(cursorFile);
  });

  it('writes an entry that works, and gives the exact bytes back', async () => {
    const { json } = await machine.toolrack(['connect', 'cursor', '--write', '--json']);
    expect(readFileSync(json['backup'] as string, 'utf8')).toBe(cursorFile);
    const text = machine.read('.cursor/mcp.json');
    expect(text).toContain('// mine');
    const entry = (JSON.parse(text.replace('// mine', '').replaceAll(/,(\s*\})/gu, '$1')) as Json)['mcpServers'].toolrack as Json;
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: entry['command'] as string, args: entry['args'] as string[], cwd: '/', stderr: 'ignore' }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    await client.close();
    expect((await machine.toolrack(['connect', 'cursor', '--write'])).stderr).toContain('has Toolrack already');
    expect((await machine.toolrack(['connect', 'cursor', '--undo'])).stderr).toContain('has its old bytes again');
    expect(machine.read('.cursor/mcp.json')).toBe(cursorFile);
    expect(readdirSync(join(machine.home, '.cursor'))).toEqual(['mcp.json']);
    expect(await machine.toolrack(['connect', 'cursor', '--undo'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to undo'),
    });
  });

  it('takes only its entry out when the file has changed since', async () => {
    await machine.toolrack(['connect', 'cursor', '--write', '--http', 'http://127.0.0.1:8808/mcp', '--token-variable', 'TOOLRACK_TOKEN']);
    expect(machine.read('.cursor/mcp.json')).toContain('"Authorization": "Bearer ${env:TOOLRACK_TOKEN}"');
    machine.put('.cursor/mcp.json', machine.read('.cursor/mcp.json').replace('// mine', '// changed'));
    expect((await machine.toolrack(['connect', 'cursor', '--undo'])).stderr).toContain(
      'has changed since, so only the entry "toolrack" was taken out',
    );
    expect(machine.read('.cursor/mcp.json')).toBe(cursorFile.replace('// mine', '// changed'));
  });

  it("takes over: the client's servers run behind the gateway, and their secrets stay in the client's file", async () => {
    machine.put('.cursor/mcp.json', cursorFile);
    machine.write('toolrack.json', '{}');
    const { code, stdout, stderr } = await machine.toolrack(['connect', 'cursor', '--take-over', '--write', '--approve']);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(secret);
    expect(JSON.stringify(machine.configuration())).not.toContain(secret);
    const servers = (
      JSON.parse(
        machine
          .read('.cursor/mcp.json')
          .replace('// mine', '')
          .replaceAll(/,(\s*\})/gu, '$1'),
      ) as Json
    )['mcpServers'] as Json;
    expect(Object.keys(servers)).toEqual(['toolrack']);
    const { command, args, env } = servers['toolrack'] as { command: string; args: string[]; env: Record<string, string> };
    expect(env).toEqual({ API_TOKEN: secret, WEB_TOKEN: '${env:WEB_TOKEN}' });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, env: { ...env, WEB_TOKEN: 'y' }, stderr: 'ignore' }));
    const called = await client.callTool({ name: 'tool_call', arguments: { id: 'mcp:everything:echo', args: { message: 'moved' } } });
    expect(JSON.stringify(called)).toContain('Echo: moved');
    await client.close();

    // Connecting again keeps what the servers behind the gateway need, and shows no secret either.
    const again = await machine.toolrack(['connect', 'cursor', '--write', '--command', 'other']);
    expect(again.stdout + again.stderr).not.toContain(secret);
    expect(machine.read('.cursor/mcp.json')).toContain(secret);

    const undone = await machine.toolrack(['connect', 'cursor', '--undo']);
    expect(undone.stderr).toContain('The servers that were taken over are in it again: everything, web.');
    expect(machine.read('.cursor/mcp.json')).toBe(cursorFile);
  });

  it('says where the servers of a take-over are when the file has changed since', async () => {
    machine.write('toolrack.json', '{}');
    await machine.toolrack(['connect', 'cursor', '--take-over', '--write', '--approve']);
    machine.put('.cursor/mcp.json', machine.read('.cursor/mcp.json').replace('// mine', '// changed'));
    const { stderr } = await machine.toolrack(['connect', 'cursor', '--undo']);
    expect(stderr).toMatch(
      /What was there before is in \S+\.bak\.\nThe servers that were taken over are not in the file: everything, web\./u,
    );
  });

  it.each([
    [['connect', 'claude-desktop', '--http', 'http://127.0.0.1:1/mcp'], 'Claude Desktop can only start programs'],
    [['connect', 'windsurf', '--project'], 'Windsurf has no file for the project'],
    [['connect', 'cursor', '--http', '8808'], 'is no address'],
    [['connect', 'cursor', '--undo', '--write'], 'exclude each other'],
    [['connect', 'cursor', '--token-variable', 'X'], '--token-variable needs --http'],
  ])('refuses %j', async (args, message) => {
    expect(await machine.toolrack(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
