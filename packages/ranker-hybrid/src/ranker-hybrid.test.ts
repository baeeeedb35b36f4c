import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  definePlugin,
  RankerService,
  ValidatorService,
  type RankAnswer,
  type RankDocument,
  type Ranker,
  type SchemaValidator,
} from '@toolrack/contracts';
import { createTestHost, testRanker, type TestHost, wordRanker } from '@toolrack/testkit';
import { scriptedEndpoint, type ScriptedEndpoint } from '../test/scripted-endpoint.js';

import { rankerHybrid, type RankerHybridOptions } from './index.js';

const tool = (name: string, description: string): RankDocument => ({
  id: `mcp:demo:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'demo' },
  trust: 'untrusted',
});
const tools = [tool('take_photo', 'Uses the camera.'), tool('list_files', 'Shows a folder.'), tool('remove_file', 'Removes it for good.')];

let endpoint: ScriptedEndpoint;
let folder: string;
const hosts: TestHost[] = [];
beforeEach(async () => {
  endpoint = await scriptedEndpoint();
  folder = mkdtempSync(join(tmpdir(), 'toolrack-hybrid-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.dispose();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<RankerHybridOptions> = {}) {
  const all = { lexical: wordRanker, url: endpoint.url, model: 'any', indexWaitMs: 5000, timeoutMs: 2000, ...options };
  const host = await createTestHost(rankerHybrid(all));
  hosts.push(host);
  const index = await host.service(RankerService).index(tools);
  const search = async (text: string): Promise<RankAnswer> => index.search({ text, limit: 3 });
  return { host, index, search };
}
/** Waits for what happens in the background. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 8000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (performance.now() > end) throw new Error('it does not happen');
}
const names = ({ hits }: RankAnswer): string[] => hits.map(({ id }) => id.split(':').at(-1) as string);

describe('ranker-hybrid', () => {
  it('finds by meaning what shares no word', async () => {
    const { search } = await start();
    expect(names(await search('shoot picture'))[0]).toBe('take_photo');
    expect(await search('shoot picture')).not.toHaveProperty('fallback');
  });

  it('keeps what words found, joined by scores or by ranks', async () => {
    for (const fusion of ['score', 'rank'] as const) {
      const { search } = await start({ fusion });
      expect(names(await search('trash the folder'))).toEqual(expect.arrayContaining(['list_files', 'remove_file']));
    }
  });

  it('saves what the inner ranker can save, and nothing else', async () => {
    const { index } = await start();
    expect(index.save).toBeUndefined();
    const savable: Ranker = {
      name: 'savable',
      index: async (all) => Object.assign(await wordRanker.index(all), { save: () => Uint8Array.of(all.length) }),
    };
    const { index: other } = await start({ lexical: savable });
    expect(other.save?.(tools)).toEqual(Uint8Array.of(3));
  });

  it('leaves exact names, and queries without words, to the lexical ranker', async () => {
    const { search } = await start();
    expect(names(await search('remove_file'))[0]).toBe('remove_file');
    expect((await search('?!')).hits).toEqual([]);
  });

  it('marks an answer as weak by its words, unless the similarity is strong', async () => {
    expect((await (await start()).search('snapshot')).weak).toBe(true);
    expect((await (await start({ strongSimilarity: 0.2 })).search('snapshot')).weak).toBe(false);
  });

  it('embeds a query and a definition once', async () => {
    const { index, search } = await start();
    await search('picture');
    await search('picture');
    index.apply?.({ remove: [], add: [tools[0] as RankDocument] });
    const texts = endpoint.requests.flatMap(({ input }) => input);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toHaveLength(tools.length + 1);
  });

  it('puts the prefixes of the model in front', async () => {
    const { search } = await start({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });
    await search('picture');
    const texts = endpoint.requests.flatMap(({ input }) => input);
    expect(texts.filter((text) => text.startsWith('passage: demo: '))).toHaveLength(tools.length);
    expect(texts.at(-1)).toBe('query: picture');
  });
});

describe('an endpoint that fails', () => {
  it.each([
    ['is silent', { kind: 'silent' }, /does not answer within 140 ms/u],
    ['is slow', { kind: 'answer', delayMs: 1500 }, /does not answer within 140 ms/u],
    ['is overloaded', { kind: 'status', status: 429 }, /status 429/u],
    ['fails', { kind: 'status', status: 500 }, /status 500/u],
    ['answers with something else', { kind: 'body', body: { data: [] } }, /1 vectors/u],
    ['answers with no numbers', { kind: 'body', body: { data: [{ embedding: ['x'] }] } }, /not a list of numbers/u],
  ] as const)('leaves the lexical answer when it %s, in time, and says so once', async (_what, behaviour, reason) => {
    const { search, host } = await start({ timeoutMs: 150 });
    endpoint.behaviour = behaviour;
    const started = performance.now();
    const answer = await search('camera picture');
    // 150 ms and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(600);
    expect(names(answer)).toEqual(['take_photo']);
    expect(answer.fallback).toMatch(reason);
    const before = endpoint.requests.length;
    expect((await search('another folder')).fallback).toMatch(reason);
    expect(endpoint.requests).toHaveLength(before);
    expect(host.logs.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('is no obstacle when it is not there at all', async () => {
    await endpoint.close();
    const { search, host } = await start({ indexWaitMs: 0, timeoutMs: 150 });
    const fallback = 'ranked by words alone: the embeddings endpoint did not help, it cannot be reached';
    expect(await search('camera')).toMatchObject({ fallback, confidence: 1 });
    // The address is for operators.
    expect(host.logs.some(({ message }) => message.includes('ECONNREFUSED'))).toBe(true);
    endpoint = await scriptedEndpoint();
  });

  it('that gives vectors of another length under the same name has the definitions embedded anew, also those on disk', async () => {
    const cacheFile = join(folder, 'vectors.jsonl');
    const { search, host } = await start({ cacheFile });
    await search('photo');
    endpoint.dimensions = 600;
    const answer = await search('picture');
    expect([answer.fallback, answer.hits]).toEqual(['ranked by words alone: the definitions are not embedded yet', []]);
    await until(async () => names(await search('picture'))[0] === 'take_photo');
    // A query from before is asked for again.
    await until(async () => names(await search('photo'))[0] === 'take_photo');
    expect(host.logs.filter(({ message }) => message.includes('600 dimensions instead of 700'))).toHaveLength(1);
    const again = await start({ cacheFile });
    expect(names(await again.search('picture'))[0]).toBe('take_photo');
    expect(again.host.logs.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('that answers without end is given up in time', async () => {
    const { search } = await start({ timeoutMs: 150 });
    endpoint.behaviour = { kind: 'endless' };
    const started = performance.now();
    expect((await search('camera picture')).fallback).toMatch(/140 ms|too long for 1 vectors/u);
    expect(performance.now() - started).toBeLessThan(600);
  });

  it('gets smaller batches after a refusal, and a refused definition costs no other one', async () => {
    endpoint.behaviour = { kind: 'status', status: 413 };
    const { search, host } = await start({ indexWaitMs: 2000 });
    expect(host.logs.filter(({ message }) => message.includes('gets no vector'))).toHaveLength(tools.length);
    endpoint.behaviour = { kind: 'answer' };
    expect((await search('camera')).fallback).toContain('not embedded yet');
  });

  it('is asked again for definitions after it said when', async () => {
    endpoint.behaviour = { kind: 'status', status: 429, headers: { 'retry-after': '0' } };
    const waiting = start({ indexWaitMs: 8000 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    endpoint.behaviour = { kind: 'answer' };
    const { search } = await waiting;
    expect(names(await search('picture'))[0]).toBe('take_photo');
  });
});

describe('the vectors', () => {
  it('are kept on disk and not asked for again', async () => {
    const options = { cacheFile: 'deep/vectors.jsonl', baseDirectory: folder };
    await start(options);
    const first = endpoint.requests.flatMap(({ input }) => input).length;
    const { search } = await start(options);
    expect(names(await search('picture'))[0]).toBe('take_photo');
    // The query, and one definition to learn which model runs.
    expect(endpoint.requests.flatMap(({ input }) => input).length - first).toBeLessThanOrEqual(2);
  });

  it('survive a cut-off line and an unwritable file', async () => {
    const cacheFile = join(folder, 'vectors.jsonl');
    await start({ cacheFile });
    writeFileSync(cacheFile, `${readFileSync(cacheFile, 'utf8')}{"model":"scripted-1","dig`);
    expect(names(await (await start({ cacheFile })).search('picture'))[0]).toBe('take_photo');
    const { search, host } = await start({ cacheFile: folder });
    expect(names(await search('picture'))[0]).toBe('take_photo');
    expect(host.logs.some(({ message }) => message.includes('vectors are not kept'))).toBe(true);
  });

  it('on disk that are damaged are left out: of another length, with no number, of another size', async () => {
    const cacheFile = join(folder, 'vectors.jsonl');
    await start({ cacheFile });
    const lines = readFileSync(cacheFile, 'utf8').trim().split('\n');
    const changed = (line: string, change: (values: Float32Array) => Float32Array): string => {
      const entry = JSON.parse(line) as { vector: string };
      const values = change(new Float32Array(Uint8Array.from(Buffer.from(entry.vector, 'base64')).buffer));
      return JSON.stringify({ ...entry, vector: Buffer.from(values.buffer).toString('base64') });
    };
    const [first = '', second = '', third = ''] = lines;
    const damages: ((values: Float32Array) => Float32Array)[] = [
      () => Float32Array.of(1, 2, 3),
      (values) => values.fill(Number.POSITIVE_INFINITY, 0, 1),
      (values) => values.map((value) => value * 1000),
    ];
    for (const damage of damages) {
      writeFileSync(cacheFile, `${[first, second, changed(third, damage)].join('\n')}\n`);
      const { search } = await start({ cacheFile });
      await until(async () => names(await search('picture'))[0] === 'take_photo');
      const { hits, weak } = await search('picture');
      expect([hits.every(({ score }) => Number.isFinite(score) && score <= 1), weak]).toEqual([true, true]);
    }
  });

  it('belong to the model that really runs: another one gets its own', async () => {
    const { search, index } = await start();
    endpoint.liveModel = 'scripted-2';
    expect((await search('picture')).fallback).toContain('not embedded yet');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(names(await index.search({ text: 'picture', limit: 3 }))[0]).toBe('take_photo');
  });
});

describe('the inner ranker and the options', () => {
  const innerPlugin = definePlugin<{ weakBelow?: number }>({
    name: 'inner',
    version: '1.0.0',
    api: '^1',
    optionsSchema: { type: 'object', properties: { weakBelow: { type: 'number' } }, additionalProperties: false },
    apply: (host) => host.provide(RankerService, () => wordRanker),
  });
  const validator: SchemaValidator = {
    compile: () => ({ check: () => [{ path: '/weakBelow', keyword: 'type', message: 'must be number', params: {} }] }),
  };

  it('may be a configured plugin, whose options are checked', async () => {
    const { host } = await start({ lexical: innerPlugin() });
    expect(host.service(RankerService).name).toBe('hybrid(words)');
    const plugin = rankerHybrid({ lexical: innerPlugin({ weakBelow: 'x' as never }), url: endpoint.url, model: 'm' });
    const other = await createTestHost(plugin, { services: [[ValidatorService, validator]] });
    expect(() => other.service(RankerService)).toThrow(/the options of inner are wrong: \/weakBelow: must be number/u);
  });

  it('may be the path of a plugin', async () => {
    const file = join(folder, 'inner.mjs');
    const contracts = import.meta.resolve('@toolrack/contracts');
    writeFileSync(file, `import { definePlugin } from ${JSON.stringify(contracts)}; export default 1;`);
    await expect(start({ lexical: './inner.mjs', baseDirectory: folder })).rejects.toMatchObject({ code: 'ERR_PLUGIN_SHAPE' });
    await expect(start({ lexical: './missing.mjs', baseDirectory: folder })).rejects.toMatchObject({ code: 'ERR_PLUGIN_UNKNOWN' });
    await expect(start({ lexical: 7 as never })).rejects.toMatchObject({ code: 'ERR_PLUGIN_OPTIONS' });
  });

  it('must provide a ranker', async () => {
    const empty = definePlugin({ name: 'empty', version: '1.0.0', api: '^1', apply: () => undefined })();
    await expect(start({ lexical: empty })).rejects.toThrow(/empty provides no ranker/u);
  });

  it('sends the key from the environment, and says when there is none', async () => {
    process.env['TEST_EMBEDDINGS_KEY'] = 'secret';
    const { host } = await start({ apiKeyEnv: 'TEST_EMBEDDINGS_KEY' });
    expect(endpoint.requests[0]?.authorization).toBe('Bearer secret');
    expect(JSON.stringify(host.logs)).not.toContain('secret');
    delete process.env['TEST_EMBEDDINGS_KEY'];
    await expect(start({ apiKeyEnv: 'TEST_EMBEDDINGS_KEY' })).rejects.toMatchObject({ code: 'ERR_CONFIG_VARIABLE' });
  });
});

let shared: ScriptedEndpoint;
beforeAll(async () => {
  shared = await scriptedEndpoint();
});
afterAll(() => shared.close());
testRanker({
  name: 'ranker-hybrid over a lexical ranker',
  create: async () => {
    const options = { lexical: wordRanker, url: shared.url, model: 'any', indexWaitMs: 20_000, timeoutMs: 5000, batchSize: 512 };
    return (await createTestHost(rankerHybrid(options))).service(RankerService);
  },
  supports: { view: true, apply: true },
});
