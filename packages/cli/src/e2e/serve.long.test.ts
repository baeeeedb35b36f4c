import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { everything, finished, openclawTools, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const bin = fileURLToPath(new URL('../../bin/toolrack.js', import.meta.url));

describe('toolrack serve', () => {
  const workspace = new Workspace({
    mcpServers: { everything: { ...everything, trust: 'trusted' } },
    plugins: [openclawTools],
  });
  afterAll(() => workspace.dispose());

  async function check(client: Client): Promise<void> {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    const call = (id: string, args: object) => client.callTool({ name: 'tool_call', arguments: { id, args } });
    expect(JSON.stringify(await call('mcp:everything:echo', { message: 'hello' }))).toContain('Echo: hello');
    expect(JSON.stringify(await call('openclaw:core:add', { a: 40, b: 2 }))).toContain('42');
  }

  it('shows a client over stdio exactly the control tools and calls a real tool behind them', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bin, 'serve', '--stdio', '--config', workspace.folder],
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    await check(client);
    await client.close();
  });

  it('tells a client of changes of a resource that it watches in a server behind', async () => {
    const plain = new Workspace({ toolSearch: false, mcpServers: { everything: { ...everything, trust: 'trusted' } } });
    const env = { ...getDefaultEnvironment(), XDG_CACHE_HOME: join(plain.folder, '.cache') };
    const args = [bin, 'serve', '--config', plain.folder];
    let client = new Client({ name: 'test', version: '1.0.0' });
    const connect = () => client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
    try {
      await connect();
      // What the server offers is known from its first start on; on a busy machine the handshake may come before that.
      while ((await client.listTools()).tools.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      await client.close();
      client = new Client({ name: 'test', version: '1.0.0' });
      await connect();
      expect(client.getServerCapabilities()?.resources?.subscribe).toBe(true);
      const uri = (await client.listResources()).resources[0]?.uri ?? '';
      const updated = new Promise((resolve) => {
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
      });
      await client.subscribeResource({ uri });
      await client.callTool({ name: 'toggle-subscriber-updates', arguments: {} });
      expect(await updated).toBe(uri);
    } finally {
      await client.close();
      plain.dispose();
    }
  });

  it('does the same over HTTP, until Ctrl-C', async () => {
    const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--json']);
    const ended = finished(child);
    const url = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk: string) => {
        text += chunk;
        const found = /"url": "([^"]+)"/u.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await check(client);
    await client.close();
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('does not open itself to other machines without a token', async () => {
    const { code, stderr } = await workspace.run(['serve', '--http', '0.0.0.0:0']);
    expect(code).toBe(2);
    expect(stderr).toContain('does not listen on 0.0.0.0 without tokens');
  });

  it('knows the tools of its servers at the next start before they run; other commands ask them, and so does --no-cache', async () => {
    const counted = new Workspace({
      toolSearch: false,
      mcpServers: { counted: { command: process.execPath, args: ['./counted.mjs'], trust: 'trusted' } },
    });
    const starts = join(counted.folder, 'starts');
    const program = pathToFileURL(everything.args[0] ?? '').href;
    counted.write('counted.mjs', `import { appendFileSync } from 'node:fs'; appendFileSync('starts', '.'); await import('${program}');`);
    const countStarts = (): number => (existsSync(starts) ? readFileSync(starts, 'utf8').length : 0);
    const use = async (options: readonly string[], work: (client: Client) => Promise<void>): Promise<void> => {
      const args = [bin, 'serve', '--config', counted.folder, ...options];
      const env = { ...getDefaultEnvironment(), XDG_CACHE_HOME: join(counted.folder, '.cache') };
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
      await work(client).finally(() => client.close());
    };
    const lists = async (client: Client): Promise<void> => {
      // A slow server may be listed only after the first answer.
      for (let tries = 0; tries < 600; tries += 1) {
        if ((await client.listTools()).tools.some(({ name }) => name === 'echo')) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('the tools never came');
    };
    try {
      await use([], lists);
      expect(countStarts()).toBe(1);
      await use([], async (client) => {
        expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo');
        expect(countStarts()).toBe(1);
        expect(JSON.stringify(await client.callTool({ name: 'echo', arguments: { message: 'hello' } }))).toContain('Echo: hello');
      });
      expect(countStarts()).toBe(2);
      await use(['--no-cache'], lists);
      expect(countStarts()).toBe(3);
      expect((await counted.run(['list'])).stdout).toContain('mcp:counted:echo');
      expect(countStarts()).toBe(4);
    } finally {
      counted.dispose();
    }
  });

  it('ends when its client leaves', async () => {
    const { code, stderr } = await workspace.run(['serve'], { input: '' });
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/^\s+at /mu);
  });
});
