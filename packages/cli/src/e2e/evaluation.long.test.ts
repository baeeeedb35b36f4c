import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { openclawTools, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const json = (text: string) => JSON.parse(text) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests
const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const catalog = lines(
  { id: 'git__create_issue', name: 'create_issue', source: 'git', description: 'Open a new issue.' },
  { id: 'git__merge', name: 'merge', source: 'git', description: 'Merge a pull request.' },
  {
    id: 'mail__send',
    name: 'send',
    source: 'mail',
    description: 'Deliver a letter.',
    inputSchema: { type: 'object', properties: { recipient: { type: 'string', description: 'Who gets it' } } },
  },
);
const queries = lines(
  { query: 'open an issue', gold: ['create_issue'] },
  { query: 'letter to a recipient', gold: ['mail__send'] },
  { query: 'land my changes', gold: ['git__merge'] },
);

describe('toolrack eval', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
    workspace.write('catalog.jsonl', catalog);
    workspace.write('queries.jsonl', queries);
    workspace.write('none.txt', 'order a pizza\nbook a flight\n');
  });
  afterEach(() => workspace.dispose());
  const evaluate = (...args: string[]) => workspace.run(['eval', '--catalog', 'catalog.jsonl', '--queries', 'queries.jsonl', ...args]);

  it('compares rankers on a catalog file without a configuration', async () => {
    const args = ['--ranker', 'lexical', '--ranker', '@toolrack/ranker-bm25', '--unanswerable', 'none.txt'];
    const { code, stdout, stderr } = await evaluate(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('catalog.jsonl: 3 tools, 3 answerable and 2 unanswerable queries');
    expect(stdout).toMatch(/^lexical +66\.7/mu);
    expect(stdout).toMatch(/^bm25 +66\.7/mu);
    expect(stdout).toContain('lexical against bm25 (paired bootstrap over the queries)');
  });

  it('gives figures and ranked ids to programs', async () => {
    const { code, stdout } = await evaluate('--json', '--answers', '--unanswerable', 'none.txt');
    expect(code).toBe(0);
    const { rankers, queries: counts, catalog: origin, comparisons } = json(stdout);
    expect(counts).toEqual({ answerable: 3, unanswerable: 2, problems: [] });
    expect([origin, comparisons]).toEqual([{ origin: 'catalog.jsonl', tools: 3 }, []]);
    expect(rankers[0]).toMatchObject({ plugin: '@toolrack/ranker-lexical', emptyAnswers: expect.any(Number), falseAnswers: 0 });
    expect(rankers[0].answers[1]).toMatchObject({ query: 'letter to a recipient', gold: ['mail__send'], weak: false });
    expect(rankers[0].answers[1].ids[0]).toBe('mail__send');
    expect(rankers[0].answers).toHaveLength(5);
  });

  it('judges ten ids whatever the limit, and shows as many as were asked for', async () => {
    const [few, usual] = [await evaluate('--json', '--answers', '--limit', '1'), await evaluate('--json', '--answers')];
    const [one, ten] = [json(few.stdout)['rankers'][0], json(usual.stdout)['rankers'][0]];
    expect(one.recallAt10).toBe(ten.recallAt10);
    expect(one.answers.map(({ ids }: { ids: string[] }) => ids)).toEqual(ten.answers.map(({ ids }: { ids: string[] }) => ids.slice(0, 1)));
  });

  it('fails below the wanted recall, and says so', async () => {
    expect((await evaluate('--min-recall5', '0.5')).code).toBe(0);
    const { code, stdout, stderr } = await evaluate('--min-recall5', '90', '--json');
    expect([code, json(stdout)['ok']]).toEqual([1, false]);
    expect(stderr).toContain('Recall at 5 is 0.667, below --min-recall5 0.9.');
  });

  it('measures the configured sources with the configured ranker', async () => {
    workspace.write('toolrack.json', { plugins: [openclawTools] });
    workspace.write('queries.jsonl', lines({ query: 'sum of numbers', gold: ['add'] }, { query: 'x', gold: ['not_there'] }));
    const { code, stdout, stderr } = await workspace.run(['eval', '--queries', 'queries.jsonl', '--json', '--answers']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('queries.jsonl:2: the gold tool "not_there" is not in the catalog')]);
    const { rankers, catalog: origin } = json(stdout);
    expect(rankers[0].answers[0]).toMatchObject({ gold: ['openclaw:core:add'] });
    expect(origin.digest).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('takes a ranker from a path, and the options of a configured one', async () => {
    const contracts = import.meta.resolve('@toolrack/contracts').replace('/src/index.ts', '/dist/index.js');
    workspace.write(
      'mine.mjs',
      `import { definePlugin, RankerService } from ${JSON.stringify(contracts)};
       export default definePlugin({ name: 'mine', version: '1.0.0', api: '^1', apply: (host) => host.provide(RankerService, () => ({
         name: 'last', index: (documents) => ({ size: documents.length, search: () => ({ hits: [{ id: documents.at(-1).id, score: 1 }] }) }) })) });`,
    );
    const { stdout } = await evaluate('--ranker', './mine.mjs', '--json', '--answers');
    expect(json(stdout)['rankers'][0]).toMatchObject({ ranker: 'last', plugin: 'mine', recallAt1: 1 / 3 });
    workspace.write('toolrack.json', { plugins: [openclawTools, './mine.mjs'], without: ['@toolrack/ranker-lexical'] });
    expect(json((await evaluate('--config', 'toolrack.json', '--json')).stdout)['rankers'][0]).toMatchObject({ plugin: 'mine' });
    workspace.write('toolrack.json', { plugins: [['@toolrack/ranker-bm25', { weakBelow: 1 }]], without: ['@toolrack/ranker-lexical'] });
    const configured = await evaluate('--config', 'toolrack.json', '--ranker', 'bm25', '--json');
    expect(json(configured.stdout)['rankers'][0]).toMatchObject({ weakAnswerable: expect.any(Number) });
    expect(json(configured.stdout)['rankers'][0].weakAnswerable).toBeGreaterThan(0.3);
  });

  it.each([
    [['eval'], 'eval needs --queries FILE'],
    [['eval', '--queries', 'queries.jsonl', '--catalog', 'catalog.jsonl', '--answers'], '--answers needs --json'],
    [['index', '--catalog', 'catalog.jsonl', '--out', 'catalog.jsonl/x'], 'x cannot be written: '],
    [['eval', 'nonsense'], 'eval takes no "nonsense"'],
    [['eval', '--queries', 'missing.jsonl', '--catalog', 'catalog.jsonl'], 'missing.jsonl: cannot be read'],
    [['eval', '--queries', 'none.txt', '--catalog', 'catalog.jsonl'], 'none.txt:1: not valid JSON'],
    [['eval', '--queries', 'queries.jsonl', '--catalog', 'catalog.jsonl', '--ranker', 'nope'], 'the plugin "nope" is not installed'],
  ])('answers %j with exit code 2', async (args, message) => {
    const { code, stderr } = await workspace.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('drafts queries from the activity log', async () => {
    const base = { at: 1, scopeId: 's', runId: 'r' };
    const call = { ...base, type: 'call', idempotencyKey: 's:1', toolId: 'openclaw:core:add', servedBy: 'source', isError: false };
    workspace.write(
      'log.jsonl',
      lines({ ...base, type: 'search', query: 'add numbers', limit: 8, hits: ['openclaw:core:add'] }, call, { ...base, type: 'end' }),
    );
    const { code, stdout, stderr } = await workspace.run(['eval', 'init', '--activity', 'log.jsonl']);
    expect(json(stdout)).toEqual({ query: 'add numbers', gold: ['openclaw:core:add'], any: true, seen: 1 });
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 queries drafted')]);
    expect((await workspace.run(['eval', 'init', '--activity', 'log.jsonl', '--out', 'log.jsonl'])).code).toBe(2);
    workspace.write('quiet.jsonl', lines({ ...base, type: 'end' }));
    const none = await workspace.run(['eval', 'init', '--activity', 'quiet.jsonl', '--out', 'drafts.jsonl']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('0 queries drafted. A draft needs a search')]);
    const some = await workspace.run(['eval', 'init', '--activity', 'log.jsonl', '--out', 'new/drafts.jsonl']);
    expect((await workspace.run(['eval', 'init', '--activity', 'log.jsonl', '--out', 'drafts.jsonl'])).code).toBe(some.code);
    expect((await workspace.run(['eval', 'init', '--activity', 'gone.jsonl'])).stderr).toContain('does not exist');
    workspace.write('bare.json', { plugins: [openclawTools] });
    const bare = await workspace.run(['eval', 'init', '--config', 'bare.json']);
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('name a log: toolrack eval init --activity FILE')]);
  });
});

describe('toolrack index', () => {
  const workspace = new Workspace();
  afterAll(() => workspace.dispose());

  it('saves the index of the default ranker, and refuses rankers that cannot', async () => {
    workspace.write('catalog.jsonl', catalog);
    const { code, stdout } = await workspace.run(['index', '--catalog', 'catalog.jsonl', '--out', 'saved.index', '--json']);
    expect(code).toBe(0);
    const result = json(stdout);
    expect(result).toMatchObject({ ranker: '@toolrack/ranker-lexical', tools: 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/u) });
    expect(readFileSync(join(workspace.folder, 'saved.index')).length).toBe(result['bytes']);
    workspace.write('toolrack.json', { plugins: ['@toolrack/ranker-bm25'], without: ['@toolrack/ranker-lexical'] });
    const refused = await workspace.run(['index', '--config', 'toolrack.json', '--catalog', 'catalog.jsonl']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('the index of @toolrack/ranker-bm25 cannot be saved')]);
  });

  it('saves what the runtime itself indexes, denied tools too, and the runtime loads it at its next start', async () => {
    const ranker = ['@toolrack/ranker-lexical', { indexFile: 'tools.index' }];
    workspace.write('toolrack.json', { plugins: [openclawTools, ranker], policy: { rules: [{ deny: 'openclaw:core:add' }] } });
    const first = await workspace.run(['search', 'fail']);
    expect([first.code, first.stderr]).toEqual([
      0,
      expect.stringMatching(/ERR_INDEX_FILE: .*tools\.index: The saved index does not exist/u),
    ]);
    const saved = await workspace.run(['index', '--out', 'tools.index']);
    expect([saved.code, saved.stderr]).toEqual([0, expect.stringContaining('The option "indexFile" of @toolrack/ranker-lexical loads it')]);
    const second = await workspace.run(['search', 'fail']);
    expect([second.code, second.stderr, second.stdout]).toEqual([0, expect.not.stringContaining('ERR_INDEX_FILE'), first.stdout]);
    expect(first.stdout).not.toBe('');
    workspace.write('tools.index', 'something else');
    const broken = await workspace.run(['search', 'fail']);
    expect([broken.code, broken.stdout]).toEqual([0, first.stdout]);
    expect(broken.stderr).toContain('The saved index cannot be used');
  });
});

describe('toolrack search with a ranker that needs an endpoint', () => {
  const workspace = new Workspace();
  afterAll(() => workspace.dispose());

  it('answers by words when the endpoint is dead, and says so', async () => {
    const hybrid = ['@toolrack/ranker-hybrid', { lexical: '@toolrack/ranker-lexical', url: 'http://127.0.0.1:9/v1', model: 'any' }];
    workspace.write('toolrack.json', { plugins: [openclawTools, hybrid], without: ['@toolrack/ranker-lexical'] });
    const fallback = 'ranked by words alone: the embeddings endpoint did not help, it cannot be reached';
    const { code, stdout, stderr } = await workspace.run(['search', 'the word fail', '--json']);
    expect([code, json(stdout)]).toMatchObject([0, { fallback, hits: [{ id: 'openclaw:core:fail' }] }]);
    expect(stderr).toContain('Searches go by words alone');
    expect((await workspace.run(['search', 'the word fail'])).stderr).toContain(`Not as good as usual: ${fallback}.`);
  });
});

describe('toolrack enrich', () => {
  let workspace: Workspace;
  let server: Server;
  let url: string;
  let asked: string[];
  beforeEach(async () => {
    workspace = new Workspace();
    workspace.write('catalog.jsonl', catalog);
    workspace.write('queries.jsonl', queries);
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { name } = JSON.parse((JSON.parse(text) as { messages: { content: string }[] }).messages[1]?.content ?? '{}') as {
          name: string;
        };
        asked.push(`${request.headers.authorization} ${name}`);
        const content = JSON.stringify(name === 'merge' ? ['land my changes'] : [`a way to ${name}`]);
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    workspace.dispose();
  });

  it('asks once per definition, keeps the answers, and the enriched ranker finds by them', async () => {
    const environment = { OPENAI_BASE_URL: url, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'key' };
    const enrich = (...args: string[]) => workspace.run(['enrich', '--catalog', 'catalog.jsonl', ...args], { environment });
    expect((await enrich('--check')).code).toBe(1);
    const { code, stderr } = await enrich();
    expect([code, stderr]).toEqual([0, expect.stringContaining('3 definitions asked for, 0 known before, 0 failed')]);
    expect([...asked].sort()).toEqual(['Bearer key create_issue', 'Bearer key merge', 'Bearer key send']);
    expect((await enrich()).code).toBe(0);
    expect((await enrich('--check')).code).toBe(0);
    expect(asked).toHaveLength(3);
    expect(existsSync(join(workspace.folder, 'toolrack.enrichments.json'))).toBe(true);
    workspace.write('toolrack.json', {
      plugins: [['@toolrack/ranker-enriched', { ranker: '@toolrack/ranker-lexical' }]],
      without: ['@toolrack/ranker-lexical'],
    });
    const { stdout } = await workspace.run([
      'eval',
      '--config',
      'toolrack.json',
      '--catalog',
      'catalog.jsonl',
      '--queries',
      'queries.jsonl',
      '--json',
    ]);
    expect(json(stdout)['rankers'][0]).toMatchObject({ ranker: 'enriched(lexical)', recallAt1: 1 });
  });

  it('says what it needs', async () => {
    const environment = { OPENAI_BASE_URL: '', OPENAI_MODEL: '' };
    const { code, stderr } = await workspace.run(['enrich', '--catalog', 'catalog.jsonl'], { environment });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--url, or OPENAI_BASE_URL')]);
  });
});
