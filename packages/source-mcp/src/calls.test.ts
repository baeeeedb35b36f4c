import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@toolrack/contracts';
import { eventually, faultyServer, makeCall, never, openSources, rejection, type FullSource, type TestSources } from '../test/harness.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

let folder = '';
let file = '';
let sources: TestSources;
let source: FullSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
  file = join(folder, 'journal');
  sources = openSources({
    changeDebounceMs: 20,
    backoffMs: 100,
    servers: {
      calls: faultyServer({ journal: file }),
      short: faultyServer({ journal: `${file}-short` }, { timeoutMs: 800 }),
      tools: faultyServer({
        tools: [
          {
            name: 'answer',
            inputSchema: { type: 'object' },
            outputSchema: {
              type: 'object',
              required: ['temperature'],
              properties: { temperature: { type: 'number' }, unit: { type: 'string' } },
            },
          },
          {
            name: 'dangling',
            inputSchema: { type: 'object' },
            outputSchema: { type: 'object', properties: { screen: { $ref: '#/$defs/Missing' } } },
          },
        ],
      }),
    },
  });
  source = sources.get('calls');
  await source.list({ signal: never });
});
afterAll(async () => {
  await sources.dispose();
  await rm(folder, { recursive: true, force: true });
});

const journal = async (from = file): Promise<string[]> => (await readFile(from, 'utf8')).split('\n').filter((line) => line !== '');
const answer = async (result: JsonObject, from: FullSource = source): ReturnType<FullSource['call']> =>
  from.call(makeCall('answer', { result }));

describe('results', () => {
  it.each([
    ['an image alone [server-186]', [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }]],
    ['audio', [{ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }]],
    [
      'a resource link and an embedded text [server-188]',
      [
        { type: 'resource_link', uri: 'doc://7', name: 'report.pdf', mimeType: 'application/pdf', size: 1234, description: 'Q3' },
        { type: 'resource', resource: { uri: 'doc://8', mimeType: 'text/plain', text: 'body text' } },
      ],
    ],
    ['annotations and metadata', [{ type: 'text', text: 'x', annotations: { audience: ['user'] }, _meta: { a: 1 } }]],
    ['nothing', []],
  ])('keeps %s as it came', async (_title, content) => {
    expect(await answer({ content })).toEqual({ content });
  });

  it('keeps a failed result as a result', async () => {
    const content = [{ type: 'text', text: 'no such table' }];
    expect(await answer({ content, isError: true })).toEqual({ content, isError: true });
  });

  it('delivers a structured value unchanged, with fields named stack and cause [server-205]', async () => {
    let deep: JsonObject = { a: 'end' };
    for (let level = 0; level < 20; level += 1) deep = { a: deep };
    const structuredContent = { cause: 'x', stack: [1], deep };
    const result = await answer({ content: [{ type: 'text', text: 'ok' }], structuredContent });
    expect(result.details).toEqual(structuredContent);
  });

  it('delivers the text of a tool that declares an output schema and sends no structured value [server-182]', async () => {
    const result = await answer({ content: [{ type: 'text', text: '{"profile":{"name":"n"}}' }] }, sources.get('tools'));
    expect(result).toEqual({ content: [{ type: 'text', text: '{"profile":{"name":"n"}}' }] });
  });

  it('delivers a structured value that does not fit its schema, for the kernel to report [server-184]', async () => {
    const tools = sources.get('tools');
    await tools.list({ signal: never });
    const structuredContent = { temperature: 'hot', unit: 5 };
    const result = await answer({ content: [{ type: 'text', text: 'ok' }], structuredContent }, tools);
    expect(result).toEqual({ content: [{ type: 'text', text: 'ok' }], details: structuredContent });
  });

  it('keeps the answer of a server from before 2024-11 in toolResult', async () => {
    expect((await answer({ toolResult: { accounts: 3 } })).content).toEqual([{ type: 'text', text: '{"accounts":3}' }]);
    expect((await answer({ toolResult: 'plain' })).content).toEqual([{ type: 'text', text: 'plain' }]);
  });

  it('that hold blocks of an unknown kind or form are failed calls that lose nothing', async () => {
    const video = { type: 'video', uri: 'v://1' };
    const image = { type: 'image', data: 7, mimeType: 'image/png' };
    const result = await answer({ content: [{ type: 'text', text: 'see' }, video, 'bare', image] });
    const note =
      'The tool\'s answer is malformed: content[1] is of the unknown type "video"; content[2] is no block; content[3] lacks a part of "image". ';
    expect(result).toEqual({
      isError: true,
      content: [`${note}What it sent follows.`, 'see', JSON.stringify(video), 'bare', JSON.stringify(image)].map((text) => ({
        type: 'text',
        text,
      })),
    });
  });

  it.each([
    ['content that is a text', { content: 'done' }, /its content is not a list[^]*done/],
    ['content that is one block', { content: { type: 'text', text: 'done' } }, /its content is not a list[^]*done/],
    ['content that is null', { content: null }, /its content is null/],
    ['nothing at all', {}, /it has no content/],
  ])('with %s are failed calls', async (_title, result, words) => {
    const { content, isError } = await answer(result);
    expect(isError).toBe(true);
    expect(content.map((block) => (block as { text: string }).text).join('\n')).toMatch(words);
  });

  it('that are null are failed calls', async () => {
    const error = await rejection(source.call(makeCall('answer', { result: null })));
    expect(error.code).toBe('ERR_CALL_FAILED');
    expect(error.toModelText()).toMatch(/"answer" gave no usable answer: its result is null/);
  });

  it('nested too deeply to be read are failed calls', async () => {
    const error = await rejection(source.call(makeCall('deep', { levels: 100_000 })));
    expect(error.message).toContain('gave no usable answer to the call of "deep": it is nested too deeply.');
  });

  it('over the limit are failed calls; the server and its other calls go on', async () => {
    const limited = openSources({ servers: { s: faultyServer({}, { maxResultBytes: 100_000 }) } });
    try {
      const small = limited.get('s');
      const other = small.call(makeCall('wait', { ms: 400 }));
      const error = await rejection(small.call(makeCall('large', { bytes: 300_000 })));
      expect(error.code).toBe('ERR_CALL_FAILED');
      expect(error.message).toMatch(/larger than 100000 bytes \("maxResultBytes"\)/);
      expect(error.toModelText()).toMatch(/was dropped. The call has run. Ask for less/);
      expect((await other).content).toEqual([{ type: 'text', text: 'done' }]);
      expect((await small.call(makeCall('large', { bytes: 90_000 }))).isError).toBeUndefined();
    } finally {
      await limited.dispose();
    }
  });

  it('takes a result of several megabytes [server-190]', async () => {
    const { content } = await source.call(makeCall('large', { bytes: 4_000_000 }));
    expect(content[0]).toMatchObject({ text: 'x'.repeat(4_000_000) });
  });
});

describe('failed calls', () => {
  it.each([-32600, -32601, -32602, -32603, -32001])(
    'turn JSON-RPC error %i into ERR_CALL_FAILED with the words of the server',
    async (code) => {
      const message = 'Invalid date: 2026-13-01\n    at parse (/srv/app/date.js:12:3)\n    at http://10.0.0.7:8080/x';
      const error = await rejection(source.call(makeCall('refuse', { code, message })));
      expect(error.code).toBe('ERR_CALL_FAILED');
      expect(error.toModelText()).toBe('The tool "refuse" failed: Invalid date: 2026-13-01');
      expect(error.fields).toMatchObject({ rpcCode: code });
    },
  );

  it('hide addresses from the model', async () => {
    const message = 'request to https://api.internal/v1?key=1 failed, connect ECONNREFUSED 127.0.0.1:5432';
    const error = await rejection(source.call(makeCall('refuse', { code: -32603, message })));
    expect(error.toModelText()).toMatch(/request to \[address\] failed, connect ECONNREFUSED \[address\]/);
  });

  it('end at their time limit, tell the server, and never give a late answer to the next call [server-176]', async () => {
    const short = sources.get('short');
    const error = await rejection(short.call(makeCall('late', { ms: 1_100 })));
    expect(error.code).toBe('ERR_CALL_TIMEOUT');
    expect(error.toModelText()).toMatch(/gave no answer within 0.8 s.*may have run/);
    const next = short.call(makeCall('wait', { ms: 500 }));
    expect((await next).content).toEqual([{ type: 'text', text: 'done' }]);
    expect((await journal(`${file}-short`)).some((line) => line.startsWith('cancelled'))).toBe(true);
  });

  it('go on past their time limit while progress is reported', async () => {
    const seen: number[] = [];
    const call = {
      ...makeCall('steps', { count: 5, ms: 250 }),
      onProgress: ({ progress }: { progress: number }) => void seen.push(progress),
    };
    expect((await sources.get('short').call(call)).content).toEqual([{ type: 'text', text: 'stepped' }]);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('are cancelled at the server when the caller gives up', async () => {
    const before = (await journal()).filter((line) => line.startsWith('cancelled')).length;
    const controller = new AbortController();
    const call = source.call(makeCall('wait', { ms: 5_000 }, controller.signal));
    setTimeout(() => controller.abort(), 50);
    expect((await rejection(call)).code).toBe('ERR_CALL_INTERRUPTED');
    await eventually(async () => (await journal()).filter((line) => line.startsWith('cancelled')).length === before + 1);
  });

  it('never reach the server when they were cancelled before', async () => {
    const before = (await journal()).length;
    const error = await rejection(source.call(makeCall('echo', { text: 'x' }, AbortSignal.abort())));
    expect(error.code).toBe('ERR_CALL_INTERRUPTED');
    expect(await journal()).toHaveLength(before);
  });

  it('end at once when the server dies, with all its other calls, and are not sent again [server-172] [server-174]', async () => {
    const started = Date.now();
    const others = [1, 2].map(async () => rejection(source.call(makeCall('wait', { ms: 5_000 }))));
    const error = await rejection(source.call(makeCall('crash')));
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.message).toMatch(/"calls" went away before it answered/);
    expect(error.toModelText()).toMatch(/may have run/);
    for (const other of await Promise.all(others)) expect(other.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(source.state()).toEqual({ state: 'known', reason: expect.stringMatching(/exited \(code 7\)/) });
    expect((await journal()).filter((line) => line.startsWith('call crash'))).toHaveLength(1);
    // The next call starts the server again, and its success clears the state.
    expect((await source.call(makeCall('echo', { text: 'back' }))).content).toEqual([{ type: 'text', text: 'back' }]);
    expect(source.state()).toEqual({ state: 'started' });
  });

  it('do not start a server again and again that dies at every call', async () => {
    await rejection(source.call(makeCall('crash')));
    await rejection(source.call(makeCall('crash')));
    const starts = (await journal()).filter((line) => line.startsWith('start')).length;
    const error = await rejection(source.call(makeCall('crash')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toMatch(/was not run/);
    expect((await journal()).filter((line) => line.startsWith('start'))).toHaveLength(starts);
  });
});
