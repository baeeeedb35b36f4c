import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RankerService, type RankDocument, type Ranker } from '@toolrack/contracts';
import { createTestHost, testRanker, wordRanker } from '@toolrack/testkit';
import fc from 'fast-check';

import {
  definitionDigest,
  enrichDefinitions,
  enrichedRanker,
  parsePhrases,
  rankerEnriched,
  readEnrichments,
  readEnrichmentsIfAny,
  writeEnrichments,
  type Enrichment,
} from './index.js';

const tool = (name: string, description: string): RankDocument => ({
  id: `mcp:demo:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'demo' },
  trust: 'untrusted',
});
const tools = [tool('take_photo', 'Uses the camera.'), tool('list_files', 'Shows a folder'), tool('remove_file', 'Removes it for good.')];
const phrases = new Map([[definitionDigest(tools[2] as RankDocument), { tool: 'demo: remove_file', phrases: ['throw it in the bin'] }]]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolrack-enriched-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an enriched ranker', () => {
  it('finds a tool by a phrase that its definition does not hold', async () => {
    const query = { text: 'bin', limit: 3 };
    expect((await (await wordRanker.index(tools)).search(query)).hits).toEqual([]);
    const index = await enrichedRanker(wordRanker, phrases).index(tools);
    expect((await index.search(query)).hits.map(({ id }) => id)).toEqual(['mcp:demo:remove_file']);
  });

  it('enriches what a change brings', async () => {
    const index = await enrichedRanker(wordRanker, phrases).index(tools.slice(0, 2));
    index.apply?.({ remove: [], add: [tools[2] as RankDocument] });
    expect((await index.search({ text: 'bin', limit: 3 })).hits).toHaveLength(1);
  });

  it('saves what the inner ranker indexed, phrases included, and drops digests that no longer hold', async () => {
    const seen: RankDocument[][] = [];
    const savable: Ranker = {
      name: 'savable',
      index: async (all) =>
        Object.assign(await wordRanker.index(all), { save: (saved: RankDocument[]) => (seen.push(saved, [...all]), new Uint8Array(1)) }),
    };
    const known = tools.map((each) => ({ ...each, digest: `digest of ${each.name}` }));
    const index = await enrichedRanker(savable, phrases).index(known);
    expect(index.save?.(known)).toHaveLength(1);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.[2]?.description).toBe('throw it in the bin. Removes it for good.');
    expect(seen[0]?.map(({ digest }) => digest)).toEqual(['digest of take_photo', 'digest of list_files', undefined]);
  });

  it('has no optional part that the inner one lacks', async () => {
    const bare = { name: 'bare', index: () => ({ size: 0, search: () => ({ hits: [] }) }) };
    expect(Object.keys(await enrichedRanker(bare, phrases).index([]))).toEqual(['size', 'search']);
  });

  it('reads the file of the configuration and tells how many definitions are missing', async () => {
    await writeEnrichments(join(folder, 'phrases.json'), phrases);
    const host = await createTestHost(rankerEnriched({ ranker: wordRanker, file: 'phrases.json', baseDirectory: folder }));
    const index = await host.service(RankerService).index(tools);
    expect((await index.search({ text: 'bin', limit: 3 })).hits).toHaveLength(1);
    expect(host.logs.map(({ message }) => message)).toEqual([expect.stringContaining('2 of 3 definitions are new or changed')]);
  });

  it('works without its file, which the command has yet to make, and refuses a broken one', async () => {
    const host = await createTestHost(rankerEnriched({ ranker: wordRanker, baseDirectory: folder }));
    const index = await host.service(RankerService).index(tools);
    expect((await index.search({ text: 'camera', limit: 3 })).hits).toHaveLength(1);
    expect(host.logs.map(({ message }) => message)).toEqual([expect.stringContaining('Run "toolrack enrich"')]);
    writeFileSync(join(folder, 'toolrack.enrichments.json'), '{');
    await expect(createTestHost(rankerEnriched({ ranker: wordRanker, baseDirectory: folder }))).rejects.toMatchObject({
      code: 'ERR_CONFIG_FILE',
    });
  });
});

describe('the digest of a definition', () => {
  it('changes with what the model was shown and with nothing else', () => {
    const [one] = tools as [RankDocument];
    expect(definitionDigest({ ...one, id: 'other', trust: 'trusted', inputSchema: {} })).toBe(definitionDigest(one));
    for (const change of [{ name: 'x' }, { description: 'x' }, { title: 'x' }, { source: { kind: 'mcp', owner: 'x' } }]) {
      expect(definitionDigest({ ...one, ...change })).not.toBe(definitionDigest(one));
    }
  });
});

describe('the file of enrichments', () => {
  it('is read as it was written, sorted by tool', async () => {
    const file = join(folder, 'a/b.json');
    const more = new Map<string, Enrichment>([...phrases, ['00', { tool: 'a: a', phrases: ['x'], by: 'someone' }]]);
    await writeEnrichments(file, more);
    expect(new Map(readEnrichments(file))).toEqual(more);
    expect(readFileSync(file, 'utf8').indexOf('a: a')).toBeLessThan(readFileSync(file, 'utf8').indexOf('demo: remove_file'));
    expect((await readEnrichmentsIfAny(join(folder, 'none.json'))).size).toBe(0);
  });

  it.each([
    ['{', /not valid JSON/u],
    ['{"version":2,"definitions":{}}', /"version": 1/u],
    ['{"version":1,"definitions":{"a":{"phrases":[1]}}}', /definitions\.a\.phrases/u],
  ])('refuses %s', async (text, message) => {
    writeFileSync(join(folder, 'x.json'), text);
    expect(() => readEnrichments(join(folder, 'x.json'))).toThrow(message);
    await expect(readEnrichmentsIfAny(join(folder, 'x.json'))).rejects.toThrow(message);
  });
});

describe('phrases of an answer', () => {
  it.each([
    ['["a b", "c"]', ['a b', 'c']],
    ['Sure!\n```json\n["a", "A", ""]\n```', ['a']],
    ['{"phrases": ["a"]}', ['a']],
    ['1. throw it away\n2) "bin it"\n- delete\n\n', ['throw it away', 'bin it', 'delete']],
    ['["a\\u0000\\nb"]', ['a b']],
    ['', []],
    ['<think>They want [short] requests.\n- maybe this\n</think>["a","b"]', ['a', 'b']],
    ['<think>They want short requests:\n- maybe this', []],
    ['["give money back", "reverse a cha', []],
    ["I'm sorry, but I can't help with that.", []],
    ['Sure! Here are 3 requests:\n\n- one\n- two\n- three\n\nLet me know if you need more!', ['one', 'two', 'three']],
    ['{"phrases":["one"],"notes":["none of these is a phrase"]}', ['one']],
    ['{"ways to ask":["one","two"],"count":2}', ['one', 'two']],
    ['```json\n{"requests": ["one", "two",],}\n```', ['one', 'two']],
    [`["ok", "${'z'.repeat(5_000)}"]`, ['ok']],
    [`{"phrases": ["${'z'.repeat(5_000)}"`, []],
    ['throw it away\nbin it\ndelete it', ['throw it away', 'bin it', 'delete it']],
  ])('of %s', (answer, expected) => {
    expect(parsePhrases(answer)).toEqual(expected);
  });

  it('are few, short and clean whatever a model answers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.string()).map((list) => JSON.stringify(list)),
        ),
        (answer) => {
          const found = parsePhrases(answer);
          expect(found.length).toBeLessThanOrEqual(10);
          for (const phrase of found) expect(phrase).toMatch(/^[^\p{Cc}]{1,120}$/u);
        },
      ),
    );
  });
});

describe('asking a language model', () => {
  let server: Server;
  let url: string;
  let script: { readonly status: number; readonly content?: unknown }[];
  let asked: { readonly authorization: string | undefined; readonly body: { model: string; messages: { content: string }[] } }[];
  beforeEach(async () => {
    script = [];
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) as never });
        const { status, content = '["one way", "another way"]' } = script.shift() ?? { status: 200 };
        response.writeHead(status, { 'retry-after': '0' });
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const enrich = (documents: readonly RankDocument[], known = new Map() as typeof phrases, more: object = {}) =>
    enrichDefinitions(documents, known, { endpoint: { url, model: 'm', apiKey: 'k' }, concurrency: 1, ...more });

  it('asks once for each definition that has no phrases yet', async () => {
    const twin = { ...(tools[0] as RankDocument), id: 'mcp:twin' };
    const result = await enrich([...tools, twin], phrases);
    expect(result).toMatchObject({ added: 2, known: 1, failures: [], isGivenUp: false });
    expect(asked.map(({ body }) => JSON.parse(body.messages[1]?.content ?? '') as unknown)).toEqual([
      { source: 'demo', name: 'take_photo', description: 'Uses the camera.' },
      { source: 'demo', name: 'list_files', description: 'Shows a folder' },
    ]);
    expect(asked[0]?.authorization).toBe('Bearer k');
    expect(result.enrichments.get(definitionDigest(tools[0] as RankDocument))).toEqual({
      tool: 'demo: take_photo',
      phrases: ['one way', 'another way'],
      by: 'm',
    });
    expect((await enrich(tools, result.enrichments as typeof phrases)).added).toBe(0);
    expect(asked).toHaveLength(2);
  });

  it('tries again when the endpoint is overloaded', async () => {
    script = [{ status: 429 }, { status: 503 }];
    expect(await enrich(tools.slice(0, 1))).toMatchObject({ added: 1, failures: [] });
    expect(asked).toHaveLength(3);
  });

  it('goes on after a definition that fails', async () => {
    script = [{ status: 400 }, { status: 200, content: '' }, { status: 200, content: null }];
    const result = await enrich([...tools, tool('fourth', '')]);
    expect(result.failures.map(({ reason }) => reason)).toEqual([
      'it answers with status 400',
      'its answer holds no phrases',
      'its answer has no text',
    ]);
    expect(result).toMatchObject({ added: 1, isGivenUp: false });
  });

  it('gives an endpoint up that only fails', async () => {
    script = Array.from({ length: 40 }, () => ({ status: 401 }));
    const result = await enrich(Array.from({ length: 20 }, (_, number) => tool(`t${number}`, '')));
    expect(result.isGivenUp).toBe(true);
    expect(asked).toHaveLength(8);
  });

  it('hands out what it has so far, so that an interruption loses nothing', async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ done, enrichments }: { done: number; enrichments: ReadonlyMap<string, unknown> }): void => {
      seen.push(enrichments.size);
      if (done === 2) stop.abort(new Error('stopped'));
    };
    await expect(enrich(tools, new Map(), { signal: stop.signal, onProgress })).rejects.toThrow('stopped');
    expect(seen).toEqual([1, 2]);
  });
});

testRanker({
  name: 'ranker-enriched over a lexical ranker',
  create: () => enrichedRanker(wordRanker, phrases),
  supports: { view: true, apply: true },
});
