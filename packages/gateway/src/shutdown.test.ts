import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';
import { serveHttp } from './http/serve-http.js';

jest.setTimeout(60_000);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A server whose tool never answers. */
const program = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (body) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  if (method === 'initialize') answer({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') answer({ result: { tools: [{ name: 'hang', inputSchema: { type: 'object' } }] } });
  else if (method !== 'tools/call') answer({ error: { code: -32601, message: 'no' } });
});
`;

describe('a call that is cut by the end of the gateway', () => {
  it.each(['auto', 'legacy'] as const)('says that it was sent and may have run, era "%s" [issue5:3]', async (mode) => {
    const servers = { slow: { command: process.execPath, args: ['-e', program] } };
    const runtime = await createRuntime({ plugins: standard({ add: [mcpSource({ servers })] }) });
    const handle = await serveHttp(runtime, { drainTimeoutMs: 100 });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url)));
    const started = new Promise((resolve) => runtime.events.on('call:started', resolve));
    const calling = client.callTool({ name: 'tool_call', arguments: { id: 'mcp:slow:hang', args: {} } });
    await started;
    await pause(200);
    await handle.close();
    const answer = (await calling) as { readonly isError?: boolean; readonly content: readonly { readonly text?: string }[] };
    expect(answer.isError).toBe(true);
    expect(answer.content[0]?.text).toMatch(
      /^The run has ended\. The call of \S+ was cancelled after it had been sent\. It may have run: check/,
    );
    await client.close().catch(() => undefined);
    await runtime.dispose();
  });

  it('says whether it was sent where the caller cancels it, before or after, and when its run has ended', async () => {
    const servers = { slow: { command: process.execPath, args: ['-e', program] } };
    const runtime = await createRuntime({ plugins: standard({ add: [mcpSource({ servers })] }) });
    const run = await runtime.startRun();
    const ask = (signal: AbortSignal) => run.call({ name: 'tool_call', arguments: { id: 'mcp:slow:hang', args: {} }, signal });
    const before = await ask(AbortSignal.abort());
    expect(JSON.stringify(before.content)).toMatch(/cancelled before it was sent\. It has not run\./);
    const controller = new AbortController();
    const calling = ask(controller.signal);
    await new Promise((resolve) => runtime.events.on('call:started', resolve));
    await pause(200);
    controller.abort();
    expect(JSON.stringify((await calling).content)).toMatch(
      /cancelled after it had been sent\. It may have run: check before calling again\./,
    );
    await run.end();
    expect(JSON.stringify((await ask(new AbortController().signal)).content)).toContain('Nothing was sent.');
    await runtime.dispose();
  });
});
