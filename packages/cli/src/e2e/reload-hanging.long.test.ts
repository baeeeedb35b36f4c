import { jest } from '@jest/globals';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { addressOf, finished, pause, Workspace } from '../../test/command.js';

jest.setTimeout(300_000);

/** How long a runtime waits for a server; far more than a change of rules may take on a machine that is busy. */
const waitMs = 12_000;
const atOnceMs = 6_000;

/** An MCP server with two tools that never answers anything while the file of its first argument is there. */
const program = `
const { existsSync } = require('node:fs');
const answer = ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
  if (method === 'tools/list') return { tools: ['one', 'two'].map((name) => ({ name: process.argv[2] + '-' + name, inputSchema: { type: 'object' } })) };
  return { content: [{ type: 'text', text: 'here' }] };
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined || existsSync(process.argv[1])) return;
  if (message.method === 'server/discover') return console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } }));
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
});
`;

/** A served configuration with servers by name, each hanging as long as a file of its name is in the folder. */
async function serve(names: readonly string[], hanging: readonly string[], flags: readonly string[]) {
  const workspace = new Workspace();
  const server = (name: string) => ({
    command: process.execPath,
    args: ['-e', program, join(workspace.folder, name), name],
    trust: 'trusted',
  });
  const write = (servers: readonly string[], deny: readonly string[]): void => {
    const mcpServers = Object.fromEntries(servers.map((name) => [name, server(name)]));
    const rules = deny.map((tool) => ({ deny: `mcp:*:${tool}` }));
    workspace.write('toolrack.json', { toolSearch: false, mcpServers, policy: { rules }, limits: { discoveryTimeoutMs: waitMs } });
  };
  for (const name of hanging) workspace.write(name, '');
  write(names, []);
  const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--watch', '--json', ...flags]);
  const ended = finished(child);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(await addressOf(child))), { timeout: 60_000 });
  const tools = async () => (await client.listTools(undefined, { timeout: 60_000 })).tools.map(({ name }) => name);
  return {
    write,
    tools,
    hang: (name: string) => void workspace.write(name, ''),
    call: (name: string) => client.callTool({ name, arguments: {} }),
    /** Milliseconds until a tool is gone; what must be there all the time is looked for meanwhile. */
    goneAfter: async (tool: string, always: readonly string[]): Promise<number> => {
      const started = Date.now();
      for (;;) {
        const listed = await tools();
        expect(listed).toEqual(expect.arrayContaining([...always]));
        if (!listed.includes(tool)) return Date.now() - started;
        if (Date.now() - started > 2 * waitMs) return Infinity;
        await pause(50);
      }
    },
    stop: async () => {
      await client.close();
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
      workspace.dispose();
    },
  };
}

describe('a changed rule', () => {
  it.each([[[]], [['--no-cache']]])(
    'takes effect at once although a server hangs, as it did before, with the options %j',
    async (flags) => {
      const served = await serve(['good', 'bad'], ['bad'], flags);
      expect(await served.tools()).toEqual(expect.arrayContaining(['good-one', 'good-two']));
      served.write(['good', 'bad'], ['good-one']);
      expect(await served.goneAfter('good-one', ['good-two'])).toBeLessThan(atOnceMs);
      // And so does the next one, on the runtime that took over.
      served.write(['good', 'bad'], ['good-two']);
      expect(await served.goneAfter('good-two', [])).toBeLessThan(atOnceMs);
      await served.stop();
    },
  );

  it.each([[[]], [['--no-cache']]])('does so although a server has begun to hang, whose tools stay, with the options %j', async (flags) => {
    const served = await serve(['good', 'late'], [], flags);
    expect(await served.tools()).toEqual(expect.arrayContaining(['good-one', 'late-one', 'late-two']));
    served.hang('late');
    served.write(['good', 'late'], ['late-one']);
    expect(await served.goneAfter('late-one', ['good-one', 'late-two'])).toBeLessThan(atOnceMs);
    expect(JSON.stringify(await served.call('good-two'))).toContain('here');
    await served.stop();
  });

  it('ends the wait for a server that came with the change before', async () => {
    const served = await serve(['good'], ['new'], []);
    await served.tools();
    served.write(['good', 'new'], []);
    await pause(2_000);
    served.write(['good', 'new'], ['good-one']);
    expect(await served.goneAfter('good-one', ['good-two'])).toBeLessThan(atOnceMs);
    await served.stop();
  });

  it('is told together with the tools of a server that came with it and answers', async () => {
    const served = await serve(['good'], [], ['--no-cache']);
    await served.tools();
    served.write(['good', 'new'], ['good-one']);
    await served.goneAfter('good-one', ['good-two']);
    expect(await served.tools()).toEqual(expect.arrayContaining(['good-two', 'new-one', 'new-two']));
    await served.stop();
  });
});
