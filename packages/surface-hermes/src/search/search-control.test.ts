import fc from 'fast-check';
import type { SourceSummary, ToolDescriptor } from '@toolrack/contracts';
import { hermesSession, schema, type SessionInput, tool } from '../../test/session.js';
import { answerOf, hermesSurface, jsonOf, textOf } from '../../test/surface.js';
import type { SurfaceHermesOptions } from '../settings/surface-options.js';

interface Found {
  readonly queries: string[];
  readonly total_available: number;
  readonly results: {
    query: string;
    matches: string[];
    available_sources?: { name: string; tool_count?: number; unavailable?: string }[];
    hint?: string;
  }[];
  readonly tools: Record<string, { source: string; source_name: string; description: string; required: string[] }>;
  readonly connectors?: unknown;
}

const github = [
  tool('mcp:github:create_issue', { description: 'Create an issue.', inputSchema: schema({ title: {}, body: {} }, ['title']) }),
  tool('mcp:github:list_issue', { description: 'List each issue.' }),
];
const slack = tool('mcp:slack:post_message', { description: 'Post a message.' });
const weather = tool('openclaw:weather:forecast', { description: 'Weather of tomorrow.' });
const all = [...github, slack, weather, tool('openclaw:core:terminal', { description: 'Run an issue in a shell.' })];

const ask = async (input: unknown, tools: readonly ToolDescriptor[] = all, more: SessionInput = {}, options: SurfaceHermesOptions = {}) => {
  const session = hermesSession(tools, { options, ...more });
  const answer = await answerOf(hermesSurface(options), 'tool_search', input, session);
  return { answer, session };
};
const find = async (...args: Parameters<typeof ask>): Promise<Found> => {
  const { answer } = await ask(...args);
  expect(answer.isError).toBe(false);
  return jsonOf<Found>(answer);
};

describe('queries', () => {
  it('may be one bare string [hermes:5.1] [hermes:case-38]', async () => {
    expect(await find({ queries: 'post message' })).toMatchObject({
      queries: ['post message'],
      results: [{ query: 'post message', matches: ['mcp__slack__post_message'] }],
    });
  });

  it('are one query when a string holds a JSON array [hermes:5.2]', async () => {
    expect((await find({ queries: '["forecast", "post"]' })).queries).toEqual(['["forecast", "post"]']);
    expect((await find({ queries: '[forecast' })).queries).toEqual(['[forecast']);
  });

  it('are trimmed, made strings, freed of nothing, and kept twice [hermes:5.3]', async () => {
    expect((await find({ queries: [' post ', null, '', 0, false, [], {}, 7, 'post', true] })).queries).toEqual([
      'post',
      '7',
      'post',
      'true',
    ]);
  });

  it('are also understood as the whole arguments and as their JSON', async () => {
    for (const input of ['post', ['post'], '{"queries":["post"]}', '["post"]']) expect((await find(input)).queries).toEqual(['post']);
  });

  it.each([
    [{ query: 'post' }, ' Send {"queries":["post"]}.'],
    [{ query: ['post', ' chat '] }, ' Send {"queries":["post","chat"]}.'],
    [{ query: '' }, ''],
    [{ query: 'x'.repeat(600) }, ''],
  ])('under the singular key %j are refused with the payload that works [hermes:5.4]', async (input, advice) => {
    const { answer } = await ask(input);
    expect([answer.isError, textOf(answer).replaceAll(/\s+/gu, ' ')]).toEqual([
      true,
      `queries is required and must be an array of strings.${advice}`,
    ]);
  });

  it('that are no list or empty are refused and nothing is searched [hermes:5.4] [hermes:case-35]', async () => {
    for (const input of [
      undefined,
      null,
      {},
      { queries: [] },
      { queries: ['', ' '] },
      { queries: 5 },
      { queries: { a: 1 } },
      { queries: '' },
    ]) {
      const { answer, session } = await ask(input);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/^queries is required/u);
      expect(session.searches).toEqual([]);
    }
  });

  it('are at most seven [hermes:5.5] [hermes:case-37]', async () => {
    const seven = Array.from({ length: 7 }, () => 'post');
    expect((await find({ queries: [...seven, '', null] })).results).toHaveLength(7);
    const { answer, session } = await ask({ queries: [...seven, 'post'] });
    expect(textOf(answer)).toMatch(/too many queries: 8, at most 7.*fewer/u);
    expect(session.searches).toEqual([]);
  });
});

describe('limit', () => {
  it.each([
    [undefined, 5],
    [null, 5],
    [3, 3],
    ['3', 3],
    [2.9, 2],
    ['2.9', 5],
    ['x', 5],
    [{}, 5],
    [0, 1],
    [-4, 1],
    [999, 25],
    [true, 1],
  ])('%j asks for %p hits [hermes:5.6] [hermes:5.7]', async (limit, expected) => {
    const { session } = await ask({ queries: ['issue'], limit });
    expect(session.searches).toEqual([{ text: 'issue', limit: expected }]);
  });

  it('has its default and its maximum from the configuration [hermes:5.6] [hermes:5.7]', async () => {
    const options = { search_default_limit: 2, max_search_limit: 4 };
    expect((await ask({ queries: ['issue'] }, all, {}, options)).session.searches[0]?.limit).toBe(2);
    expect((await ask({ queries: ['issue'], limit: 50 }, all, {}, options)).session.searches[0]?.limit).toBe(4);
  });

  it('holds for each query [hermes:5.7] [hermes:case-41]', async () => {
    const many = Array.from({ length: 9 }, (_, index) => tool(`mcp:a:do_${index}`, { description: 'common word' }));
    for (const limit of [1, 3]) {
      const { results } = await find({ queries: ['common', 'word'], limit }, many);
      expect(results.map(({ matches }) => matches.length)).toEqual([limit, limit]);
    }
  });
});

describe('the result', () => {
  it('has its keys in order, groups in the order of the queries and one shared map [hermes:5.8] [hermes:5.9] [hermes:5.13] [hermes:case-40] [hermes:9.7]', async () => {
    const found = await find({ queries: ['create issue', 'forecast', 'issue'] });
    expect(Object.keys(found)).toEqual(['queries', 'total_available', 'results', 'tools']);
    expect(found.results).toEqual([
      { query: 'create issue', matches: ['mcp__github__create_issue'] },
      { query: 'forecast', matches: ['forecast'] },
      { query: 'issue', matches: ['mcp__github__create_issue', 'mcp__github__list_issue'] },
    ]);
    expect(found.tools).toEqual({
      mcp__github__create_issue: { source: 'mcp', source_name: 'mcp-github', description: 'Create an issue.', required: ['title'] },
      forecast: { source: 'plugin', source_name: 'weather', description: 'Weather of tomorrow.', required: [] },
      mcp__github__list_issue: { source: 'mcp', source_name: 'mcp-github', description: 'List each issue.', required: [] },
    });
  });

  it('names sources and a hint in an empty group only [hermes:5.10] [hermes:5.11] [hermes:14.1] [hermes:case-43]', async () => {
    const found = await find({ queries: ['gmail send', 'post'] });
    expect(found.results[0]).toEqual({
      query: 'gmail send',
      matches: [],
      available_sources: [
        { name: 'github', tool_count: 2 },
        { name: 'slack', tool_count: 1 },
        { name: 'weather', tool_count: 1 },
      ],
      hint: expect.stringMatching(/retry tool_search.*before you conclude/u) as string,
    });
    expect(Object.keys(found.results[1] ?? {})).toEqual(['query', 'matches']);
    expect(found).not.toHaveProperty('hint');
  });

  it('tells a miss over one server [hermes:5.16] [hermes:case-44]', async () => {
    const found = await find({ queries: ['nothing'] }, [slack]);
    expect(found).toMatchObject({ total_available: 1, tools: {}, results: [{ available_sources: [{ name: 'slack', tool_count: 1 }] }] });
  });

  it('names sources that are down with the reason, in words of its own [hermes:5.12]', async () => {
    const sources: SourceSummary[] = [
      { id: 'mcp:jira', kind: 'mcp', owner: 'jira', state: 'failed', tools: 0, reason: 'secret /path' },
      { id: 'mcp:slack', kind: 'mcp', owner: 'slack', state: 'unauthorised', tools: 1 },
      { id: 'mcp:zoom', kind: 'mcp', owner: 'zoom', state: 'starting', tools: 0 },
      { id: 'mcp:left', kind: 'mcp', owner: 'left', state: 'skipped', tools: 0 },
    ];
    const { answer } = await ask({ queries: ['nothing'] }, [slack], { sources });
    expect(jsonOf<Found>(answer).results[0]?.available_sources).toEqual([
      { name: 'jira', unavailable: 'it failed to start or to answer' },
      { name: 'slack', tool_count: 1, unavailable: 'it needs a sign-in' },
      { name: 'zoom', unavailable: 'it is still starting' },
    ]);
    expect(textOf(answer)).not.toContain('secret');
  });

  it('has no sources to name without any [hermes:5.10]', async () => {
    const found = await find({ queries: ['x'] }, [], { sources: [] });
    expect(found).toEqual({ queries: ['x'], total_available: 0, results: [{ query: 'x', matches: [] }], tools: {} });
  });

  it('cuts descriptions at 500 characters and bounds required names [hermes:5.14] [hermes:5.15]', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${'p'.repeat(70)}${index}`);
    const long = tool('mcp:a:long', { description: `word ${'x'.repeat(600)}`, inputSchema: schema({}, names) });
    const record = (await find({ queries: ['word'] }, [long])).tools['mcp__a__long'];
    expect([...(record?.description ?? '')]).toHaveLength(501);
    expect(record?.description.endsWith('…')).toBe(true);
    expect(record?.required).toHaveLength(32);
    expect(record?.required[0]).toHaveLength(64);
    const exact = tool('mcp:a:exact', { description: `word ${'x'.repeat(495)}` });
    expect((await find({ queries: ['word'] }, [exact])).tools['mcp__a__exact']?.description).toHaveLength(500);
    const emoji = tool('mcp:a:emoji', { description: `word ${'😀'.repeat(600)}` });
    expect([...((await find({ queries: ['word'] }, [emoji])).tools['mcp__a__emoji']?.description ?? '')]).toHaveLength(501);
  });

  it('has no required names of malformed and of untrusted schemas [hermes:5.15] [hermes:case-46]', async () => {
    for (const inputSchema of [{ required: 'title' }, { required: [1, null, {}] }, true, {}] as never[]) {
      expect(
        (await find({ queries: ['word'] }, [tool('mcp:a:b', { description: 'word', inputSchema })])).tools['mcp__a__b']?.required,
      ).toEqual([]);
    }
    const untrusted = tool('mcp:a:b', { description: 'word', inputSchema: schema({}, ['x']), trust: 'untrusted' });
    expect((await find({ queries: ['word'] }, [untrusted])).tools['mcp__a__b']?.required).toEqual([]);
  });

  it('tells kind and tool set of each source [hermes:5.17]', async () => {
    const mine = tool('client:client:pick', { description: 'word' });
    expect((await find({ queries: ['word'] }, [mine], {}, { defer: ['pick'] })).tools['pick']).toMatchObject({
      source: 'other',
      source_name: 'other',
    });
  });

  it('counts and finds deferred tools of the scope alone [hermes:9.1] [hermes:case-47] [hermes:case-101]', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) => tool(`mcp:crm:get_${index}`, { description: 'shell record' }));
    const found = await find({ queries: ['shell'], limit: 25 }, [...twelve, tool('openclaw:core:terminal', { description: 'shell' })]);
    expect(found.total_available).toBe(12);
    expect(Object.keys(found.tools)).toHaveLength(12);
    expect(found.tools).not.toHaveProperty('terminal');
  });

  it('looks past tools that the run shows directly', async () => {
    const run = { ...hermesSession([]).run, directNames: ['post_message'] };
    const { answer, session } = await ask(
      { queries: ['message'], limit: 1 },
      [slack, tool('mcp:teams:send', { description: 'Send a message.' })],
      { run },
    );
    expect(session.searches[0]?.limit).toBe(2);
    expect(jsonOf<Found>(answer).results[0]?.matches).toEqual(['mcp__teams__send']);
    expect(jsonOf<Found>(answer).total_available).toBe(1);
  });

  it('carries marks for each group in the details, the bare object in the text', async () => {
    const { answer } = await ask({ queries: ['post', 'qqq'] });
    expect(answer.details).toMatchObject({
      total_available: 4,
      results: [
        { query: 'post', matches: ['mcp__slack__post_message'], confidence: 1, weak: false, unmatched: [] },
        { query: 'qqq', matches: [], confidence: 0, weak: true, unmatched: ['qqq'], hint: expect.any(String) as string },
      ],
    });
    expect(textOf(answer)).not.toMatch(/confidence|unmatched/u);
  });

  it('is the same bytes for the same question, also at once [hermes:case-50]', async () => {
    const surface = hermesSurface();
    const session = hermesSession(all);
    const ask64 = Array.from({ length: 64 }, () => answerOf(surface, 'tool_search', { queries: ['issue', 'post', 'none'] }, session));
    expect(new Set((await Promise.all(ask64)).map(textOf)).size).toBe(1);
  });

  it('searches equal queries once', async () => {
    expect((await ask({ queries: ['post', 'post'] })).session.searches).toHaveLength(1);
  });
});

it('tool_search throws nothing but a ToolrackError for any arguments', async () => {
  const surface = hermesSurface();
  const session = hermesSession(all);
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(undefined, '[', '["a"', '{"queries":1}'));
  const input = fc.oneof(value, fc.dictionary(fc.constantFrom('queries', 'query', 'limit'), value));
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const answer = await answerOf(surface, 'tool_search', given, session);
      if (answer.isError) return;
      const { queries, results } = jsonOf<Found>(answer);
      expect(results.map(({ query }) => query)).toEqual(queries);
      expect(queries.length).toBeGreaterThan(0);
      expect(queries.length).toBeLessThanOrEqual(7);
    }),
    { numRuns: 300 },
  );
});
