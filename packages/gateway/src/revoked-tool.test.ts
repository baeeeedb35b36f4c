import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { definePlugin, deny, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { fakeSource } from '@toolrack/testkit';
import { serveHttp } from './http/serve-http.js';

jest.setTimeout(60_000);

describe('a listed tool that is denied after it was listed', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it.each(['auto', 'legacy'] as const)('is answered as a name that was never there, era "%s"', async (mode) => {
    let isDenied = false;
    let told = (): void => undefined;
    const revoking = definePlugin({
      name: 'revoking',
      version: '1.0.0',
      api: '^1',
      apply: (host) => {
        told = () => host.invalidateCatalog();
        host.hooks.policy.tap(() => (isDenied ? deny('revoked') : undefined));
        host.hooks.visibility.tap(() => 'direct');
        host.contribute(ToolSources, fakeSource({ owner: 'memory', tools: [{ name: 'secret_tool' }] }));
      },
    });
    const runtime = await createRuntime({ plugins: standard({ add: [revoking()] }) });
    const handle = await serveHttp(runtime, {});
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    closing.push(
      () => client.close(),
      () => handle.close(),
      () => runtime.dispose(),
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url)));
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toContain('secret_tool');
    expect(await client.callTool({ name: 'secret_tool', arguments: {} })).not.toHaveProperty('isError', true);
    isDenied = true;
    told();
    const failureOf = (name: string): Promise<unknown> =>
      client.callTool({ name, arguments: {} }).then(
        (answer) => answer,
        ({ code, message, data }: { code: number; message: string; data?: unknown }) => ({ code, message, data }),
      );
    const named = JSON.stringify(await failureOf('secret_tool'));
    const unknown = JSON.stringify(await failureOf('never_there'));
    expect(named).toContain('Unknown tool');
    expect(named).toContain('-32602');
    expect(named).toContain('There is no tool that you can call.');
    expect(named.replaceAll('secret_tool', 'X')).toBe(unknown.replaceAll('never_there', 'X'));
  });

  it.each(['auto', 'legacy'] as const)('takes along what was kept of its large results, era "%s"', async (mode) => {
    let isDenied = false;
    const answering = definePlugin({
      name: 'answering',
      version: '1.0.0',
      api: '^1',
      apply: (host) => {
        host.hooks.policy.tap((tool) => (isDenied && tool.name === 'report' ? deny('revoked') : undefined));
        const text = 'a line of the report\n'.repeat(20_000);
        host.contribute(
          ToolSources,
          fakeSource({ owner: 'memory', tools: [{ name: 'report' }], answer: () => ({ content: [{ type: 'text', text }] }) }),
        );
      },
    });
    const runtime = await createRuntime({ plugins: standard({ add: [answering()] }) });
    const handle = await serveHttp(runtime, {});
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    closing.push(
      () => client.close(),
      () => handle.close(),
      () => runtime.dispose(),
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url)));
    const call = async (id: string, args: object): Promise<string> =>
      JSON.stringify((await client.callTool({ name: 'tool_call', arguments: { id, args } })).content);
    const shown = await call('fake:memory:report', {});
    const id = /is kept: .*?([0-9a-f]{16})/.exec(shown)?.[1] as string;
    expect(await call('read_result', { id, limit: 50 })).toContain('a line of the report');
    isDenied = true;
    const never = await call('read_result', { id: '0000000000000000', limit: 50 });
    expect((await call('read_result', { id, limit: 50 })).replaceAll(id, '0000000000000000')).toBe(never);
    expect(never).toContain('No result is kept');
  });
});
