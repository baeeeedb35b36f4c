import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunRequest } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes, standard } from '@toolrack/presets';
import { resultStore } from '@toolrack/result-store';
import { mcpSource } from '@toolrack/source-mcp';
import { serveHttp } from './http/serve-http.js';

jest.setTimeout(60_000);

/** An MCP server with a tool whose answers are large, and one that has the name of Toolrack's own, or its id. */
const program = `
const tool = (name) => ({ name, description: 'Answers with ' + name, inputSchema: { type: 'object' } });
const answer = ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } };
  if (method === 'tools/list') return { tools: [tool('text'), ...process.argv.slice(1).map(tool)] };
  return { content: [{ type: 'text', text: params.name === 'text' ? 'a word '.repeat(60000) + 'THE END' : 'of the server' }] };
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  if (message.method === 'server/discover') return console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } }));
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
});
`;
const own = ['read_result', 'toolrack_read_result', 'toolrack:results:read', 'results__read_result'];

type Preset = (source: ReturnType<typeof mcpSource>) => ReturnType<typeof standard>;
const presets: readonly [what: string, preset: Preset, run?: Partial<RunRequest>][] = [
  ['search turned off', (source) => standard({ toolSearch: false, add: [source] })],
  ['search turned on', (source) => standard({ add: [source] })],
  ['a directory', (source) => standard({ toolSearch: { mode: 'directory' }, add: [source] })],
  ['nothing to search for, as all tools are shown', (source) => standard({ add: [source] }), { directNames: ['text', ...own] }],
  ['some tools shown beside the search', (source) => standard({ add: [source] }), { directNames: ['text'] }],
  ['the surface of Hermes, all tools shown', (source) => hermes({ toolSearch: { enabled: 'off' }, add: [resultStore(), source] })],
];
const cases = presets.flatMap((preset) => (['trusted', 'untrusted'] as const).map((trust) => [preset[0], trust, preset] as const));

describe('the note under a cut result names a call that reads on, though a server has a tool of that very name', () => {
  it.each(cases)('with %s, for a server that is %s', async (_what, trust, [, preset, run]) => {
    const server = { command: process.execPath, args: ['-e', program, '--', ...own], trust };
    const runtime = await createRuntime({ plugins: preset(mcpSource({ servers: { big: server } })) });
    const handle = await serveHttp(runtime, run === undefined ? {} : { run: run });
    const client = new Client({ name: 'test', version: '1' });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(handle.url)));
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(new Set(listed).size).toBe(listed.length);
      const call = async (name: string, input: object): Promise<string> => {
        const { content } = await client.callTool({ name, arguments: input as Record<string, unknown> });
        return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      };
      const text = listed.find((name) => /(?:^|_)text$/u.test(name));
      const cut = text === undefined ? await call('tool_call', { id: 'mcp:big:text', args: {} }) : await call(text, {});
      const [, name = '', input = '{}'] = /The whole text is kept: (\w+) (\{.*?\}\}?) reads on/u.exec(cut) ?? [];
      // What a client was not shown it may refuse to call.
      expect(listed).toContain(name);
      const given = JSON.parse(input) as { id: string; args?: { id: string } };
      const end = { pattern: 'THE END' };
      const found = await call(
        name,
        given.args === undefined ? { ...given, offset: 0, ...end } : { id: given.id, args: { id: given.args.id, ...end } },
      );
      expect(found).toContain('1 places hold "THE END"');
    } finally {
      await client.close();
      await handle.close();
      await runtime.dispose();
    }
  });
});
