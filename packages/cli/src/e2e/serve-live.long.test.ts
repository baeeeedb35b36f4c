import { jest } from '@jest/globals';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { addressOf, everything, finished, pause, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const bin = fileURLToPath(new URL('../../bin/toolrack.js', import.meta.url));
const direct = (deny: readonly string[] = []) => ({
  toolSearch: false,
  mcpServers: { everything: { ...everything, trust: 'trusted' } },
  policy: { rules: deny.map((tool) => ({ deny: `mcp:everything:${tool}` })) },
});
const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 600 && !(await condition()); tries += 1) await pause(50);
  expect(await condition()).toBe(true);
};
const names = async (client: Client) => (await client.listTools()).tools.map((tool) => tool.name);

describe('toolrack serve --watch', () => {
  it('applies a changed configuration over HTTP: calls go on, sessions are told, a bad edit changes nothing', async () => {
    const workspace = new Workspace(direct());
    const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--watch', '--json']);
    const ended = finished(child);
    const client = new Client({ name: 'test', version: '1' });
    let told = 0;
    client.fallbackNotificationHandler = ({ method }) => Promise.resolve(void (told += method.endsWith('tools/list_changed') ? 1 : 0));
    await client.connect(new StreamableHTTPClientTransport(new URL(await addressOf(child))));
    expect(await names(client)).toContain('get-env');
    // Several saves in a row, of which the last counts, while a call is running.
    const running = client.callTool({ name: 'trigger-long-running-operation', arguments: { duration: 4, steps: 4 } });
    workspace.write('toolrack.json', direct(['echo']));
    await pause(50);
    workspace.write('toolrack.json', direct(['get-env']));
    await until(() => told === 1);
    const after = await names(client);
    expect(after).toContain('echo');
    expect(after).not.toContain('get-env');
    expect(JSON.stringify(await running)).toContain('completed');
    workspace.write('toolrack.json', '{ "toolSearch": maybe }');
    await pause(1_500);
    expect(await names(client)).toEqual(after);
    // As editors save: a new file takes the place of the old one.
    const next = join(workspace.folder, 'toolrack.json.new');
    writeFileSync(next, JSON.stringify(direct()));
    renameSync(next, join(workspace.folder, 'toolrack.json'));
    await until(async () => (await names(client)).includes('get-env'));
    expect(told).toBe(2);
    // A file that is gone is said to be gone once, and read when it is back.
    rmSync(join(workspace.folder, 'toolrack.json'));
    await pause(3_000);
    expect(await names(client)).toContain('get-env');
    workspace.write('toolrack.json', direct(['get-env']));
    await until(async () => !(await names(client)).includes('get-env'));
    await client.close();
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr.match(/toolrack\.json is gone\. What it said goes on/gu)).toHaveLength(1);
    expect(stderr.match(/is not used, the one before goes on/gu)).toHaveLength(1);
    expect(stderr).toContain('toolrack.json:1');
    workspace.dispose();
  });

  it('does so over stdio; a broken new entry is an error of its own, and everything else goes on [gateway-251]', async () => {
    const workspace = new Workspace(direct(['get-env']));
    const args = [bin, 'serve', '--stdio', '--watch', '--config', workspace.folder];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    expect(await names(client)).not.toContain('get-env');
    workspace.write('toolrack.json', direct());
    await until(async () => (await names(client)).includes('get-env'));
    const broken = { ...direct(), mcpServers: { ...direct().mcpServers, docker: null } };
    workspace.write('toolrack.json', broken);
    await pause(1_500);
    const echoed = await client.callTool({ name: 'echo', arguments: { message: 'alive' } });
    expect(JSON.stringify(echoed)).toContain('Echo: alive');
    await client.close();
    workspace.dispose();
  });

  it('refuses a configuration that it cannot read again', async () => {
    const workspace = new Workspace('export default [];', 'toolrack.config.mjs');
    const { code, stderr } = await workspace.run(['serve', '--stdio', '--watch']);
    expect(code).toBe(2);
    expect(stderr).toContain('--watch needs a JSON or YAML configuration');
    workspace.dispose();
  });
});

describe('the gateway of a configuration', () => {
  it('gives each token the scope that the file maps it to', async () => {
    const workspace = new Workspace({
      toolSearch: false,
      mcpServers: { everything: { ...everything, trust: 'trusted' } },
      policy: { rules: [{ deny: 'mcp:everything:get-env', agents: 'guest' }] },
      gateway: {
        tokens: [
          { token: '${OWNER_TOKEN}', agent: 'owner' },
          { token: '${GUEST_TOKEN}', agent: 'guest' },
          { token: '${NARROW_TOKEN}', agent: 'owner', allow: ['mcp:everything:echo'] },
        ],
        rateLimit: { requestsPerMinute: 6000 },
      },
    });
    const environment = { OWNER_TOKEN: 'owner-secret', GUEST_TOKEN: 'guest-secret', NARROW_TOKEN: 'narrow-secret' };
    const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--json'], environment);
    const ended = finished(child);
    const url = new URL(await addressOf(child));
    const connect = async (token: string): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
      return client;
    };
    const [owner, guest, narrow] = [await connect('owner-secret'), await connect('guest-secret'), await connect('narrow-secret')];
    expect(await names(owner)).toContain('get-env');
    expect(await names(guest)).not.toContain('get-env');
    expect(await names(narrow)).toEqual(['echo']);
    // Resources of a server behind, under its name.
    const { resources } = await owner.listResources();
    expect(resources.length).toBeGreaterThan(0);
    expect(resources.every(({ uri }) => uri.startsWith('toolrack://everything/'))).toBe(true);
    expect((await owner.readResource({ uri: resources[0]?.uri ?? '' })).contents).toHaveLength(1);
    expect((await owner.listPrompts()).prompts.every(({ name }) => name.startsWith('everything__'))).toBe(true);
    await expect(connect('wrong')).rejects.toThrow();
    await Promise.all([owner, guest, narrow].map((client) => client.close()));
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('secret');
    workspace.dispose();
  });

  it('says what is wrong in it', async () => {
    const workspace = new Workspace({ gateway: { tokens: [{ agent: 'x' }], tls: { certFile: 'a.pem', keyFile: 'b.pem' } } });
    expect(await workspace.run(['serve', '--http', ':0'])).toMatchObject({ code: 2, stderr: expect.stringContaining('gateway.tokens[0]') });
    workspace.write('toolrack.json', { gateway: { tls: { certFile: 'a.pem', keyFile: 'b.pem' } } });
    expect(await workspace.run(['serve', '--http', ':0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a.pem cannot be read'),
    });
    const half = await workspace.run(['serve', '--http', ':0', '--tls-cert', 'a.pem']);
    expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('--tls-cert and --tls-key go together') });
    workspace.dispose();
  });
});
