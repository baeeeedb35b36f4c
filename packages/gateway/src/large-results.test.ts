import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Runtime } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes, standard } from '@toolrack/presets';
import { resultStore } from '@toolrack/result-store';
import { mcpSource } from '@toolrack/source-mcp';
import { serveHttp, type HttpHandle } from './http/serve-http.js';

jest.setTimeout(120_000);

/** An MCP server on standard input and output whose tools answer as much as is asked for. */
const program = `
const lines = (length) => {
  const parts = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const line = 'line ' + index + ' "quoted" \\\\ and 漢字 <|im_start|>';
    parts.push(line);
    size += line.length + 1;
  }
  return parts.join('\\n').slice(0, length);
};
const tool = (name) => ({ name, description: 'Answers with ' + name, inputSchema: { type: 'object', properties: { length: { type: 'integer' } } } });
const answer = ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } };
  if (method === 'tools/list') return { tools: [tool('text'), tool('value')] };
  if (params.name === 'value') return { content: [{ type: 'text', text: 'in the value' }], structuredContent: { text: lines(params.arguments.length) } };
  const _meta = { 'toolrack/kept': { id: '0000000000000000', characters: 1 } };
  return { content: [{ type: 'text', text: lines(params.arguments.length) }], _meta };
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  if (message.method === 'server/discover') return console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } }));
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
});
`;
const big = { command: process.execPath, args: ['-e', program] };

/** What the server sends, and what is left of it when control tokens have lost their power. */
function sent(length: number): string {
  const parts: string[] = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const line = `line ${index} "quoted" \\ and 漢字 <|im_start|>`;
    parts.push(line);
    size += line.length + 1;
  }
  return parts.join('\n').slice(0, length);
}
const plain = (text: string): string => text.replaceAll(/<\|im_start\|>|\[[^\]\n]*im_start[^\]\n]*\]|<[^\n>]*im_start[^\n>]*>/g, 'TOKEN');

type Block = { readonly type: string; readonly text?: string };
type Answer = { readonly content: readonly Block[]; readonly isError?: boolean };
const frame = /<<<EXTERNAL_UNTRUSTED_CONTENT id="([0-9a-f]{16})">>>\n([^]*)\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id="\1">>>$/;
const inFrame = (text: string | undefined): string => frame.exec(text ?? '')?.[2] ?? `no frame around: ${String(text).slice(0, 200)}`;

const length = 1024 * 1024;
const call = (id: string, args: object) => ({ name: 'tool_call', arguments: { id, args } });

describe('a large answer of an untrusted server behind the gateway, with standard()', () => {
  let handle: HttpHandle;
  let dispose: () => Promise<void>;
  const clients: Client[] = [];

  beforeAll(async () => {
    const runtime = await createRuntime({ plugins: standard({ add: [mcpSource({ servers: { big } })] }) });
    handle = await serveHttp(runtime, {
      tokens: [
        { token: 'a-token', scope: { tenant: 'a' } },
        { token: 'b-token', scope: { tenant: 'b' } },
        { token: 'narrow-token', scope: { tenant: 'c' }, run: { allow: ['mcp:*'] } },
      ],
    });
    dispose = () => runtime.dispose();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
  });
  afterAll(async () => {
    await handle.close();
    await dispose();
  });

  async function connect(mode: 'auto' | 'legacy', token: string) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    clients.push(client);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url), { requestInit }));
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      ask: async (request: { name: string; arguments: object }) => (await client.callTool(request as never)) as unknown as Answer,
    };
  }

  it.each(['auto', 'legacy'] as const)('is read to its end by the note behind the frame, era "%s" [issue5:1]', async (mode) => {
    const { ask, tools } = await connect(mode, 'a-token');
    expect((await tools()).sort()).toEqual(['tool_call', 'tool_describe', 'tool_search']);
    const [shown, note, ...more] = (await ask(call('mcp:big:text', { length }))).content;
    expect(more).toEqual([]);
    expect(shown?.text?.length).toBeLessThanOrEqual(20_000);
    expect(shown?.text).not.toContain('read_result');
    const first = JSON.parse(inFrame(shown?.text)) as { result: { content: Block[] } };
    const parts = [(first.result.content[0]?.text ?? '').replace(/\n\[cut: [^\n]*\]$/, '')];
    const told = /^\[The first (\d+) of (\d+) characters are shown above\. [^]*tool_call (\{.*\}) reads on/.exec(note?.text ?? '');
    expect(told?.slice(1, 3).map(Number)).toEqual([expect.any(Number), length]);
    const next = JSON.parse(told?.[3] ?? '{}') as { id: string; args: { id: string; offset: number } };
    let offset: number | undefined = next.args.offset;
    for (let round = 0; offset !== undefined && round < 60; round += 1) {
      const answer = await ask(call(next.id, { ...next.args, offset, limit: 50_000 }));
      const [part, position] = answer.content;
      parts.push(inFrame(part?.text));
      const following = /"offset": (\d+)/.exec(position?.text ?? '')?.[1];
      offset = following === undefined ? undefined : Number(following);
    }
    expect(offset).toBeUndefined();
    // A token at the very border of two parts is none for whoever reads them.
    expect(plain(parts.join('')).length).toBe(plain(sent(length)).length);
    expect(plain(parts.join('')) === plain(sent(length))).toBe(true);
    expect((await ask({ name: 'read_result', arguments: { id: next.args.id, pattern: 'line 20000 ' } })).content[0]?.text).toMatch(
      /^\[1 places hold/,
    );
    expect((await ask({ name: 'tool_describe', arguments: { id: 'read_result' } })).content[0]?.text).toContain('"offset"');
  });

  it('is read by no client of another scope', async () => {
    const owner = await connect('auto', 'a-token');
    const note = (await owner.ask(call('mcp:big:text', { length: 100_000 }))).content[1]?.text ?? '';
    const id = /"id":"([0-9a-f]{16})"/.exec(note)?.[1] ?? '';
    const other = await connect('auto', 'b-token');
    const denied = await other.ask(call('read_result', { id }));
    const unknown = await other.ask(call('read_result', { id: 'f'.repeat(16) }));
    expect(denied.isError).toBe(true);
    expect(JSON.stringify(denied.content).replace(id, 'ID')).toBe(JSON.stringify(unknown.content).replace('f'.repeat(16), 'ID'));
    expect((await owner.ask(call('read_result', { id }))).isError).not.toBe(true);
  });

  it('holds a structured value, which is kept too', async () => {
    const { ask } = await connect('auto', 'a-token');
    const [shown, note] = (await ask(call('mcp:big:value', { length: 100_000 }))).content;
    expect(inFrame(shown?.text)).toContain('in the value');
    const told = /^\[The structured value \(\d+ characters of JSON\) is kept too: tool_call (\{.*\}) reads it\.\]$/.exec(note?.text ?? '');
    const { id, args } = JSON.parse(told?.[1] ?? '{}') as { id: string; args: object };
    const answer = await ask(call(id, args));
    expect(inFrame(answer.content[0]?.text)).toMatch(/^\{"text":"line 0 /);
  });

  it('is cut as before where the run keeps to tools among which none reads on', async () => {
    const { ask } = await connect('auto', 'narrow-token');
    const { content } = await ask(call('mcp:big:text', { length: 100_000 }));
    expect(content).toHaveLength(1);
    expect(content[0]?.text).toMatch(/\[cut: the text goes on beyond what is shown\]\n<<<END/);
  });
});

describe('a large answer behind hermes() with the result store', () => {
  let runtime: Runtime | undefined;
  afterAll(() => runtime?.dispose());

  it('says in its text how to read on, and is read to its end', async () => {
    runtime = await createRuntime({ plugins: hermes({ add: [resultStore(), mcpSource({ servers: { big }, defaultTrust: 'trusted' })] }) });
    const run = await runtime.startRun();
    expect(run.tools.map(({ name }) => name)).toContain('read_result');
    const id = run.entries.find(({ tool }) => tool.id === 'mcp:big:text')?.callName ?? '';
    const isDirect = run.tools.some(({ name }) => name === id);
    const asked = isDirect
      ? { name: id, arguments: { length } }
      : { name: 'tool_call', arguments: { calls: [{ name: id, arguments: { length } }] } };
    const text = (await run.call(asked)).content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    const told = /read_result (\{"id":"[0-9a-f]{16}","offset":\d+\}) reads on from here/.exec(text)?.[1];
    const input = JSON.parse(told ?? '{}') as { id: string; offset: number };
    expect(text).toContain('line 500 ');
    const end = await run.call({ name: 'read_result', arguments: { id: input.id, offset: length - 10 } });
    expect(end.content[1]).toMatchObject({ text: `[characters ${length - 10} to ${length} of ${length}; this is the end]` });
  });
});
