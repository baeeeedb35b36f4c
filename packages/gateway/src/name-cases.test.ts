import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource, type McpServerOptions } from '@toolrack/source-mcp';
import { serveHttp } from './http/serve-http.js';

jest.setTimeout(60_000);

/** What `standard()` lists beside the tools of servers when there is no control to read a cut result through. */
const reader = 'read_result';
const program = fileURLToPath(new URL('../test/fixtures/catalog-server.mjs', import.meta.url));
const server = (names: readonly string[]): McpServerOptions => ({
  command: process.execPath,
  args: [program, JSON.stringify(names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })))],
  env: { CATALOG_ANSWER: 'name' },
  trust: 'trusted',
});
const long = 'x'.repeat(90);
/** Names that only cleaning or cutting would confuse, also those of two servers and of the controls. */
const groups: readonly (readonly [string, Readonly<Record<string, readonly string[]>>])[] = [
  ['dots, slashes and underscores', { s: ['catalog.query', 'catalog_query', 'catalog/query', 'catalog query', 'catalog-query'] }],
  ['what lies beyond the length of a name', { s: [`${long}1`, `${long}2`, `${long}_1`] }],
  ['scripts that have no letters of a name', { s: ['数据库', '知识库', 'é', 'è', '😀'] }],
  ['the names of another server', { a: ['query', 'b_query', 'a__query'], b: ['query', 'query_1'], a_b: ['query'] }],
  ['letters of another case', { s: ['Query', 'query', 'QUERY'] }],
];

describe('tools whose names are alike', () => {
  it.each(groups)(
    'have names of their own, and each is reached by its own: %s [name-145] [name-147] [name-149]',
    async (_what, servers) => {
      const options = { servers: Object.fromEntries(Object.entries(servers).map(([owner, names]) => [owner, server(names)])) };
      const runtime = await createRuntime({ plugins: standard({ toolSearch: false, add: [mcpSource(options)] }) });
      const handle = await serveHttp(runtime);
      const client = new Client({ name: 'test', version: '1' });
      try {
        await client.connect(new StreamableHTTPClientTransport(new URL(handle.url)));
        const listed = (await client.listTools()).tools.map(({ name }) => name);
        expect(listed.filter((name) => name === reader)).toEqual([reader]);
        const shown = listed.filter((name) => name !== reader);
        const wanted = Object.values(servers).flat();
        expect(new Set(shown).size).toBe(wanted.length);
        expect(shown.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/u.test(name))).toEqual([]);
        const reached: string[] = [];
        for (const name of shown) {
          const { content } = await client.callTool({ name, arguments: {} });
          reached.push(content[0]?.type === 'text' ? content[0].text : '');
        }
        expect(reached.sort()).toEqual([...wanted].sort());
        // Another run shows them by the same names.
        const run = await runtime.startRun({ session: 'another' });
        expect(run.tools.map(({ name }) => name)).toEqual(listed);
        await run.end();
      } finally {
        await client.close();
        await handle.close();
        await runtime.dispose();
      }
    },
  );
});
