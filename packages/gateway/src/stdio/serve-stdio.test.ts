import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { echoTool, hangTool, memoryRuntime, type MemoryRuntime } from '../../test/fixtures/memory-runtime.js';
import { stdioRuntime } from '../../test/fixtures/stdio-runtime.js';
import { initialize, modernMessage, type Loose } from '../../test/fixtures/raw-http.js';
import { serveStdio } from './serve-stdio.js';

// Child processes start slowly on a busy machine.
jest.setTimeout(60_000);

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url));
const nodeArguments = ['--conditions=@toolrack/source', '--import', fixture('register-typescript.mjs'), fixture('stdio-server.ts')];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 3_000 && !condition(); tries += 1) await pause(10);
  expect(condition()).toBe(true);
};
const ask = (id: number, name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

interface RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Loose[];
  stdout(): string;
  stderr(): string;
  send(...messages: readonly unknown[]): void;
  ended(): Promise<number | null>;
}

function startRaw(): RawServer {
  const child = spawn(process.execPath, nodeArguments);
  let stdout = '';
  let stderr = '';
  const messages: Loose[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) messages.push(JSON.parse(line));
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  child.stdin.on('error', () => undefined);
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    child,
    messages,
    stdout: () => stdout,
    stderr: () => stderr,
    send: (...all) => all.forEach((message) => child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)),
    ended: () => exit,
  };
}

interface LocalServer {
  readonly runtime: MemoryRuntime;
  readonly messages: Loose[];
  send(...messages: readonly unknown[]): void;
  end(): void;
  ended(): Promise<void>;
}

function startLocal(): LocalServer {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const runtime = stdioRuntime();
  const messages: Loose[] = [];
  let rest = '';
  stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) messages.push(JSON.parse(line));
  });
  const handle = serveStdio(runtime, { stdin, stdout, drainTimeoutMs: 1_000 });
  return {
    runtime,
    messages,
    send: (...all) => all.forEach((message) => stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)),
    end: () => stdin.end(),
    ended: () => handle.closed,
  };
}

describe('serveStdio in a process of its own', () => {
  let server: RawServer | undefined;
  const clients: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    // Also after a failure: a child that is left would keep the whole test run waiting.
    await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
    server?.child.kill('SIGKILL');
    await server?.ended();
    server = undefined;
  });

  it.each(['auto', 'legacy'] as const)('serves the v2 client that negotiates "%s": list, call, cancellation', async (mode) => {
    const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } });
    clients.push(client);
    await client.connect(new StdioClientTransport({ command: process.execPath, args: nodeArguments }));
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    expect(client.getInstructions()).toBe('Hello.\n\nDirectory: echo, hang.');
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo', 'hang', 'noisy', 'slow', 'grow', 'touch', 'steps']);
    const controller = new AbortController();
    const hanging = client.callTool({ name: 'hang', arguments: {} }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(hanging).rejects.toThrow();
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    expect((await client.callTool({ name: 'echo', arguments: { text: 'still here' } })).content).toEqual([
      { type: 'text', text: '{"text":"still here"}' },
    ]);
  });

  it('serves the v1 client', async () => {
    const client = new OldClient({ name: 't', version: '1' });
    clients.push(client);
    await client.connect(new OldTransport({ command: process.execPath, args: nodeArguments }));
    expect((await client.listTools()).tools).toHaveLength(7);
    expect((await client.callTool({ name: 'noisy', arguments: {} })).content).toEqual([{ type: 'text', text: 'quiet on the wire' }]);
  });

  it('keeps everything but JSON-RPC off standard output', async () => {
    server = startRaw();
    server.send(initialize, ask(1, 'noisy'), ask(2, 'echo'));
    await until(() => server?.messages.length === 3);
    expect(
      server
        .stdout()
        .split('\n')
        .filter(Boolean)
        .every((line) => JSON.parse(line).jsonrpc === '2.0'),
    ).toBe(true);
    expect(server.stderr()).toContain('a plugin prints to standard output');
  });

  it('ends at once when the reader of its output has gone', async () => {
    server = startRaw();
    server.send(initialize, ask(1, 'hang'));
    await until(() => server?.messages.length === 1);
    server.child.stdout.destroy();
    server.send(ask(2, 'echo'));
    expect(await server.ended()).toBe(0);
  });

  it('ends running calls with an answer when it is told to stop', async () => {
    server = startRaw();
    server.send(initialize, ask(1, 'hang'));
    await until(() => server?.messages.length === 1);
    await pause(50);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(server.messages.find((message) => message.id === 1).result.isError).toBe(true);
  });
});

describe('serveStdio over given streams', () => {
  let server: LocalServer | undefined;
  afterEach(async () => {
    server?.end();
    await server?.ended();
    server = undefined;
  });

  it('answers what it does not understand and goes on', async () => {
    server = startLocal();
    server.send(initialize);
    await until(() => server?.messages.length === 1);
    server.send('not json', '', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '{"id":4}', { jsonrpc: '2.0', id: 5, method: 'no/such' });
    server.send(`{"jsonrpc":"2.0","id":6,"method":"x","params":{"big":"${'x'.repeat(11 * 1024 * 1024)}"}}`, ask(7, 'echo', '{"a":1}'));
    await until(() => server?.messages.some((message) => message.id === 7) === true);
    const errors = server.messages.filter((message) => message.error !== undefined).map((message) => [message.id, message.error.code]);
    expect(errors).toEqual(
      expect.arrayContaining([
        [null, -32700],
        [null, -32600],
        [4, -32600],
        [5, -32601],
        [null, -32600],
      ]),
    );
    expect(errors).toHaveLength(5);
    expect(server.messages.find((message) => message.id === 7).result.content[0].text).toBe('"{\\"a\\":1}"');
  });

  it('answers calls in flight when its input ends, then ends with nothing left', async () => {
    server = startLocal();
    server.send(initialize, ask(1, 'slow'));
    server.end();
    await server.ended();
    expect(server.messages.find((message) => message.id === 1).result.content[0].text).toBe('slow but done');
    expect([server.runtime.liveRuns, server.runtime.listeners()]).toEqual([0, 0]);
  });

  it('cancels calls that outlast the drain time after the client has gone', async () => {
    server = startLocal();
    server.send(initialize, ask(1, 'hang'));
    await until(() => server?.messages.length === 1);
    const before = performance.now();
    server.end();
    await server.ended();
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(server.runtime.liveRuns).toBe(0);
  });

  it('tells a client of a changed list only when it differs from what the client was shown', async () => {
    server = startLocal();
    const changed = () => server?.messages.filter((message) => message.method === 'notifications/tools/list_changed').length;
    server.send(initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await until(() => server?.messages.some((message) => message.id === 1) === true);
    server.send(ask(2, 'touch'));
    await pause(300);
    expect(changed()).toBe(0);
    server.send(ask(3, 'grow'));
    await until(() => changed() === 1);
    server.send({ jsonrpc: '2.0', id: 4, method: 'tools/list' });
    await until(() => server?.messages.some((message) => message.id === 4) === true);
    expect(server.messages.find((message) => message.id === 4).result.tools).toHaveLength(8);
  });

  it('passes a changed list on to a subscriber of the stateless era', async () => {
    server = startLocal();
    server.send(
      modernMessage('tools/list').body,
      modernMessage('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'listen').body,
    );
    await until(() => server?.messages.some((message) => message.method === 'notifications/subscriptions/acknowledged') === true);
    server.send(modernMessage('tools/call', { name: 'grow', arguments: {} }, 3).body);
    await until(() => server?.messages.some((message) => message.method === 'notifications/tools/list_changed') === true);
    server.end();
    await server.ended();
  });

  it('reports progress in order before the result, under the token of the call', async () => {
    server = startLocal();
    server.send(initialize, { ...ask(1, 'steps'), params: { name: 'steps', _meta: { progressToken: 'token' } } });
    await until(() => server?.messages.some((message) => message.id === 1) === true);
    const progress = server.messages.filter((message) => message.method === 'notifications/progress');
    expect(progress.map((message) => message.params)).toEqual(
      [1, 2, 3].map((step) => ({ progressToken: 'token', progress: step, total: 3, message: `step ${step}` })),
    );
    expect(server.messages.at(-1).id).toBe(1);
  });

  it('closes on request with all runs and listeners gone, however often it is asked', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const runtime = memoryRuntime([echoTool, hangTool]);
    const handle = serveStdio(runtime, { stdin, stdout, drainTimeoutMs: 30 });
    stdin.write(`${JSON.stringify(initialize)}\n${JSON.stringify(ask(1, 'hang'))}\n`);
    await until(() => runtime.running.size === 1);
    await Promise.all([handle.close(), handle.close(), handle.closed]);
    expect(String(stdout.read())).toContain('"isError":true');
    expect(runtime.liveRuns).toBe(0);
    expect(runtime.listeners()).toBe(0);
    expect(stdin.listenerCount('data') + stdin.listenerCount('end')).toBe(0);
  });

  it('ends when there was never any input', async () => {
    const stdin = new PassThrough();
    stdin.end();
    const runtime = memoryRuntime();
    const handle = serveStdio(runtime, { stdin, stdout: new PassThrough() });
    await handle.closed;
    expect(runtime.started).toEqual([]);
    expect(runtime.listeners()).toBe(0);
  });

  it('moves on to another runtime while the running call finishes on the old one [issue5:8]', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const runtime = memoryRuntime([echoTool, hangTool]);
    const next = memoryRuntime([{ name: 'fresh' }]);
    const handle = serveStdio(runtime, { stdin, stdout });
    let written = '';
    stdout.on('data', (part) => (written += String(part)));
    const send = (message: unknown) => stdin.write(`${JSON.stringify(message)}\n`);
    send(initialize);
    send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    send(ask(2, 'hang'));
    await until(() => runtime.running.size === 1);
    const swapped = handle.swap(next);
    await until(() => written.includes('notifications/tools/list_changed'));
    send({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
    await until(() => written.includes('"fresh"'));
    expect(runtime.liveRuns).toBe(1);
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    await swapped;
    expect(runtime.liveRuns).toBe(0);
    await handle.close();
    expect(next.liveRuns).toBe(0);
  });
});
