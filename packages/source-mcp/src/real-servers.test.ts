import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, startEverything, type RunningServer } from '../test/real-server.js';
import { makeCall, never, openSources, type TestSources } from '../test/harness.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

describe('real servers over stdio', () => {
  let folder = '';
  let sources: TestSources;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
    await writeFile(join(folder, 'note.txt'), 'hello from a file');
    sources = openSources({
      defaultTrust: 'trusted',
      servers: {
        everything: { command: process.execPath, args: [program('everything')] },
        filesystem: { command: process.execPath, args: [program('filesystem'), folder] },
        memory: {
          command: process.execPath,
          args: [program('memory')],
          env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
        },
        thinking: {
          command: process.execPath,
          args: [program('sequential-thinking')],
          trust: 'untrusted',
          label: 'Thinking',
        },
      },
    });
  });

  afterAll(async () => {
    await sources.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('lists the tools of four servers at once', async () => {
    const listings = await Promise.all(sources.all.map((source) => source.list({ signal: never })));
    expect(listings.map(({ tools }) => tools.length)).toEqual([17, 14, 9, 1]);
    expect(sources.all.map((source) => source.state().state)).toEqual(['started', 'started', 'started', 'started']);
    expect(sources.all.map(({ trust }) => trust)).toEqual(['trusted', 'trusted', 'trusted', 'untrusted']);
    expect(sources.get('thinking').label).toBe('Thinking');
  });

  it('calls a tool and gets its real result', async () => {
    const result = await sources.get('everything').call(makeCall('echo', { message: 'hi' }));
    expect(result.content).toEqual([{ type: 'text', text: 'Echo: hi' }]);
  });

  it('keeps images, structured values and a failed result of a tool', async () => {
    const everything = sources.get('everything');
    const image = await everything.call(makeCall('get-tiny-image'));
    expect(image.content.map(({ type }) => type)).toContain('image');
    const structured = await everything.call(makeCall('get-structured-content', { location: 'Chicago' }));
    expect(structured.details).toMatchObject({ temperature: expect.any(Number) });
    const failed = await sources.get('filesystem').call(makeCall('read_text_file', { path: '/nowhere/at/all' }));
    expect(failed.isError).toBe(true);
    const read = await sources.get('filesystem').call(makeCall('read_text_file', { path: join(folder, 'note.txt') }));
    expect(read.content[0]).toMatchObject({ text: 'hello from a file' });
  });

  it('calls a tool that works only as a task', async () => {
    const result = await sources.get('everything').call(makeCall('simulate-research-query', { topic: 'otters' }));
    expect(result.isError).not.toBe(true);
    expect(JSON.stringify(result.content)).toMatch(/otters/);
  }, 15_000);

  it('passes progress on', async () => {
    const seen: number[] = [];
    const call = makeCall('trigger-long-running-operation', { duration: 0.4, steps: 4 });
    await sources.get('everything').call({ ...call, onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3, 4]);
  });
});

describe.each([
  ['Streamable HTTP', 'streamableHttp', '/mcp', undefined],
  ['SSE by its type', 'sse', '/sse', 'sse' as const],
  ['SSE found by falling back', 'sse', '/sse', undefined],
])('the everything server over %s', (_title, mode, path, type) => {
  let server: RunningServer;
  let sources: TestSources;

  beforeAll(async () => {
    server = await startEverything(mode);
    const url = `http://127.0.0.1:${server.port}${path}`;
    sources = openSources({ servers: { remote: { url, ...(type === undefined ? {} : { type }) } } });
  });

  afterAll(async () => {
    await sources.dispose();
    server.stop();
  });

  it('lists and calls', async () => {
    const { tools } = await sources.get('remote').list({ signal: never });
    expect(tools).toHaveLength(17);
    const result = await sources.get('remote').call(makeCall('echo', { message: 'over the wire' }));
    expect(result.content).toEqual([{ type: 'text', text: 'Echo: over the wire' }]);
  });
});
