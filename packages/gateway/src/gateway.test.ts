import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { definePlugin, stages, type Runtime } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';
import { serveHttp, type HttpHandle } from './http/serve-http.js';

jest.setTimeout(120_000);

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const controls = ['tool_search', 'tool_describe', 'tool_call'];

type Answer = { readonly content: readonly { readonly type: string; readonly text?: string }[]; readonly isError?: boolean };
const textOf = (answer: unknown): string => (answer as Answer).content.map((block) => block.text ?? '').join('\n');

/** Shows the tools that a run names directly, whoever serves them. */
const pins = definePlugin({
  name: 'test-pins',
  version: '1.0.0',
  api: '^1',
  apply: (host) =>
    host.hooks.visibility.tap((tool, { run }) => (run.directNames.includes(tool.name) ? 'direct' : undefined), {
      stage: stages.early,
    }),
});

describe('a gateway over the kernel and a real MCP server', () => {
  let runtime: Runtime;
  let handle: HttpHandle;

  beforeAll(async () => {
    runtime = await createRuntime({
      plugins: standard({
        add: [pins(), mcpSource({ servers: { everything: { command: process.execPath, args: [everything], trust: 'trusted' } } })],
        policy: { rules: [{ deny: 'mcp:everything:echo', agents: 'guest' }] },
      }),
      limits: { discoveryTimeoutMs: 60_000 },
    });
    handle = await serveHttp(runtime, {
      tokens: [
        { token: 'owner-token', scope: { agent: 'owner' } },
        { token: 'guest-token', scope: { agent: 'guest' } },
        { token: 'pinned-token', scope: { agent: 'owner' }, run: { directNames: ['echo', 'get-structured-content'] } },
      ],
    });
  });

  afterAll(async () => {
    await handle.close();
    expect(runtime.inspect().runs).toBe(0);
    await runtime.dispose();
  });

  const clients: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
  });

  const requestInit = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  async function connect(mode: 'auto' | 'legacy', token = 'owner-token'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    clients.push(client);
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url), { requestInit: requestInit(token) }));
    return client;
  }

  it.each(['auto', 'legacy'] as const)(
    'lists exactly the controls and calls echo through them, era "%s" [issue2:gateway]',
    async (mode) => {
      const client = await connect(mode);
      expect((await client.listTools()).tools.map((tool) => tool.name).sort()).toEqual([...controls].sort());
      expect(client.getInstructions()).toContain('echo');
      const found = await client.callTool({ name: 'tool_search', arguments: { query: 'echo a message back' } });
      expect(textOf(found)).toContain('mcp:everything:echo');
      expect(found).not.toHaveProperty('structuredContent');
      const called = await client.callTool({ name: 'tool_call', arguments: { id: 'mcp:everything:echo', args: { message: 'hello' } } });
      expect(called.isError).not.toBe(true);
      expect(textOf(called)).toContain('Echo: hello');
    },
  );

  it('serves the v1 client the same', async () => {
    const client = new OldClient({ name: 'test', version: '1' });
    clients.push(client);
    await client.connect(new OldTransport(new URL(handle.url), { requestInit: requestInit('owner-token') }));
    expect((await client.listTools()).tools).toHaveLength(3);
    const called = await client.callTool({ name: 'tool_call', arguments: { id: 'mcp:everything:echo', args: { message: 'old' } } });
    expect(textOf(called)).toContain('Echo: old');
  });

  it('calls what one connection found over another one: search and call resolve alike [gateway-249]', async () => {
    const one = await connect('legacy');
    await one.callTool({ name: 'tool_search', arguments: { query: 'sum of two numbers' } });
    await one.close();
    const two = await connect('legacy');
    const called = await two.callTool({ name: 'tool_call', arguments: { id: 'mcp:everything:get-sum', args: { a: 2, b: 3 } } });
    expect(textOf(called)).toContain('5');
  });

  it('dispatches a deferred name that is called directly, or says what to call instead [gateway-255]', async () => {
    const client = await connect('auto');
    const outcome = await client
      .callTool({ name: 'mcp__everything__echo', arguments: { message: 'hi' } })
      .then(textOf, (error: Error) => error.message);
    expect(outcome).toMatch(/Echo: hi|tool_/);
  });

  it('repairs control arguments that arrive as a JSON string', async () => {
    const client = await connect('auto');
    const called = await client.callTool({
      name: 'tool_call',
      arguments: { id: 'mcp:everything:echo', args: '{"message":"mended"}' },
    });
    expect(textOf(called)).toContain('Echo: mended');
  });

  it('hides from one scope what its rules deny and answers as for a tool that does not exist', async () => {
    const guest = await connect('auto', 'guest-token');
    expect(guest.getInstructions() ?? '').not.toMatch(/\becho\b/);
    expect(textOf(await guest.callTool({ name: 'tool_search', arguments: { query: 'echo' } }))).not.toContain('mcp:everything:echo');
    const ask = async (id: string) => {
      const answer = await guest.callTool({ name: 'tool_call', arguments: { id, args: { message: 'x' } } });
      return JSON.stringify(answer.content).replaceAll(id, 'ID');
    };
    expect(await ask('mcp:everything:echo')).toBe(await ask('mcp:everything:ecko'));
  });

  it('shows pinned tools directly, with structured content where their output schema promises it', async () => {
    const client = await connect('auto', 'pinned-token');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['echo', 'get-structured-content']));
    expect(tools.find((tool) => tool.name === 'get-structured-content')?.outputSchema).toBeDefined();
    const weather = await client.callTool({ name: 'get-structured-content', arguments: { location: 'New York' } });
    expect(weather.structuredContent).toHaveProperty('temperature');
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'direct' } }))).toBe('Echo: direct');
  });

  it.each(['auto', 'legacy'] as const)('passes progress and cancellation through to the real server, era "%s"', async (mode) => {
    const client = await connect(mode);
    const steps: number[] = [];
    const params = (duration: number, count: number) => ({
      name: 'tool_call',
      arguments: { id: 'mcp:everything:trigger-long-running-operation', args: { duration, steps: count } },
    });
    const done = await client.callTool(params(0.4, 4), { onprogress: (step) => void steps.push(step.progress) });
    expect(textOf(done)).toContain('completed');
    // The client drops a step that arrives together with the result.
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual([1, 2, 3, 4].slice(0, steps.length));
    const interrupted = new Promise((resolve) => runtime.events.on('call:failed', (event) => resolve(event.code)));
    const controller = new AbortController();
    const running = client.callTool(params(60, 60), { signal: controller.signal, onprogress: () => controller.abort() });
    await expect(running).rejects.toThrow();
    expect(await interrupted).toBe('ERR_CALL_INTERRUPTED');
  });
});
