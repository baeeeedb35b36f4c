import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolrack/contracts';
import { eventually, faultyServer, makeCall, never, openSources, rejection, type TestSources } from '../../test/harness.js';
import { serveHttp } from '../../test/http-server.js';
import { answerFetch } from '../../test/web-handler.js';
import type { McpServerOptions } from '../server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const options = { signal: never };
let opened: TestSources[] = [];
let folder = '';
let journal = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolrack-watch-'));
  journal = join(folder, 'journal');
});
afterEach(async () => {
  await Promise.all(opened.map(async (sources) => sources.dispose()));
  opened = [];
  await rm(folder, { recursive: true, force: true });
});
function open(server: McpServerOptions): TestSources {
  const sources = openSources({ servers: { s: server }, backoffMs: 10 });
  opened.push(sources);
  return sources;
}
const watchable = { capabilities: { tools: {}, resources: { subscribe: true } } };
const scripted = (answers: JsonObject = {}): McpServerOptions =>
  faultyServer({ initialize: watchable, journal, answers: { 'resources/subscribe': {}, 'resources/unsubscribe': {}, ...answers } });
const journalled = async (word: string): Promise<readonly string[]> =>
  (await readFile(journal, 'utf8')).split('\n').filter((line) => line.startsWith(word));
const update = (uri: string): ReturnType<typeof makeCall> =>
  makeCall('notify', { method: 'notifications/resources/updated', params: { uri } });

describe('a watched resource', () => {
  it('is subscribed to once for all its watchers, who hear of it and of its parts until they leave', async () => {
    const sources = open(scripted());
    const content = sources.content('s');
    await sources.get('s').list(options);
    const heard: string[] = [];
    const [first, second] = await Promise.all([
      content.subscribeResource('file:///a', () => heard.push('first'), options),
      content.subscribeResource('file:///a', () => heard.push('second'), options),
    ]);
    expect(await journalled('resources/subscribe')).toEqual(['resources/subscribe {"uri":"file:///a"}']);
    await sources.get('s').call(update('file:///a'));
    await sources.get('s').call(update('file:///a/part'));
    await sources.get('s').call(update('file:///ab'));
    await eventually(() => heard.length === 4);
    first();
    first();
    await sources.get('s').call(update('file:///a'));
    await eventually(() => heard.length === 5);
    expect(heard).toEqual(['first', 'second', 'first', 'second', 'second']);
    expect(await journalled('resources/unsubscribe')).toEqual([]);
    second();
    await eventually(async () => (await journalled('resources/unsubscribe')).length === 1);
  });

  it('that the server refuses is an error of its own, and may be tried again', async () => {
    const sources = open(scripted({ 'resources/subscribe': { refuse: { code: -32002, message: 'No such resource' } } }));
    await sources.get('s').list(options);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const error = await rejection(sources.content('s').subscribeResource('file:///x', () => undefined, options));
      expect(error.fields).toMatchObject({ method: 'resources/subscribe', rpcCode: -32002 });
    }
    expect(await journalled('resources/subscribe')).toHaveLength(2);
  });

  it('is watched again after the server was lost, without anybody asking, and its watchers are told', async () => {
    const sources = open(scripted());
    await sources.get('s').list(options);
    let heard = 0;
    await sources.content('s').subscribeResource('file:///a', () => (heard += 1), options);
    await rejection(sources.get('s').call(makeCall('crash')));
    await eventually(async () => heard === 1 && (await journalled('resources/subscribe')).length === 2);
    await sources.get('s').call(update('file:///a'));
    await eventually(() => heard === 2);
  });

  it('is not offered by a server that does not declare it', async () => {
    const sources = open(faultyServer({ initialize: { capabilities: { tools: {}, resources: {} } } }));
    await sources.get('s').list(options);
    expect(sources.content('s').subscribeResource).toBeUndefined();
  });

  it('of 2026-07-28 is one of all that a single stream names', async () => {
    const handler = createMcpHandler(
      () => new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { resources: { subscribe: true } } }),
    );
    const server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
    try {
      const content = open({ url: server.url }).content('s');
      await content.listResources(options).catch(() => undefined);
      const heard: string[] = [];
      const ends = [];
      for (const uri of ['file:///a', 'file:///b']) ends.push(await content.subscribeResource(uri, () => heard.push(uri), options));
      const listened = (): unknown[] =>
        server.seen
          .filter(({ body }) => body['method'] === 'subscriptions/listen')
          .flatMap(({ body }) => {
            const named = (body['params'] as { notifications: JsonObject }).notifications['resourceSubscriptions'];
            // Another stream is for lists.
            return named === undefined ? [] : [named];
          });
      expect(listened()).toEqual([['file:///a'], ['file:///a', 'file:///b']]);
      handler.notify.resourceUpdated('file:///b');
      await eventually(() => heard.includes('file:///b'));
      expect(heard).not.toContain('file:///a');
      ends[1]?.();
      await eventually(() => listened().length === 3);
      ends[0]?.();
    } finally {
      await handler.close();
      await server.close();
    }
  });

  it('of a server that drops every stream is asked for with growing pauses', async () => {
    const handler = createMcpHandler(
      () => new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { resources: { subscribe: true } } }),
    );
    let listens = 0;
    const server = await serveHttp(async (request, response) => {
      const isWatch = request.text.includes('resourceSubscriptions');
      if (isWatch) listens += 1;
      const answered = answerFetch(handler, server.url, request, response);
      if (isWatch) setTimeout(() => response.destroy(), 20);
      await answered.catch(() => undefined);
    });
    try {
      const content = open({ url: server.url }).content('s');
      await content.listResources(options).catch(() => undefined);
      await content.subscribeResource('file:///a', () => undefined, options);
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      // At 0, 1 and 3 seconds; the next is due at 7.
      expect(listens).toBe(3);
    } finally {
      await handler.close();
      await server.close();
    }
  });
});
