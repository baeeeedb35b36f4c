import type { RankDocument } from '@toolrack/contracts';
import fc from 'fast-check';
import { makeRanker } from '../ranker-lexical.js';
import { BagIndex } from './bag-index.js';
import { bagText } from './bag-document.js';
import { bagTokens } from './bag-tokens.js';
import { defaultBagSettings, type BagSettings } from './bag-settings.js';

const tool = (owner: string, name: string, description = '', parameters: readonly string[] = []): RankDocument => ({
  id: `mcp:${owner}:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner },
  trust: 'trusted',
  inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((key) => [key, { type: 'string' }])) },
});
const build = (documents: readonly RankDocument[], settings: Partial<BagSettings> = {}): BagIndex => {
  const index = new BagIndex({ ...defaultBagSettings, ...settings });
  index.build(documents);
  return index;
};
const names = (documents: readonly RankDocument[], text: string, limit = 5, settings: Partial<BagSettings> = {}) =>
  build(documents, settings)
    .search({ text, limit })
    .hits.map(({ id }) => id.split(':')[2]);

const catalog = [
  tool('github', 'create_issue', 'Create a new issue in a repository.', ['title']),
  tool('github', 'list_issues', 'List issues of a repository.'),
  tool('slack', 'post_message', 'Send a message to a channel.', ['channel']),
  tool('linear', 'save_ticket', 'Create or update a ticket.'),
];

describe('recipe hermes', () => {
  it.each([
    ['getURLs', ['geturl']],
    ['create_issue', ['creat', 'issu']],
    ['channelId', ['channelid']],
    ['HTTP2Server', ['http2server']],
    ['v1.2', ['v1', '2']],
    ['café', ['caf']],
    ['消息', []],
    ["it's", ['it', 's']],
    ['universities university universe', ['univers', 'univers', 'univers']],
  ])('makes the tokens of %s as specified [hermes:6.1]', (text, tokens) => {
    expect(bagTokens(text)).toEqual(tokens);
  });

  it('puts the name, the source label and top-level parameter names into one bag [hermes:6.2]', () => {
    expect(bagTokens(bagText(tool('my-server', 'do_it', 'Text.', ['when'])))).toEqual(bagTokens('my server do it my-server Text when'));
    expect(bagTokens(bagText(tool('github', 'do_it', 'Text.')))).toEqual(bagTokens('github do it Text'));
  });

  it('finds the tool that creates GitHub issues first [hermes:case-52]', () => {
    expect(names(catalog, 'create a github issue')[0]).toBe('create_issue');
  });

  it('respects the limit [hermes:case-53]', () => {
    expect(names(catalog, 'repository', 1)).toHaveLength(1);
    expect(build(catalog).search({ text: 'repository', limit: 0 }).hits).toEqual([]);
  });

  it('matches plurals [hermes:case-55]', () => {
    expect(names(catalog, 'issues').sort()).toEqual(['create_issue', 'list_issues']);
  });

  it('admits only tools with the rarest word [hermes:6.4] [hermes:case-56]', () => {
    const more = [...catalog, tool('linear', 'list_issue_states', 'List issue states.')];
    expect(names(more, 'linear issue slack')).toEqual(['post_message']);
  });

  it('answers nothing when no tool has enough of the words [hermes:6.5] [hermes:14.2] [hermes:case-58]', () => {
    const spread = ['run', 'shell', 'command', 'execute', 'code'].map((word) => tool('x', `a_${word}`, 'Other text.'));
    expect(names(spread, 'run shell command execute code')).toEqual([]);
  });

  it('has no floor below four known words [hermes:case-59]', () => {
    expect(names(catalog, 'list issues')).toContain('list_issues');
    expect(names(catalog, 'send message')).toEqual(['post_message']);
  });

  it('puts an exact name before shorter siblings at limit 1 [hermes:6.6] [hermes:14.3] [hermes:case-61]', () => {
    const siblings = [tool('a', 'get_issue_comments', 'Comments.'), tool('a', 'get_issue', 'Get issue issue issue.')];
    expect(names(siblings, 'mcp__a__get_issue_comments', 1)).toEqual(['get_issue_comments']);
    expect(names(siblings, 'get_issue_comments', 1)).toEqual(['get_issue_comments']);
  });

  it('puts an exact name of one word before names that begin with it [hermes:case-62]', () => {
    const accounts = [tool('cf', 'accounts_list', 'accounts accounts'), tool('cf', 'accounts', 'All of them.')];
    expect(names(accounts, 'accounts')[0]).toBe('accounts');
  });

  it('takes a leaf name as exact too [hermes:6.7] [hermes:14.3]', () => {
    const tools = [tool('github', 'mcp__github__create_issue', 'x'), tool('linear', 'create', 'create issue create issue')];
    expect(names(tools, 'create_issue', 1)).toEqual(['mcp__github__create_issue']);
  });

  it('scores as the formula says and keeps ties in the order of the catalog, which is that of ids [hermes:6.3] [hermes:6.8]', () => {
    const tools = [tool('s', 'bb', 'word'), tool('s', 'aa', 'word'), tool('s', 'cc', 'other thing')];
    const { hits } = build(tools).search({ text: 'word word', limit: 5 });
    expect(hits.map(({ id }) => id)).toEqual(['mcp:s:aa', 'mcp:s:bb']);
    const lengths = tools.map((each) => bagTokens(bagText(each)).length);
    const average = lengths.reduce((sum, length) => sum + length, 0) / tools.length;
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const contribution = (idf * (1 * 2.5)) / (1 + 1.5 * (1 - 0.75 + (0.75 * (lengths[0] as number)) / average));
    expect(hits[0]?.score).toBeCloseTo(2 * contribution, 6);
  });

  it('gives the same tokens cold and warm [hermes:case-64]', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `running${index % 19_000}`);
    const cold = words.map((word) => bagTokens(word)[0]);
    expect(words.map((word) => bagTokens(word)[0])).toEqual(cold);
  });

  it('reaches the tools of a server by its name, and only them [hermes:case-65]', () => {
    expect(names(catalog, 'linear')).toEqual(['save_ticket']);
  });

  it('does not match the prefix of names [hermes:case-67]', () => {
    expect(names(catalog, 'mcp message')).toEqual([]);
  });

  it('does not match inside of words [hermes:6.7] [hermes:case-68]', () => {
    expect(names(catalog, 'hub')).toEqual([]);
  });

  it('empties a group for one word that no tool has, unless the rule is off', () => {
    expect(names(catalog, 'create the ticket')).toEqual([]);
    expect(names(catalog, 'create the ticket', 5, { rarestWord: false })[0]).toBe('save_ticket');
    expect(build(catalog).search({ text: 'create the ticket', limit: 5 }).unmatched).toEqual(['the']);
  });

  it('takes leaf names as exact only when it is told to', () => {
    expect(names(catalog, 'post_message zebra', 5)).toEqual([]);
    expect(names(catalog, 'post_message', 1, { leafNames: false, rarestWord: false })).toEqual(['post_message']);
    const first = build(catalog, { leafNames: false }).search({ text: 'post_message', limit: 1 }).hits[0];
    expect(first?.score).toBeLessThan(10_000);
  });

  it('scores by the formula, over one bag and over a view of it', () => {
    const words = fc.constantFrom('create', 'list', 'issue', 'message', 'mail', 'the', 'error', 'errors');
    const phrase = fc.array(words, { maxLength: 10 }).map((list) => list.join(' '));
    const documents = fc
      .uniqueArray(fc.tuple(fc.nat(200), phrase), { selector: ([number]) => number, maxLength: 40 })
      .map((list) => list.map(([number, text]) => tool('s', `t${number}`, text)));
    fc.assert(
      fc.property(documents, phrase, fc.infiniteStream(fc.boolean()), (all, text, coin) => {
        const allowed = all.filter(() => coin.next().value as boolean);
        const index = build(all);
        const bitmap = new Uint32Array(Math.ceil(index.ordinals / 32));
        for (const { id } of allowed) bitmap[(index.ordinal(id) as number) >>> 5]! |= 1 << ((index.ordinal(id) as number) & 31);
        const answer = index.view(bitmap).search({ text, limit: 50 });
        expect(answer).toEqual(build(allowed).search({ text, limit: 50 }));
        expect(answer.hits.map(({ id }) => id)).toEqual(naive(allowed, text));
        const changed = build([]);
        changed.apply({ remove: [], add: all });
        changed.apply({ remove: all.filter((each) => !allowed.includes(each)).map(({ id }) => id), add: [] });
        expect(changed.search({ text, limit: 50 })).toEqual(answer);
      }),
      { numRuns: 150 },
    );
  });

  it('is what the plugin provides for the recipe', () => {
    expect(makeRanker({ recipe: 'hermes' }).name).toBe('lexical-hermes');
    expect(makeRanker().name).toBe('lexical');
  });
});

/** Ranks by reading every bag. */
function naive(documents: readonly RankDocument[], text: string): string[] {
  const tokens = bagTokens(text);
  const bags = documents.map((document) => bagTokens(bagText(document)));
  const average = Math.max(1, bags.reduce((sum, bag) => sum + bag.length, 0) / documents.length);
  const idf = (token: string): number => {
    const frequency = bags.filter((bag) => bag.includes(token)).length;
    return Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
  };
  const distinct = [...new Set(tokens)];
  const rarest = distinct.reduce((best, token) => (idf(token) > idf(best) ? token : best), distinct[0] ?? '');
  const known = distinct.filter((token) => bags.some((bag) => bag.includes(token)));
  const floor = known.length < 4 ? 1 : Math.ceil(known.length / 2);
  return documents
    .map((document, place) => {
      const bag = bags[place] as string[];
      const earned = tokens.map((token) => {
        const frequency = bag.filter((each) => each === token).length;
        return (idf(token) * frequency * 2.5) / (frequency + 1.5 * (0.25 + (0.75 * bag.length) / average));
      });
      const admitted = bag.includes(rarest) && known.filter((token) => bag.includes(token)).length >= floor;
      return { id: document.id, admitted, score: earned.reduce((sum, value) => sum + value, 0) };
    })
    .filter(({ admitted }) => admitted)
    .sort((left, right) => (Math.abs(left.score - right.score) < 1e-9 ? (left.id < right.id ? -1 : 1) : right.score - left.score))
    .map(({ id }) => id);
}
