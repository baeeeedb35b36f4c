import { jest } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  faultyServer,
  makeCall,
  never,
  openSources,
  rejection,
  type FullSource,
  type TestSources,
} from '../../test/harness.js';
import { resolveServers } from '../resolve-servers.js';
import type { McpServerOptions, McpSourceOptions } from '../server-options.js';
import { definitionDigest } from './definition-digest.js';
import { ListStore } from './list-store.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

let root = '';
let cacheFolder = '';
let count = 0;
let opened: TestSources[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-'));
});
beforeEach(() => {
  count += 1;
  cacheFolder = join(root, `cache-${count}`, 'tools');
});
afterEach(async () => {
  await Promise.all(opened.map(async (sources) => sources.dispose()));
  opened = [];
});
afterAll(async () => rm(root, { recursive: true, force: true }));

function open(server: McpServerOptions, options: Partial<McpSourceOptions> = {}): TestSources {
  const sources = openSources({ servers: { s: server }, changeDebounceMs: 10, backoffMs: 50, cacheFolder, ...options });
  opened.push(sources);
  return sources;
}
/** One run of the program: lists once and ends. */
async function run(server: McpServerOptions): Promise<readonly string[]> {
  const sources = open(server);
  const { tools } = await sources.get('s').list({ signal: never });
  await sources.dispose();
  return tools.map(({ name }) => name);
}
const tool = (name: string, description = 'D.') => ({ name, description, inputSchema: { type: 'object' } });
const journalOf = async (file: string): Promise<readonly string[]> => (await readFile(file, 'utf8').catch(() => '')).split('\n');
const startsIn = async (file: string): Promise<number> => (await journalOf(file)).filter((line) => line.startsWith('start')).length;
const namesOf = async (source: FullSource): Promise<readonly string[]> =>
  (await source.list({ signal: never })).tools.map(({ name }) => name);

describe('a server that was listed in an earlier run', () => {
  it('is known at once, starts at the first call, and is listed anew then', async () => {
    const journal = join(root, 'lazy');
    const server = faultyServer({ journal, lists: [{ tools: [tool('echo')] }] });
    expect(await run(server)).toEqual(['echo']);
    const sources = open(server);
    const source = sources.get('s');
    await eventually(() => source.state().state === 'known');
    const listing = await source.list({ signal: never });
    expect(listing.tools).toEqual([expect.objectContaining(tool('echo'))]);
    expect(listing.state).toBe('known');
    expect(await startsIn(journal)).toBe(1);
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    expect((await source.call(makeCall('echo', { text: 'hi' }))).content).toEqual([{ type: 'text', text: 'hi' }]);
    await eventually(() => source.state().state === 'started');
    expect(await startsIn(journal)).toBe(2);
    expect(changes).toBe(0);
  });

  it('replaces its tools, and says so, when they are other ones now', async () => {
    const server = faultyServer({ lists: [{ tools: [tool('echo')] }] });
    await run(server);
    // The same program with another list: what it lists is not part of what it is.
    const [definition] = resolveServers({ servers: { s: server } });
    const file = join(cacheFolder, `${definitionDigest(definition!.endpoint)}.json`);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"echo"', '"gone"'));
    const source = open(server).get('s');
    expect(await namesOf(source)).toEqual(['gone']);
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    await source.call(makeCall('echo', { text: 'hi' }));
    await eventually(() => changes === 1);
    expect(await namesOf(source)).toEqual(['echo']);
    await eventually(async () => (await readFile(file, 'utf8')).includes('"echo"'));
  });

  it('starts in the background when it is eager', async () => {
    const journal = join(root, 'eager');
    const server = faultyServer({ journal }, { start: 'eager' });
    await run(server);
    const source = open(server).get('s');
    expect((await source.list({ signal: never })).state).toBe('known');
    await eventually(() => source.state().state === 'started');
    expect(await startsIn(journal)).toBe(2);
  });

  it('keeps its tools while it cannot start, with its state and the reason, and a call says so', async () => {
    const gate = join(root, 'gate');
    const server = faultyServer({ failFirst: 2, counter: gate });
    await writeFile(gate, '2');
    const names = await run(server);
    await writeFile(gate, '0');
    const source = open(server).get('s');
    expect(await namesOf(source)).toEqual(names);
    const error = await rejection(source.call(makeCall('echo', { text: 'x' })));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toMatch(/was not run/);
    expect(source.state()).toEqual({ state: 'failed', reason: expect.stringMatching(/exited with code 9/) });
    expect(await namesOf(source)).toEqual(names);
  });

  it('needs no change when only values of variables differ, and another file when the definition differs', async () => {
    const base = faultyServer({});
    const digest = (server: McpServerOptions): string => definitionDigest(resolveServers({ servers: { s: server } })[0]!.endpoint);
    expect(digest({ ...base, env: { TOKEN: 'one' } })).toBe(digest({ ...base, env: { TOKEN: 'two' } }));
    expect(digest({ ...base, env: { TOKEN: 'one' } })).not.toBe(digest(base));
    expect(digest({ ...base, args: ['x'] })).not.toBe(digest(base));
    expect(digest({ ...base, cwd: '/' })).not.toBe(digest(base));
    const url = 'https://a.example/mcp';
    expect(digest({ url, headers: { Authorization: 'a' } })).toBe(digest({ url, headers: { authorization: 'b' } }));
    expect(digest({ url })).not.toBe(digest({ url: 'https://b.example/mcp' }));
  });

  it('shows the same tools in every turn while another one is down, and a call then says what is wrong [cache-240]', async () => {
    const gate = join(root, 'flaky');
    await writeFile(gate, '9');
    const servers = { a: faultyServer({}), b: faultyServer({ failFirst: 9, counter: gate, tools: [tool('echo'), tool('crash')] }) };
    const sources = openSources({ servers, backoffMs: 30, maxBackoffMs: 60 });
    opened.push(sources);
    const turn = async (): Promise<unknown> =>
      await Promise.all(sources.all.map(async (source) => (await source.list({ signal: never })).tools));
    const b = sources.get('b');
    const first = await turn();
    await writeFile(gate, '0');
    await rejection(b.call(makeCall('crash')));
    expect(await turn()).toEqual(first);
    const error = await rejection(b.call(makeCall('echo', { text: 'x' })));
    expect(error.toModelText()).toMatch(/The server "b" is not available. The call was not run/);
    expect(b.state()).toEqual({ state: 'failed', reason: expect.stringMatching(/exited with code 9/) });
    await writeFile(gate, '9');
    await eventually(async () => (await b.call(makeCall('echo', { text: 'x' })).catch(() => undefined)) !== undefined);
    expect(await turn()).toEqual(first);
  });
});

describe('a file of kept tools', () => {
  const server = faultyServer({});
  const [definition] = resolveServers({ servers: { s: server } });
  const digest = definitionDigest(definition!.endpoint);
  const file = (): string => join(cacheFolder, `${digest}.json`);
  async function filled(change: (text: string) => string): Promise<void> {
    await mkdir(cacheFolder, { recursive: true });
    await run(server);
    await writeFile(file(), change(await readFile(file(), 'utf8')));
  }

  it('and its folder are for the owner alone, hold no values of variables, and are written once', async () => {
    const secret = faultyServer({}, { env: { API_TOKEN: 'sk-TESTSECRET-1' } });
    await run(secret);
    const [name, ...others] = await readdir(cacheFolder);
    expect(others).toEqual([]);
    const path = join(cacheFolder, name ?? '');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(cacheFolder)).mode & 0o777).toBe(0o700);
    expect(await readFile(path, 'utf8')).not.toMatch(/TESTSECRET/);
    const { ino } = await stat(path);
    const sources = open(secret);
    await sources.get('s').call(makeCall('echo', { text: 'x' }));
    await eventually(() => sources.get('s').state().state === 'started');
    await sources.dispose();
    expect((await stat(path)).ino).toBe(ino);
  });

  it.each([
    ['is damaged', (text: string) => text.slice(0, 100), /it is damaged/],
    ['is empty', () => '', /it is damaged/],
    ['is a list', () => '[]', /it is damaged/],
    ['has another version', (text: string) => text.replace('"format":1', '"format":2'), /it has the format 2, not 1/],
    ['belongs to another server', (text: string) => text.replace(digest, 'f'.repeat(64)), /it belongs to another server/],
    ['lacks a part', (text: string) => text.replace('"tools"', '"other"'), /a part of it is missing/],
    ['holds a broken tool', (text: string) => text.replace('"name":"echo"', '"name":7'), /tool 1 of it is broken/],
  ])('that %s is ignored with the reason, and replaced', async (_title, change, reason) => {
    await filled(change);
    const sources = open(server);
    const listing = await sources.get('s').list({ signal: never });
    expect(listing.state).toBe('started');
    expect(sources.log.join('\n')).toMatch(reason);
    await sources.dispose();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ format: 1, digest });
  });

  it('that cannot be read or written harms nothing', async () => {
    await writeFile(join(root, 'no-folder'), '');
    const sources = open(server, { cacheFolder: join(root, 'no-folder') });
    expect((await sources.get('s').list({ signal: never })).tools).toHaveLength(2);
    await sources.dispose();
    expect(sources.log.filter((line) => line.includes('cannot be kept'))).toHaveLength(1);
  });

  it('is replaced, not written through, when it is a link', async () => {
    await mkdir(cacheFolder, { recursive: true });
    const target = join(root, 'target');
    await writeFile(target, 'precious');
    await symlink(target, file());
    await run(server);
    expect(await readFile(target, 'utf8')).toBe('precious');
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ digest });
  });

  it('is always a whole one while several processes write and read it', async () => {
    const logger = { debug: () => undefined, info: jest.fn(), warn: jest.fn(), error: () => undefined };
    const stores = [1, 2, 3, 4].map(() => new ListStore(cacheFolder, logger));
    const record = (size: number) => ({
      list: { tools: [tool('echo', 'x'.repeat(size))], facts: new Map(), problems: [] },
      offers: { resources: false, prompts: false, completions: false, subscriptions: false },
    });
    for (let round = 0; round < 25; round += 1) {
      for (const [index, store] of stores.entries()) store.save(digest, record(round * 1_000 + index));
      const loaded = await Promise.all(stores.map(async (store) => store.load(digest, 's')));
      for (const each of loaded) if (each !== undefined) expect(each.list.tools[0]?.name).toBe('echo');
      await Promise.all(stores.map(async (store) => store.settle()));
    }
    expect(logger.info).not.toHaveBeenCalled();
    expect(logger.warn).not.toHaveBeenCalled();
    expect(await readdir(cacheFolder)).toEqual([`${digest}.json`]);
  });

  it('that nobody used for three months is removed, and nothing else', async () => {
    await mkdir(cacheFolder, { recursive: true });
    const old = join(cacheFolder, `${'a'.repeat(64)}.json`);
    const draft = join(cacheFolder, `${'b'.repeat(64)}.json.12.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.tmp`);
    const foreign = join(cacheFolder, 'notes.json');
    for (const path of [old, draft, foreign]) {
      await writeFile(path, '{}');
      await utimes(path, new Date(2020, 1), new Date(2020, 1));
    }
    await run(server);
    expect((await readdir(cacheFolder)).sort()).toEqual([`${digest}.json`, 'notes.json'].sort());
    await chmod(foreign, 0o600);
  });
});
