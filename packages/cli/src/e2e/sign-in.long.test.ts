import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { everything, finished, Workspace, type Finished } from '../../test/command.js';
import { serveSignIn, type SignInServer } from '../../test/sign-in-server.js';

jest.setTimeout(120_000);

describe('toolrack login and logout', () => {
  let server: SignInServer;
  let workspace: Workspace;
  let environment: Record<string, string>;

  beforeAll(async () => {
    server = await serveSignIn();
    workspace = new Workspace({ mcpServers: { private: { url: `${server.origin}/mcp` }, local: { ...everything } } });
    environment = { TOOLRACK_TOKEN_DIRECTORY: join(workspace.folder, 'tokens'), TOOLRACK_TOKEN_KEY: 'correct horse battery staple' };
  });
  afterAll(async () => {
    workspace.dispose();
    await server.close();
  });

  /** Runs the command, and does with the page what `answer` says. */
  async function login(args: readonly string[], answer: (page: string, paste: (line: string) => void) => Promise<void>): Promise<Finished> {
    const child = workspace.start(['login', 'private', '--no-browser', ...args], environment);
    let shown = '';
    let answered: Promise<void> | undefined;
    child.stderr.on('data', (chunk: Buffer) => {
      shown += String(chunk);
      const page = /^ {2}(http\S+)$/mu.exec(shown)?.[1];
      if (page !== undefined) answered ??= answer(page, (line) => child.stdin.write(`${line}\n`));
    });
    const end = await finished(child);
    await answered;
    return end;
  }

  it('says before the sign-in what to do', async () => {
    const { code, stderr, stdout } = await workspace.run(['call', 'mcp:private:whoami'], { environment });
    expect(code).toBe(1);
    expect(stderr + stdout).toMatch(/toolrack login private/u);
  });

  it('signs in with a browser on this machine, and the next call works', async () => {
    const { code, stdout, stderr } = await login([], async (page) => {
      const step = await fetch(page, { redirect: 'manual' });
      expect((await fetch(step.headers.get('location') ?? '')).status).toBe(200);
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Signed in at "private" (${server.origin}/mcp).`)]);
    expect(stderr).toContain('It asks for: read');
    expect(await workspace.run(['call', 'mcp:private:whoami'], { environment })).toMatchObject({ code: 0, stdout: 'ada\n' });
    server.endTokens();
    expect(await workspace.run(['call', 'mcp:private:whoami'], { environment })).toMatchObject({ code: 0, stdout: 'ada\n' });
    for (const file of readdirSync(environment['TOOLRACK_TOKEN_DIRECTORY'] ?? '')) {
      expect(readFileSync(join(environment['TOOLRACK_TOKEN_DIRECTORY'] ?? '', file), 'utf8')).not.toMatch(/access-|refresh-/u);
    }
  });

  it('takes a pasted address, asks for more scopes, and answers with JSON without tokens', async () => {
    const { code, stdout, stderr } = await login(['--json', '--scope', 'write,admin'], async (page, paste) => {
      paste('http://127.0.0.1/else');
      const step = await fetch(page, { redirect: 'manual' });
      paste(step.headers.get('location') ?? '');
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ server: 'private', scope: 'read write admin', renewable: true, accepted: true });
    expect(stdout).not.toMatch(/access-|refresh-/u);
    expect(stderr).toMatch(/not the address that this sign-in ends at/u);
    expect(server.scopes.at(-1)).toBe('read write admin');
  });

  it('cannot read the tokens with another passphrase, and says so', async () => {
    const other = { ...environment, TOOLRACK_TOKEN_KEY: 'another passphrase altogether' };
    const { code, stderr, stdout } = await workspace.run(['call', 'mcp:private:whoami'], { environment: other });
    expect(code).toBe(1);
    expect(stderr + stdout).toMatch(/TOOLRACK_TOKEN_KEY does not hold their passphrase/u);
  });

  it('signs out, and the next call wants a sign-in again', async () => {
    expect(await workspace.run(['logout', 'private'], { environment })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Signed out at "private"'),
    });
    expect(await workspace.run(['logout', 'private'], { environment })).toMatchObject({
      code: 0,
      stdout: 'Nobody is signed in at "private".\n',
    });
    expect((await workspace.run(['call', 'mcp:private:whoami'], { environment })).code).toBe(1);
  });

  it('gives up in time', async () => {
    const { code, stderr } = await login(['--timeout', '1'], async () => undefined);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nobody came back from the sign-in page in time')]);
  });

  it.each([
    [['login', 'privat'], /has no server "privat"\. Did you mean "private"\? Its remote servers: private\./u],
    [['login', 'local'], /"local" is a program on this machine/u],
    [['logout', 'nothing'], /has no server "nothing"/u],
    [['login', 'private', '--timeout', 'soon'], /whole number of seconds/u],
    [['login', 'private', '--scope', ' '], /must name a scope/u],
    [['login'], /missing required argument/u],
  ])('says what is wrong with %j', async (args, message) => {
    expect(await workspace.run(args, { environment })).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
