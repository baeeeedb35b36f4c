import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveHttp, type TestHttpServer } from '../test/http-server.js';
import { eventually, makeCall, never, openSources, rejection, type TestSources } from '../test/harness.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const modernServer = fileURLToPath(new URL('fixtures/modern-server.mjs', import.meta.url));
let folder = '';
let sources: TestSources | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
});
afterEach(async () => sources?.dispose());
afterAll(async () => rm(folder, { recursive: true, force: true }));

const starts = async (file: string): Promise<number> => (await readFile(file, 'utf8')).trim().split('\n').length;

describe('a server over stdio', () => {
  it('that speaks both revisions is started once', async () => {
    const file = join(folder, 'both');
    sources = openSources({ servers: { s: { command: process.execPath, args: [modernServer, 'serve', file] } } });
    const source = sources.get('s');
    expect((await source.list({ signal: never })).tools.map(({ name }) => name)).toEqual(['echo', 'grow']);
    expect(await starts(file)).toBe(1);
  });

  it('that speaks only 2026-07-28 works, tells of its changes, and is started only once the next time', async () => {
    const file = join(folder, 'modern');
    sources = openSources({
      changeDebounceMs: 20,
      backoffMs: 10,
      servers: { s: { command: process.execPath, args: [modernServer, 'reject', file] } },
    });
    const source = sources.get('s');
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    expect((await source.list({ signal: never })).tools.map(({ name }) => name)).toEqual(['echo', 'grow']);
    expect((await source.call(makeCall('echo', { text: 'new' }))).content).toEqual([{ type: 'text', text: 'new' }]);
    expect(await starts(file)).toBe(2);
    await source.call(makeCall('grow', { text: 'added' }));
    await eventually(() => changes === 1);
    expect((await source.list({ signal: never })).tools.map(({ name }) => name)).toContain('added');
    const pid = Number((await readFile(file, 'utf8')).trim().split('\n').at(-1)?.split(' ')[1]);
    process.kill(pid, 'SIGKILL');
    await eventually(() => source.state().state === 'known');
    expect((await source.call(makeCall('echo', { text: 'again' }))).content).toEqual([{ type: 'text', text: 'again' }]);
    expect(await starts(file)).toBe(3);
  });
});

describe('a server over HTTP that speaks 2026-07-28', () => {
  let server: TestHttpServer;
  beforeAll(async () => {
    const handler = createMcpHandler(() => {
      const mcp = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: {} } });
      const mirrored: object = { 'x-mcp-header': 'Region' };
      const inputSchema = fromJsonSchema<{ region: string; text: string }>({
        type: 'object',
        properties: { region: { type: 'string', ...mirrored }, text: { type: 'string' } },
      });
      mcp.registerTool('echo', { description: 'Echo.', inputSchema }, async ({ text }) => ({ content: [{ type: 'text', text }] }));
      mcp.registerTool('slow', { description: 'Slow.', inputSchema }, async (_input, context) => {
        await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve));
        return { content: [] };
      });
      return mcp;
    });
    server = await serveHttp(async (request, response) => {
      const headers = new Headers(Object.entries(request.headers).map(([key, value]): [string, string] => [key, String(value)]));
      const controller = new AbortController();
      response.on('close', () => controller.abort());
      const answer = await handler.fetch(
        new Request(server.url, {
          method: request.method,
          headers,
          signal: controller.signal,
          ...(request.method === 'POST' ? { body: JSON.stringify(request.body) } : {}),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    });
  });
  afterAll(async () => server.close());

  it('is used without a session, and arguments that ask for it are mirrored in headers', async () => {
    sources = openSources({ servers: { s: { url: server.url } } });
    const source = sources.get('s');
    const { tools } = await source.list({ signal: never });
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'slow']);
    const call = makeCall('echo', { region: 'Zürich', text: 'hi' });
    const inputSchema = tools[0]?.inputSchema ?? {};
    const result = await source.call({ ...call, tool: { ...call.tool, inputSchema } });
    expect(result.content).toEqual([{ type: 'text', text: 'hi' }]);
    const sent = server.seen.find(({ body }) => body['method'] === 'tools/call');
    expect(sent?.headers['mcp-param-region']).toBe(`=?base64?${Buffer.from('Zürich').toString('base64')}?=`);
    expect(server.count('initialize')).toBe(0);
  });

  it('is told of a cancelled call by the end of its request', async () => {
    sources = openSources({ servers: { s: { url: server.url } } });
    const controller = new AbortController();
    const call = sources.get('s').call(makeCall('slow', {}, controller.signal));
    setTimeout(() => controller.abort(), 200);
    expect((await rejection(call)).code).toBe('ERR_CALL_INTERRUPTED');
  });
});
