import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import fc from 'fast-check';
import { memoryContent, type MemoryContent } from '../../test/fixtures/memory-content.js';
import { echoTool, memoryRuntime, type MemoryRuntime } from '../../test/fixtures/memory-runtime.js';
import { serveHttp, type HttpHandle } from '../http/serve-http.js';
import type { ServeHttpOptions } from '../http/serve-http-options.js';
import { promptNames } from './prompt-names.js';
import { readShownUri, showUri } from './shown-uri.js';

jest.setTimeout(60_000);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1_000 && !condition(); tries += 1) await pause(10);
  expect(condition()).toBe(true);
};

describe('addresses of resources', () => {
  it('read back as they were, whatever the address or the template', () => {
    fc.assert(
      fc.property(fc.string().map(encodeURIComponent).filter(Boolean), fc.oneof(fc.string(), fc.webUrl()), (key, uri) => {
        expect(readShownUri(showUri({ key, uri }))).toEqual({ key, uri });
      }),
    );
  });

  it("of another form are nobody's", () => {
    for (const uri of ['', 'file:///a', 'toolrack://', 'toolrack:///x', 'toolrack://key']) expect(readShownUri(uri)).toBeUndefined();
  });
});

describe('names of prompts', () => {
  it('are unique and safe, whatever sources call theirs', () => {
    const prompt = fc.record({ owner: fc.string({ minLength: 1 }), name: fc.string({ minLength: 1 }) });
    const prompts = fc.uniqueArray(prompt, { selector: (value) => JSON.stringify(value) });
    fc.assert(
      fc.property(prompts, (given) => {
        const names = promptNames(
          given.map((each) => ({ ...each, source: `memory:${each.owner}` })),
          false,
        );
        expect(new Set(names).size).toBe(given.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/u);
      }),
    );
  });

  it('begin with their source, and keep apart what would read the same', () => {
    const names = promptNames(
      [
        { source: 'mcp:a', owner: 'a', name: 'greet' },
        { source: 'mcp:a__b', owner: 'a__b', name: 'c' },
        { source: 'mcp:a', owner: 'a', name: 'b__c' },
      ],
      false,
    );
    expect(names).toEqual(['a__greet', expect.stringMatching(/^a__b__c_[0-9a-f]{8}$/u), expect.stringMatching(/^a__b__c_[0-9a-f]{8}$/u)]);
  });
});

describe('resources and prompts through the gateway', () => {
  let runtime: MemoryRuntime;
  let handle: HttpHandle | undefined;
  let one: MemoryContent;
  let two: MemoryContent;
  const clients: { close(): Promise<void> }[] = [];

  beforeEach(() => {
    one = memoryContent('one', { resources: ['test://a', 'test://same'], templates: ['test://items/{id}'], prompts: ['greet', 'asks'] });
    two = memoryContent('two', { resources: ['file:///b?q=1#f', 'test://same'], prompts: ['greet'] });
  });
  async function serve(options: ServeHttpOptions = {}, content = [one, two]): Promise<string> {
    runtime = memoryRuntime([echoTool]);
    runtime.content = content;
    handle = await serveHttp(runtime, { drainTimeoutMs: 200, refreshWaitMs: 500, ...options });
    return handle.url;
  }
  async function connect(url: string, mode: 'auto' | 'legacy', token?: string): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode }, capabilities: { elicitation: {} }, listChanged: {} },
    );
    clients.push(client);
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    const requestInit = token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), requestInit));
    return client;
  }
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
    await handle?.close();
    expect(runtime.liveRuns).toBe(0);
    expect([one.watchers(), two.watchers()]).toEqual([0, 0]);
    handle = undefined;
  });

  it.each(['auto', 'legacy'] as const)(
    'are shown under names that begin with their source, and lead back to it, era "%s"',
    async (mode) => {
      const client = await connect(await serve(), mode);
      const { resources } = await client.listResources();
      const uris = resources.map(({ uri }) => uri);
      expect(uris).toEqual([
        'toolrack://one/test://a',
        'toolrack://one/test://same',
        'toolrack://two/file:///b?q=1#f',
        'toolrack://two/test://same',
      ]);
      for (const [index, uri] of uris.entries()) {
        const { contents } = await client.readResource({ uri });
        expect(contents).toEqual([{ uri, text: expect.stringMatching(index < 2 ? /^one read test/u : /^two read (file|test)/u) }]);
      }
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['toolrack://one/test://items/{id}']);
      const expanded = await client.readResource({ uri: 'toolrack://one/test://items/a%20b%2Fc' });
      expect(expanded.contents[0]).toMatchObject({ text: 'one read test://items/a%20b%2Fc' });
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['one__greet', 'one__asks', 'two__greet']);
      const { messages } = await client.getPrompt({ name: 'two__greet', arguments: { who: 'me' } });
      expect(messages[0]?.content).toEqual({ type: 'text', text: 'two greet {"who":"me"}' });
      expect(messages[1]?.content).toMatchObject({ resource: { uri: 'toolrack://two/test://inside' } });
      expect(messages[2]?.content).toMatchObject({ uri: 'toolrack://two/test://linked' });
      const prompt = await client.complete({ ref: { type: 'ref/prompt', name: 'two__greet' }, argument: { name: 'who', value: 'm' } });
      expect(prompt.completion.values).toEqual(['two {"type":"ref/prompt","name":"greet"}']);
      const ref = { type: 'ref/resource' as const, uri: 'toolrack://one/test://items/{id}' };
      const template = await client.complete({ ref, argument: { name: 'id', value: '1' } });
      expect(template.completion.values).toEqual(['one {"type":"ref/resource","uri":"test://items/{id}"}']);
    },
  );

  it.each(['auto', 'legacy'] as const)('let a prompt ask the client, era "%s"', async (mode) => {
    const client = await connect(await serve(), mode);
    const { messages } = await client.getPrompt({ name: 'one__asks' });
    expect(messages[0]?.content).toMatchObject({ text: 'one asks {} decline' });
  });

  it('keep their own names where the operator says so and no two are alike', async () => {
    const client = await connect(await serve({ contentNames: 'original' }), 'legacy');
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'test://a',
      'test://same',
      'file:///b?q=1#f',
      'toolrack://two/test://same',
    ]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['one__greet', 'asks', 'two__greet']);
    expect((await client.readResource({ uri: 'file:///b?q=1#f' })).contents[0]).toMatchObject({ text: 'two read file:///b?q=1#f' });
  });

  it('are read by the address that a server wrote itself, where only one source can be meant', async () => {
    const client = await connect(await serve(), 'legacy');
    expect((await client.readResource({ uri: 'test://a' })).contents).toEqual([{ uri: 'test://a', text: 'one read test://a' }]);
    expect((await client.readResource({ uri: 'test://items/7' })).contents[0]).toMatchObject({ text: 'one read test://items/7' });
  });

  it('say that something is not there in the words of the protocol', async () => {
    const url = await serve();
    for (const [mode, code] of [
      ['auto', -32602],
      ['legacy', -32002],
    ] as const) {
      const client = await connect(url, mode);
      for (const uri of ['toolrack://one/test://missing', 'toolrack://nobody/test://a', 'other://thing']) {
        await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
      }
      const refused = await client.readResource({ uri: 'other://thing' }).catch((error: { code: number }) => error.code);
      expect([code, -32602]).toContain(refused);
      await expect(client.getPrompt({ name: 'nobody__greet' })).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('of a source that a scope does not see do not exist for it', async () => {
    const tokens = ['a', 'b'].map((agent) => ({ token: agent, scope: { agent } }));
    const url = await serve({ tokens });
    runtime.seenBy = (agent) => (id) => agent === 'a' || id === 'memory:two';
    const b = await connect(url, 'legacy', 'b');
    expect((await b.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'toolrack://two/file:///b?q=1#f',
      'toolrack://two/test://same',
    ]);
    await expect(b.readResource({ uri: 'toolrack://one/test://a' })).rejects.toThrow();
    await expect(b.getPrompt({ name: 'one__greet' })).rejects.toMatchObject({ code: -32602 });
    expect(one.asked).toEqual([]);
    const a = await connect(url, 'auto', 'a');
    expect((await a.listPrompts()).prompts).toHaveLength(3);
  });

  it('are declared only when some source offers them', async () => {
    const client = await connect(await serve({}, [memoryContent('none')]), 'legacy');
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, logging: {} });
    await handle?.close();
    const more = await connect(await serve(), 'legacy');
    expect(more.getServerCapabilities()).toMatchObject({ resources: { subscribe: true }, prompts: {}, completions: {} });
  });

  it('are declared while a source is not known yet, and told of when it is', async () => {
    const slow = memoryContent('one');
    const known = slow.offers;
    slow.offers = () => ({ resources: false, prompts: false, completions: false, isKnown: false });
    const client = await connect(await serve({}, [slow]), 'legacy');
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      prompts: {},
      completions: {},
    });
    expect((await client.listResources()).resources).toEqual([]);
    let told = 0;
    client.setNotificationHandler('notifications/resources/list_changed', () => void (told += 1));
    Object.assign(slow, { offers: known, resources: ['test://late'] });
    slow.changed('resources');
    await until(() => told === 1);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['toolrack://one/test://late']);
  });

  it('of a source that is down are missing, and the others are there', async () => {
    one.fails = true;
    const client = await connect(await serve(), 'legacy');
    expect((await client.listResources()).resources).toHaveLength(2);
    two.fails = true;
    await expect(client.listResources()).rejects.toThrow(/one is down/u);
  });

  it('are told of when a list that was shown has changed, and only then', async () => {
    const url = await serve();
    const client = await connect(url, 'legacy');
    const old = new OldClient({ name: 'old', version: '1' });
    clients.push(old);
    await old.connect(new OldTransport(new URL(url)));
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('resources'));
    client.setNotificationHandler('notifications/prompts/list_changed', () => void told.push('prompts'));
    old.fallbackNotificationHandler = ({ method }) => Promise.resolve(void told.push(`old ${method}`));
    two.changed('prompts');
    await client.listResources();
    two.changed('resources');
    await pause(400);
    expect(told).toEqual([]);
    one.resources = [...one.resources, 'test://new'];
    for (let times = 0; times < 5; times += 1) one.changed('resources');
    await until(() => told.length === 2);
    await pause(200);
    expect(told.sort()).toEqual(['old notifications/resources/list_changed', 'resources']);
  });

  it('are told of when a source comes or goes for the scope', async () => {
    const client = await connect(await serve(), 'legacy');
    let told = 0;
    client.setNotificationHandler('notifications/resources/list_changed', () => void (told += 1));
    await client.listResources();
    runtime.seenBy = () => (id) => id === 'memory:two';
    runtime.emit('source:changed');
    await until(() => told === 1);
    expect((await client.listResources()).resources).toHaveLength(2);
  });

  it('are watched for the clients that subscribe, in both eras', async () => {
    const url = await serve();
    const client = await connect(url, 'legacy');
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const uri = 'toolrack://one/test://a';
    await client.subscribeResource({ uri });
    await client.subscribeResource({ uri });
    one.updated('test://a');
    one.updated('test://same');
    await until(() => updated.length === 1);
    await client.unsubscribeResource({ uri });
    one.updated('test://a');
    const modern = await connect(url, 'auto');
    modern.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(`modern ${params.uri}`));
    await modern.listen({ resourceSubscriptions: [uri] });
    await until(() => one.watchers() === 1);
    one.updated('test://a');
    await until(() => updated.length === 2);
    expect(updated).toEqual([uri, `modern ${uri}`]);
  });

  it.each(['legacy', 'auto'] as const)('are told of to those who watch them only as long as they see them, era "%s"', async (mode) => {
    const client = await connect(await serve(), mode);
    let told = 0;
    client.setNotificationHandler('notifications/resources/updated', () => void (told += 1));
    const uri = 'toolrack://one/test://a';
    const subscribe = async (): Promise<void> =>
      void (mode === 'legacy' ? await client.subscribeResource({ uri }) : await client.listen({ resourceSubscriptions: [uri] }));
    await subscribe();
    await until(() => one.watchers() === 1);
    one.updated('test://a');
    await until(() => told === 1);
    runtime.seenBy = () => (id) => id !== 'memory:one';
    runtime.emit('source:changed');
    one.updated('test://a');
    await pause(300);
    one.updated('test://a');
    await pause(300);
    expect(told).toBe(1);
    if (mode === 'legacy') await expect(subscribe()).rejects.toThrow('Resource not found');
    runtime.seenBy = () => () => true;
    runtime.emit('source:changed');
    one.updated('test://a');
    await until(() => told === 2);
    if (mode === 'legacy') await client.unsubscribeResource({ uri });
    else await client.close();
    await until(() => one.watchers() === 0);
  });

  it('are watched at the new runtime after a swap', async () => {
    const client = await connect(await serve(), 'legacy');
    let told = 0;
    client.setNotificationHandler('notifications/resources/updated', () => void (told += 1));
    await client.subscribeResource({ uri: 'toolrack://one/test://a' });
    const next = memoryRuntime([echoTool]);
    const again = memoryContent('one', { resources: ['test://a'] });
    next.content = [again];
    await handle?.swap(next);
    await client.listResources();
    await until(() => told === 1);
    again.updated('test://a');
    await until(() => told === 2);
    expect(one.watchers()).toBe(0);
    runtime = next;
  });

  it('go on with another runtime after a swap', async () => {
    const client = await connect(await serve(), 'legacy');
    let told = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => void (told += 1));
    await client.listPrompts();
    const before = runtime;
    const next = memoryRuntime([echoTool]);
    next.content = [memoryContent('three', { prompts: ['other'] })];
    await handle?.swap(next);
    await until(() => told === 1);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['three__other']);
    expect(before.liveRuns).toBe(0);
    runtime = next;
  });
});
