import { jest } from '@jest/globals';

import { Script, textOf, Workspace, type Answer } from '../../test/command.js';

jest.setTimeout(120_000);

/** An untrusted MCP server whose tool answers with one megabyte. */
const program = `
const text = Array.from({ length: 60000 }, (_value, index) => 'line ' + index + ' of many').join('\\n').slice(0, 1048576);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (body) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  if (method === 'initialize') answer({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') answer({ result: { tools: [{ name: 'big', description: 'Answers much', inputSchema: { type: 'object' } }] } });
  else if (method === 'tools/call') answer({ result: { content: [{ type: 'text', text }] } });
  else answer({ error: { code: -32601, message: 'no' } });
});
`;

const lastText = (answer: Answer): string => String((answer['content'] as { text?: string }[]).at(-1)?.text);
const inFrame = (text: string): string => /">>>\n([^]*)\n<<<END_/.exec(text)?.[1] ?? '';

describe('toolrack run --jsonl with a large answer of an untrusted server', () => {
  const workspace = new Workspace({ mcpServers: { big: { command: process.execPath, args: ['-e', program] } } });
  afterAll(() => workspace.dispose());

  it('is read to its end by the call that the note gives, and by no other session [issue5:1]', async () => {
    const script = new Script(workspace);
    const start = async (session: string) => script.ask('start', { run: { session } });
    const { run, tools, catalog } = await start('one');
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    expect(catalog).toMatchObject({ total: 1, sources: [{ id: 'mcp:big' }] });
    const first = await script.ask('call', { run, name: 'tool_call', arguments: { id: 'mcp:big:big', args: {} } });
    const shown = JSON.parse(inFrame(textOf(first))) as { result: { content: { text: string }[] } };
    const parts = [String(shown.result.content[0]?.text).replace(/\n\[cut: [^\n]*\]$/, '')];
    const next = JSON.parse(/tool_call (\{.*\}) reads on/.exec(lastText(first))?.[1] ?? '{}') as { id: string; args: { id: string } };
    let given: object | undefined = next.args;
    for (let round = 0; given !== undefined && round < 60; round += 1) {
      const answer = await script.ask('call', { run, name: 'tool_call', arguments: { id: next.id, args: { ...given, limit: 50_000 } } });
      parts.push(inFrame(textOf(answer)));
      const offset = /"offset": (\d+)/.exec(lastText(answer))?.[1];
      given = offset === undefined ? undefined : { id: next.args.id, offset: Number(offset) };
    }
    const whole = (first['details'] as { result: { content: { text: string }[] } }).result.content[0]?.text;
    expect(whole).toHaveLength(1_048_576);
    expect(parts.join('') === whole).toBe(true);
    const other = await start('two');
    const denied = await script.ask('call', { run: other['run'], name: 'tool_call', arguments: { id: next.id, args: next.args } });
    expect(denied['isError']).toBe(true);
    expect((await script.close()).code).toBe(0);
  });
});
