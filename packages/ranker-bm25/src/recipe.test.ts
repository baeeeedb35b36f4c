import type { RankAnswer, RankDocument } from '@toolrack/contracts';
import { fixtureTool, fixtureTools, rankDocument, throwingSchema, type FixtureToolInput } from '@toolrack/testkit';
import { createBm25Ranker } from './index.js';

const documentsOf = (...tools: FixtureToolInput[]): RankDocument[] => tools.map((tool) => rankDocument(fixtureTool(tool)));
const core = (name: string, description = '', more: FixtureToolInput = {}): FixtureToolInput => ({
  id: `openclaw:core:${name}`,
  description,
  ...more,
});
async function search(documents: readonly RankDocument[], text: string, limit = 8): Promise<RankAnswer> {
  return (await createBm25Ranker().index(documents)).search({ text, limit });
}
async function ids(documents: readonly RankDocument[], text: string, limit = 8): Promise<string[]> {
  return (await search(documents, text, limit)).hits.map(({ id }) => id);
}

const tools = documentsOf(
  core('web_search', 'Search the web for pages.'),
  core('automations', 'Schedule a recurring task.'),
  core('exec', 'Execute a program and wait for it.'),
  core('list_files', 'List files of the workspace.'),
  core('image', 'Make an image from a text.'),
  { id: 'openclaw:crm:find_customer', description: 'Find a customer by name.' },
  {
    id: 'openclaw:forge:open_ticket',
    description: 'Open a ticket.',
    inputSchema: { type: 'object', properties: { target: { anyOf: [{ type: 'object', properties: { repository: {} } }] } } },
  },
);

describe('the recipe', () => {
  it.each([
    ['scheduling', 'openclaw:core:automations'],
    ['customers', 'openclaw:crm:find_customer'],
    ['repository', 'openclaw:forge:open_ticket'],
    ['target', 'openclaw:forge:open_ticket'],
    ['list directories', 'openclaw:core:list_files'],
  ])('answers %s with %s [openclaw:5.2] [openclaw:6.4] [openclaw:case-41] [openclaw:case-44] [openclaw:case-49]', async (text, id) => {
    expect((await ids(tools, text))[0]).toBe(id);
  });
  it('finds a look-up of a price by its intent, below any literal match [openclaw:case-43] [openclaw:8.2]', async () => {
    expect(await ids(tools, 'look up the price')).toContain('openclaw:core:web_search');
    const priced = [...tools, ...documentsOf(core('shop', `${'words '.repeat(60)} with a price`))];
    const { hits } = await search(priced, 'look up the price');
    expect(hits.map(({ id }) => id).slice(0, 2)).toEqual(['openclaw:core:shop', 'openclaw:core:web_search']);
    expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? 0);
  });
  it('treats forms of a word alike [openclaw:case-46] [openclaw:case-47]', async () => {
    const forms = documentsOf(
      core('one', 'runner processing'),
      core('two', 'policies'),
      core('three', 'a cookie'),
      core('four', 'calling'),
    );
    for (const [text, id] of [
      ['run', 'one'],
      ['running', 'one'],
      ['process', 'one'],
      ['policy', 'two'],
      ['cookies', 'three'],
      ['call', 'four'],
    ] as const) {
      expect(await ids(forms, text)).toEqual([`openclaw:core:${id}`]);
    }
  });
  it('keeps verbs of capability such as get [openclaw:case-50]', async () => {
    expect(await ids(documentsOf(core('get_user'), core('put_user')), 'get')).toEqual(['openclaw:core:get_user']);
  });
  it('answers nothing to words without meaning [openclaw:case-52] [openclaw:7.4]', async () => {
    expect(await search(tools, 'the and with')).toEqual({ hits: [], unmatched: [], confidence: 0, weak: true });
  });
  it('finds descriptions in other scripts and nothing where they are unknown [openclaw:case-53]', async () => {
    const foreign = [...tools, ...documentsOf(core('tenki', '東京の天気予報を調べる'), core('pogoda', 'Прогноз погоды'))];
    expect(await ids(foreign, '天気予報')).toEqual(['openclaw:core:tenki']);
    expect(await ids(foreign, 'погоды')).toEqual(['openclaw:core:pogoda']);
    expect((await search(tools, '天気予報を調べる')).hits).toEqual([]);
  });
  it.each(['core', 'openclaw', 'mcp', 'client', 'openclaw core'])(
    'matches nothing with %s, a word of every id [openclaw:5.1] [issue3:3]',
    async (text) => {
      const mixed = [...tools, ...documentsOf({ id: 'mcp:mcp:echo' }, { id: 'client:client:pick' })];
      expect((await search(mixed, text)).hits).toEqual([]);
    },
  );
  it('uses the owner when it tells tools apart, and not when all tools are its own [openclaw:5.1]', async () => {
    const github = documentsOf(
      { id: 'mcp:github:create_issue', description: 'Create an issue.' },
      { id: 'mcp:github:merge', description: 'Merge.' },
    );
    const others = documentsOf(
      { id: 'mcp:jira:create_issue', description: 'Create an issue.' },
      { id: 'mcp:jira:board', description: 'Show a board.' },
    );
    expect((await ids([...github, ...others], 'github create issue'))[0]).toBe('mcp:github:create_issue');
    expect((await ids([...github, ...others], 'jira create issue'))[0]).toBe('mcp:jira:create_issue');
    expect(await ids(github, 'github')).toEqual([]);
  });
  it('indexes names, titles, descriptions and trusted parameters, no enums, titles of parameters or output schemas [openclaw:5.2] [openclaw:5.4]', async () => {
    const documents = documentsOf(
      core('alpha', 'bravo', {
        title: 'Charlie',
        inputSchema: {
          type: 'object',
          properties: { delta: { type: 'string', description: 'echo', enum: ['foxtrot'], title: 'golf', default: 'hotel' } },
          prefixItems: [{ description: 'india' }],
        },
        outputSchema: { type: 'object', properties: { juliet: {} } },
      }),
      core('other'),
    );
    for (const text of ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'india'])
      expect(await ids(documents, text)).toEqual(['openclaw:core:alpha']);
    for (const text of ['foxtrot', 'golf', 'hotel', 'juliet']) expect(await ids(documents, text)).toEqual([]);
  });
  it('never touches untrusted schemas [openclaw:5.3] [openclaw:case-62]', async () => {
    const { schema, touches } = throwingSchema();
    const documents = [{ ...rankDocument(fixtureTool('mcp:a:send')), inputSchema: schema }, ...tools];
    expect(await ids(documents, 'send')).toEqual(['mcp:a:send']);
    expect(touches).toEqual([]);
  });
});

describe('exact names', () => {
  it('come first though another text repeats the words [openclaw:case-56] [openclaw:9.1]', async () => {
    const documents = documentsOf(core('aaa', 'issue_create '.repeat(40)), { id: 'mcp:forge:issue_create' });
    expect((await ids(documents, ' issue_create '))[0]).toBe('mcp:forge:issue_create');
    expect((await ids(documents, 'ISSUE_CREATE'))[0]).toBe('mcp:forge:issue_create');
  });
  it('tell ids apart by their case [openclaw:case-58] [openclaw:9.4]', async () => {
    const documents = documentsOf({ id: 'mcp:accounting:listURL' }, { id: 'mcp:accounting:listUrl' });
    expect(await ids(documents, 'mcp:accounting:listURL', 1)).toEqual(['mcp:accounting:listURL']);
    expect(await ids(documents, 'mcp:accounting:listUrl', 1)).toEqual(['mcp:accounting:listUrl']);
    expect(await ids(documents, 'LISTURL')).toHaveLength(2);
  });
  it('of equal rank come in the order of ids, of different rank by rank [openclaw:case-59] [openclaw:9.3]', async () => {
    const named = (owner: string, description: string) => ({ id: `mcp:${owner}:send`, description });
    const documents = documentsOf(named('m', 'x'), named('z', 'x y'), named('a', 'x'));
    expect(await ids(documents, 'send', 2)).toEqual(['mcp:a:send', 'mcp:m:send']);
    const better = documentsOf(named('b', `${'word '.repeat(30)}`), named('c', 'send send'));
    expect(await ids(better, 'send', 2)).toEqual(['mcp:c:send', 'mcp:b:send']);
  });
  it('are found though they are stop words [openclaw:9.3]', async () => {
    const documents = documentsOf(core('the'), core('with', 'do'), core('other', 'The word.'));
    expect(await ids(documents, 'the')).toEqual(['openclaw:core:the']);
  });
  it('need no index and no schema at a limit of 1 [openclaw:9.2]', async () => {
    let reads = 0;
    const documents = fixtureTools(512, 7, { trust: 'trusted' }).map((tool) => ({
      ...rankDocument(tool),
      get inputSchema() {
        reads += 1;
        return { type: 'object', properties: {} };
      },
    }));
    const index = await createBm25Ranker().index(documents);
    for (const { name, id } of documents.slice(0, 64)) expect((await index.search({ text: name, limit: 1 })).hits[0]?.id).toBe(id);
    expect(reads).toBe(0);
    await index.search({ text: 'invoice', limit: 1 });
    expect(reads).toBe(512);
  });
  it('are not found in a view that excludes them, other views unaffected [openclaw:case-61]', async () => {
    const index = await createBm25Ranker().index(documentsOf({ id: 'mcp:a:send' }, { id: 'mcp:b:send' }));
    const only = (id: string) => index.view?.(new Uint32Array([1 << (index.ordinal?.(id) ?? 0)]));
    const found = async (id: string) => (await only(id)?.search({ text: 'send', limit: 1 }))?.hits.map((hit) => hit.id);
    expect(await found('mcp:b:send')).toEqual(['mcp:b:send']);
    expect(await found('mcp:a:send')).toEqual(['mcp:a:send']);
  });
});

describe('marks', () => {
  it('names the words that match nothing, as written and once', async () => {
    const { unmatched } = await search(tools, 'schedule Qqzx a customer qqzx flibber_jib');
    expect(unmatched).toEqual(['qqzx', 'flibber_jib']);
  });
  it('is sure of what covers the whole query and of exact names', async () => {
    expect(await search(tools, 'find a customer')).toMatchObject({ confidence: 1, weak: false });
    expect(await search(tools, 'exec')).toMatchObject({ confidence: 1, weak: false, unmatched: [] });
  });
  it('is weak when most of the query is unknown, and keeps its hits', async () => {
    const answer = await search(tools, 'book a flight to the moon for a customer');
    expect(answer.weak).toBe(true);
    expect(answer.hits.length).toBeGreaterThan(0);
    expect(answer.confidence).toBeLessThan(0.4);
  });
  it('follows the option weakBelow', async () => {
    const index = await createBm25Ranker({ weakBelow: 0 }).index(tools);
    expect((await index.search({ text: 'book a flight to the moon for a customer', limit: 5 })).weak).toBe(false);
  });
});
