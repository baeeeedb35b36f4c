import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { addressOf, finished, pause, Workspace } from '../../test/command.js';

jest.setTimeout(300_000);

/** An MCP server whose tool answers after as many milliseconds as it is asked for. */
const program = `
const answer = async ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'slow', version: '1' } };
  if (method === 'tools/list') return { tools: ['slow', 'other'].map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) };
  await new Promise((resolve) => setTimeout(resolve, params.arguments.ms));
  return { content: [{ type: 'text', text: 'done ' + params.arguments.mark }] };
};
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  if (message.method === 'server/discover') return console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } }));
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: await answer(message) }));
});
`;
const configuration = (round: number) => ({
  toolSearch: false,
  mcpServers: { slow: { command: process.execPath, args: ['-e', program], trust: 'trusted' } },
  policy: { rules: [{ deny: `mcp:slow:none_${round}` }] },
});

describe('a shutdown right after a reload', () => {
  // Before the change is noticed, while the new runtime is built, while it takes over, and after that.
  it.each([0, 150, 300, 350, 400, 450, 500, 600, 800, 1_200])(
    'ends the calls of the old runtime, %i ms after the change',
    async (delay) => {
      const workspace = new Workspace(configuration(0));
      const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--watch', '--json']);
      const ended = finished(child);
      const url = new URL(await addressOf(child));
      const clients: Client[] = [];
      for (const mode of ['auto', 'auto', 'legacy'] as const) {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        await client.connect(new StreamableHTTPClientTransport(url));
        await client.listTools();
        clients.push(client);
      }
      const call = async (client: Client, mark: number, ms: number): Promise<string> => {
        const { content } = await client.callTool({ name: 'slow', arguments: { ms, mark } });
        return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      };
      // They end at different times, so that some end in every part of the shutdown.
      const running = Array.from({ length: 15 }, (_, mark) => call(clients[mark % 3] as Client, mark, 1_000 + mark * 120));
      const settled = Promise.allSettled(running);
      await pause(200);
      workspace.write('toolrack.json', configuration(1));
      await pause(delay);
      child.kill('SIGTERM');
      const outcomes = (await settled).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)));
      expect(outcomes).toEqual(running.map((_, mark) => `done ${mark}`));
      expect(await ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warn') });
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      workspace.dispose();
    },
  );
});
