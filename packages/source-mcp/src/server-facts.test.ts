import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { faultyServer, makeCall, never, openSources, type FullSource, type TestSources } from '../test/harness.js';
import { serveHttp, serveSessions } from '../test/http-server.js';
import { answerFetch } from '../test/web-handler.js';
import type { McpServerOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const modernServer = fileURLToPath(new URL('fixtures/modern-server.mjs', import.meta.url));

describe('what a source says of the server behind it', () => {
  let sources: TestSources | undefined;
  afterEach(async () => sources?.dispose());
  function open(server: McpServerOptions): FullSource {
    sources = openSources({ servers: { s: server } });
    return sources.get('s');
  }

  it('is nothing before it has been spoken to, and stays when it has gone', async () => {
    const source = open(faultyServer({}));
    expect(source.server()).toBeUndefined();
    await source.list({ signal: never });
    const facts = { name: 'fault', version: '1', protocol: '2025-11-25', era: 'session' };
    expect(source.server()).toEqual(facts);
    await source.call(makeCall('crash')).catch(() => undefined);
    expect(source.server()).toEqual(facts);
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18'])('names the older revision that it answered with: %s', async (protocolVersion) => {
    const source = open(faultyServer({ initialize: { protocolVersion } }));
    await source.list({ signal: never });
    expect(source.server()).toMatchObject({ protocol: protocolVersion, era: 'session' });
  });

  it('names the stateless revision, over stdio and over HTTP', async () => {
    const stdio = open({ command: process.execPath, args: [modernServer, 'reject'] });
    await stdio.list({ signal: never });
    expect(stdio.server()).toMatchObject({ protocol: '2026-07-28', era: 'stateless' });
    await sources?.dispose();
    const handler = createMcpHandler(() => new McpServer({ name: 'modern', version: '1.2.3' }, { capabilities: { tools: {} } }));
    const server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
    const http = open({ url: server.url });
    await http.list({ signal: never }).catch(() => undefined);
    expect(http.server()).toEqual({ name: 'modern', version: '1.2.3', protocol: '2026-07-28', era: 'stateless' });
    await server.close();
  });

  it('names the session era of an older server over HTTP', async () => {
    const server = await serveSessions();
    const source = open({ url: server.url });
    await source.list({ signal: never });
    expect(source.server()).toEqual({ name: 'probe', version: '1', protocol: '2025-11-25', era: 'session' });
    await server.close();
  });

  it('repeats no secret, no second line and no novel', async () => {
    const serverInfo = { name: 'key TESTSECRET-123\n\u001B[2Jsecond', version: 'v'.repeat(5_000) };
    const source = open(faultyServer({ initialize: { serverInfo } }, { env: { API_TOKEN: 'TESTSECRET-123' } }));
    await source.list({ signal: never });
    expect(source.server()?.name).toMatch(/^key \[redacted\] \S*second$/u);
    expect(source.server()?.version).toHaveLength(100);
  });
});
