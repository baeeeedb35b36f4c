import { jest } from '@jest/globals';
import type { JsonObject } from '@toolrack/contracts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, faultyServer, makeCall, never, openSources, rejection, type TestSources } from '../test/harness.js';
import type { McpServerOptions, McpSourceOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

let folder = '';
let opened: TestSources[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
});
afterEach(async () => {
  await Promise.all(opened.map(async (sources) => sources.dispose()));
  opened = [];
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

function open(servers: Readonly<Record<string, McpServerOptions>>, options: Partial<McpSourceOptions> = {}): TestSources {
  const sources = openSources({ servers, changeDebounceMs: 20, backoffMs: 200, ...options });
  opened.push(sources);
  return sources;
}
const names = (listing: { readonly tools: readonly { readonly name: string }[] }): string[] => listing.tools.map(({ name }) => name);
const journal = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
const text = (value: string): unknown => [{ type: 'text', text: value }];

describe('starting', () => {
  it('names the server, the exit code and its last words when it exits at once', async () => {
    const sources = open({ broken: faultyServer({ stderr: 'Error: API_KEY is not set\n', exit: 3 }) });
    const error = await rejection(sources.get('broken').list({ signal: never }));
    expect(error.code).toBe('ERR_SOURCE_FAILED');
    expect(error.message).toMatch(/"broken" exited with code 3 before it answered "initialize".*API_KEY is not set/);
    expect(error.toModelText()).not.toMatch(/API_KEY/);
    expect(sources.get('broken').state()).toEqual({
      state: 'failed',
      reason: expect.stringMatching(/exited with code 3.*API_KEY is not set/),
    });
  });

  it('shows the message of a crash without its stack', async () => {
    const stderr = [
      'node:internal/process/promises:288',
      '            triggerUncaughtException(err, true /* fromPromise */);',
      '            ^',
      '',
      'Error: DATABASE_URL is required',
      '    at main (file:///srv/app/index.js:10:9)',
      '    at node:internal/main/run_main_module:23:47',
      '',
      'Node.js v20.20.2',
      '',
    ].join('\n');
    const source = open({ crashed: faultyServer({ stderr, exit: 1 }) }).get('crashed');
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toContain('Error: DATABASE_URL is required');
    expect(error.message).not.toMatch(/\bat (main|node:)|Node\.js v/);
    expect(source.state().reason).toMatch(/; Error: DATABASE_URL is required$/);
  });

  it('says that the command is missing', async () => {
    const sources = open({ absent: { command: 'no-such-command-zzq' } });
    const error = await rejection(sources.get('absent').list({ signal: never }));
    expect(error.message).toMatch(/"absent" cannot be started: its command "no-such-command-zzq" is not found/);
    expect(error.hint).toMatch(/Install the command/);
  });

  it('says that the working directory is missing instead of blaming the command', async () => {
    const sources = open({ lost: faultyServer({}, { cwd: join(folder, 'nowhere') }) });
    const error = await rejection(sources.get('lost').list({ signal: never }));
    expect(error.message).toMatch(/its working directory does not exist/);
  });

  it('gives up on a server that never answers initialize and tells what it printed instead', async () => {
    const sources = open({ mute: faultyServer({ mute: true, banner: 'Welcome to the demo\n' }, { startTimeoutMs: 400 }) });
    const error = await rejection(sources.get('mute').list({ signal: never }));
    expect(error.message).toMatch(/"mute" has not answered "initialize" within 0.4 s.*Welcome to the demo/);
  });

  it('reports a server that answers initialize and dies in its list', async () => {
    const sources = open({ mysql: faultyServer({ dieInList: 1 }) });
    const error = await rejection(sources.get('mysql').list({ signal: never }));
    expect(error.message).toMatch(/exited with code 1 before it listed its tools.*cannot reach the database/);
  });

  it('gives up on a list that never comes', async () => {
    const sources = open({ stuck: faultyServer({ hangInList: true }, { startTimeoutMs: 2_500 }) });
    const error = await rejection(sources.get('stuck').list({ signal: never }));
    expect(error.message).toMatch(/has not listed its tools within 2.5 s/);
  });

  it('reports the words of a server that refuses to initialize', async () => {
    const sources = open({ no: faultyServer({ refuseInitialize: { code: -32603, message: 'licence expired' } }) });
    const error = await rejection(sources.get('no').list({ signal: never }));
    expect(error.message).toMatch(/refused before it answered "initialize": licence expired \(-32603\)/);
  });

  it('uses a good server at once while another one never answers [server-169]', async () => {
    const sources = open({ A: faultyServer({ startDelayMs: 50 }), B: faultyServer({ mute: true }, { startTimeoutMs: 2_000 }) });
    const slow = sources.get('B').list({ signal: never });
    slow.catch(() => undefined);
    const started = Date.now();
    expect(names(await sources.get('A').list({ signal: never }))).toEqual(['echo', 'wait']);
    expect(Date.now() - started).toBeLessThan(1_900);
    expect(sources.get('B').state()).toEqual({ state: 'starting' });
    const error = await rejection(slow);
    expect(error.message).toMatch(/"B" has not answered/);
    expect(sources.get('B').state().state).toBe('failed');
  });

  it('lists a server that needs a second, after the wait for it ended, and tells its listeners [server-171]', async () => {
    const sources = open({ slow: faultyServer({ startDelayMs: 700 }) });
    const source = sources.get('slow');
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    const controller = new AbortController();
    const listed = source.list({ signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect((await rejection(listed)).message).toMatch(/still starting/);
    await eventually(() => changes === 1);
    expect(names(await source.list({ signal: never }))).toEqual(['echo', 'wait']);
    expect(source.state()).toEqual({ state: 'started' });
    expect(changes).toBe(1);
  });

  it('starts nothing before the first list and only one process for many lists and calls [server-194]', async () => {
    const file = join(folder, 'one-start');
    const source = open({ one: faultyServer({ journal: file, startDelayMs: 100 }) }).get('one');
    expect(source.state()).toEqual({ state: 'configured' });
    expect(await journal(file)).toEqual([]);
    const [first, second] = await Promise.all([
      source.call(makeCall('echo', { text: 'a' })),
      source.call(makeCall('echo', { text: 'b' })),
      source.list({ signal: never }),
      source.list({ signal: never }),
    ]);
    expect([first.content, second.content]).toEqual([text('a'), text('b')]);
    expect((await journal(file)).filter((line) => line === 'initialize')).toHaveLength(1);
    expect((await journal(file)).filter((line) => line.startsWith('list'))).toHaveLength(1);
  });

  it('tries a failing server again only after a pause that grows, and recovers', async () => {
    const file = join(folder, 'flaky');
    const source = open(
      { flaky: faultyServer({ failFirst: 2, counter: join(folder, 'flaky-count'), journal: file }) },
      { backoffMs: 1_000 },
    ).get('flaky');
    const list = (): Promise<unknown> => source.list({ signal: never });
    await rejection(list());
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await rejection(list())).message).toMatch(/exited with code 9.*tried again in 1 s/);
    }
    expect((await journal(file)).filter((line) => line.startsWith('start'))).toHaveLength(1);
    await eventually(async () => {
      await list().catch(() => undefined);
      return source.state().state === 'started';
    });
    expect((await journal(file)).filter((line) => line.startsWith('start'))).toHaveLength(3);
  });
});

describe('standard output and error', () => {
  it.each([
    ['a banner before the first message [server-161]', { banner: 'Azure-like server version: 1.2.0\n' }],
    ['a banner that is JSON but no message', { banner: '{"level":"info"}\n[1]\n"x"\n42\n' }],
    ['Windows line ends [server-167]', { lineEnd: '\r\n' }],
    [
      'unsolicited and unknown notifications [server-202]',
      { unsolicited: ['notifications/message', 'notifications/stderr', 'log', 'notifications/progress'] },
    ],
    ['standard error that floods', { floodStderr: true }],
    ['a handshake without server information', { initialize: { serverInfo: undefined, capabilities: undefined } }],
  ])('works with %s', async (_title, script) => {
    const source = open({ odd: faultyServer(script) }).get('odd');
    expect(names(await source.list({ signal: never }))).toEqual(['echo', 'wait']);
    expect((await source.call(makeCall('echo', { text: 'x' }))).content).toEqual(text('x'));
  });

  it('skips log lines in the middle of a call [server-163]', async () => {
    const source = open({ odd: faultyServer({ callNoise: 'Shops response: [\n[ { id: 7 } ]\n' }) }).get('odd');
    expect((await source.call(makeCall('echo', { text: 'a' }))).content).toEqual(text('a'));
  });

  it.each([1, 2, 3, 5])('puts characters back together that arrive cut after every %i bytes [server-165]', async (chunkBytes) => {
    const source = open({ odd: faultyServer({ chunkBytes }) }).get('odd');
    for (const words of ['汉', 'é 汉字 😀 👩‍💻 \u0000 "', '😀'.repeat(50)]) {
      expect((await source.call(makeCall('echo', { text: words }))).content).toEqual(text(words));
    }
  });

  it('matches an answer whose numeric id comes back as text [server-199]', async () => {
    const source = open({ odd: faultyServer({ textIds: true }) }).get('odd');
    expect((await source.call(makeCall('echo', { text: 'a' }))).content).toEqual(text('a'));
  });
});

describe('requests of the server', () => {
  it('refuses one with the id of a running call and still gets the answer [server-201]', async () => {
    const source = open({ odd: faultyServer({}) }).get('odd');
    expect((await source.call(makeCall('crossedIds'))).content).toEqual(text('answered -32601'));
  });

  it('refuses a request named log without harm', async () => {
    const source = open({ twilio: faultyServer({}) }).get('twilio');
    expect((await source.call(makeCall('logRequest'))).content).toEqual(text('answered -32601'));
  });
});

describe('the list', () => {
  const tool = (name: string): JsonObject => ({ name, description: `${name}.`, inputSchema: { type: 'object' } });

  it('collects every page [server-155]', async () => {
    const pages = { '': { tools: [tool('echo')], nextCursor: 'p2' }, p2: { tools: [tool('wait')] } };
    const listing = await open({ s: faultyServer({ pages }) })
      .get('s')
      .list({ signal: never });
    expect(names(listing)).toEqual(['echo', 'wait']);
    expect(listing.problems).toEqual([]);
    // Also many, an empty one among them.
    const count = 40;
    const many = Object.fromEntries(
      Array.from({ length: count }, (_unused, page) => [
        page === 0 ? '' : `p${page}`,
        { tools: page === 7 ? [] : [tool(`tool_${page}`)], ...(page === count - 1 ? {} : { nextCursor: `p${page + 1}` }) },
      ]),
    );
    const all = await open({ many: faultyServer({ pages: many }) })
      .get('many')
      .list({ signal: never });
    expect(names(all)).toEqual(Array.from({ length: count }, (_unused, page) => `tool_${page}`).filter((name) => name !== 'tool_7'));
    expect(all.problems).toEqual([]);
  });

  it.each([
    [
      'alternate [server-153]',
      {
        '': { tools: [tool('echo')], nextCursor: 'A' },
        A: { tools: [tool('wait')], nextCursor: 'B' },
        B: { tools: [tool('echo')], nextCursor: 'A' },
      },
      1,
    ],
    ['repeat', { '': { tools: [tool('echo')], nextCursor: 'A' }, A: { tools: [tool('wait')], nextCursor: 'A' } }, 1],
    ['are empty', { '': { tools: [tool('echo'), tool('wait')], nextCursor: '' } }, 0],
    ['are null', { '': { tools: [tool('echo'), tool('wait')], nextCursor: null } }, 0],
  ])('ends with each tool once when cursors %s', async (_title, pages, problems) => {
    const file = join(folder, `pages-${_title}`);
    const listing = await open({ s: faultyServer({ pages, journal: file }) })
      .get('s')
      .list({ signal: never });
    expect(names(listing)).toEqual(['echo', 'wait']);
    expect(listing.problems).toHaveLength(problems);
    expect((await journal(file)).filter((line) => line.startsWith('list')).length).toBeLessThanOrEqual(4);
  });

  it('keeps names that only cleaning would confuse, and each call reaches its own [name-145] [name-151]', async () => {
    const wanted = ['catalog.query', 'catalog_query', 'catalog/query', 'tool_call', 'TOOL_SEARCH', 'x'.repeat(90)];
    const source = open({ s: faultyServer({ tools: wanted.map(tool) }) }).get('s');
    expect(names(await source.list({ signal: never }))).toEqual(wanted);
    for (const name of wanted) {
      expect((await rejection(source.call(makeCall(name)))).message).toContain(`Tool ${name} not found`);
    }
  });

  it('loses bad definitions alone and keeps the others', async () => {
    const tools = [
      tool('good'),
      null,
      { description: 'no name' },
      { name: 'bare' },
      { name: 'good', inputSchema: {}, description: 'other' },
      tool('good'),
    ];
    const source = open({ s: faultyServer({ tools }) }).get('s');
    const listing = await source.list({ signal: never });
    expect(names(listing)).toEqual(['good', 'bare']);
    expect(listing.problems?.map(({ tool: name }) => name)).toEqual(['#2', '#3', 'bare', 'good']);
    expect(source.state()).toEqual({ state: 'started' });
  });

  it('is asked for again when it changed while it was fetched [server-159]', async () => {
    const lists = [{ tools: [tool('echo')] }, { tools: [tool('wait')] }];
    const source = open({ s: faultyServer({ lists, changeDuringList: true }) }).get('s');
    expect(names(await source.list({ signal: never }))).toEqual(['wait']);
  });

  it('stays what it was when a new one cannot be had, and is asked for again later [server-157]', async () => {
    const script = { listErrors: 1, listErrorsAfter: 1 };
    const source = open({ s: faultyServer(script) }).get('s');
    expect(names(await source.list({ signal: never }))).toEqual(['echo', 'wait']);
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    await source.call(makeCall('change', { tools: [tool('echo'), tool('new')] }));
    await new Promise((resolve) => setTimeout(resolve, 80));
    const stale = await source.list({ signal: never });
    expect(names(stale)).toEqual(['echo', 'wait']);
    expect(stale.problems).toEqual([{ tool: 'tools/list', reason: expect.stringContaining('fetch failed') }]);
    expect(source.state()).toEqual({ state: 'started' });
    await eventually(() => changes === 1);
    expect(names(await source.list({ signal: never }))).toEqual(['echo', 'new']);
  });

  it('tells its listeners once when it changed, and not at all when nothing did', async () => {
    const file = join(folder, 'changes');
    const source = open({ s: faultyServer({ journal: file }) }).get('s');
    const before = await source.list({ signal: never });
    let changes = 0;
    const stop = source.onChange(() => {
      changes += 1;
    });
    await source.call(makeCall('change', { tools: before.tools as unknown as JsonObject[] }));
    await eventually(async () => (await journal(file)).filter((line) => line.startsWith('list')).length === 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toBe(0);
    await Promise.all([1, 2, 3].map(async () => source.call(makeCall('change', { tools: [tool('other')] }))));
    await eventually(() => changes === 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(changes).toBe(1);
    stop();
    expect(names(await source.list({ signal: never }))).toEqual(['other']);
  });

  it('is not asked for ever faster by a server that announces a change after every list', async () => {
    const file = join(folder, 'restless');
    const source = open({ s: faultyServer({ changeAfterEveryList: true, journal: file }) }).get('s');
    await source.list({ signal: never });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await journal(file)).filter((line) => line.startsWith('list')).length).toBeLessThan(12);
  });

  it('is fetched again once a call shows that a tool is gone [drift-212]', async () => {
    const file = join(folder, 'gone');
    const source = open({ s: faultyServer({ journal: file }) }).get('s');
    await source.list({ signal: never });
    const error = await rejection(source.call(makeCall('old_name')));
    expect(error.code).toBe('ERR_CALL_FAILED');
    await eventually(async () => (await journal(file)).filter((line) => line.startsWith('list')).length === 2);
  });

  it('of a server that refuses to list is not asked for without a pause', async () => {
    const file = join(folder, 'refusing');
    const source = open({ supabase: faultyServer({ listErrors: 1_000, journal: file }) }).get('supabase');
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toMatch(/started, but answered tools\/list with an error: fetch failed \(-32603\)/);
    for (let turn = 0; turn < 10; turn += 1) await rejection(source.list({ signal: never }));
    expect((await journal(file)).filter((line) => line.startsWith('list'))).toHaveLength(1);
  });
});
