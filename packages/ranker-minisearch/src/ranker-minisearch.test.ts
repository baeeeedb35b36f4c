import { type RankAnswer, type RankDocument } from '@toolrack/contracts';
import { createMinisearchRanker, type RankerMinisearchOptions } from './index.js';

const tool = (name: string, description: string, more: Partial<RankDocument> = {}): RankDocument => ({
  id: `mcp:demo:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'demo' },
  trust: 'trusted',
  ...more,
});
const tools = [
  tool('createIssue', 'Open a ticket in the tracker.'),
  tool('list_branches', 'Show the branches of a repository.', { source: { kind: 'mcp', owner: 'github' } }),
  tool('translate', 'Übersetzt einen Text. 翻訳する文章を指定します。'),
  tool('send', 'Deliver a message.', {
    inputSchema: { type: 'object', properties: { channel: { type: 'string', description: 'Where to post' } } },
  }),
];
const search = async (text: string, options: RankerMinisearchOptions = {}): Promise<RankAnswer> =>
  (await createMinisearchRanker(options).index(tools)).search({ text, limit: 3 });
const first = async (text: string, options?: RankerMinisearchOptions): Promise<string | undefined> =>
  (await search(text, options)).hits[0]?.id.split(':').at(-1);

describe('ranker-minisearch', () => {
  it.each([
    ['creating an issue', 'createIssue'],
    ['createissue', 'createIssue'],
    ['tickets', 'createIssue'],
    ['github branch', 'list_branches'],
    ['ubersetzt', 'translate'],
    ['文章', 'translate'],
    ['channel', 'send'],
    ['translaet', 'translate'],
    ['deliv', 'send'],
  ])('finds for "%s" the tool %s', async (text, name) => {
    expect(await first(text)).toBe(name);
  });

  it('corrects nothing when it is told not to be lenient', async () => {
    expect((await search('translaet', { lenient: false })).hits).toEqual([]);
  });

  it('names the words that nothing contains and marks the answer as weak', async () => {
    const answer = await search('order a pepperoni pizza in the repository');
    expect(answer.unmatched).toEqual(expect.arrayContaining(['pepperoni', 'pizza']));
    expect(answer.weak).toBe(true);
    expect((await search('show branches')).weak).toBe(false);
    expect((await search('show branches', { weakBelow: 1 })).confidence).toBeGreaterThan(0.5);
  });

  it('takes names of properties of every object for words', async () => {
    for (const text of ['constructor', '__proto__', 'toString hasOwnProperty']) expect((await search(text)).weak).toBe(true);
    const index = await createMinisearchRanker().index([tool('constructor', 'Builds __proto__ toString.')]);
    expect((await index.search({ text: '__proto__ constructor', limit: 1 })).hits).toHaveLength(1);
  });
});
