import type { RankAnswer, RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';

const tool = (owner: string, name: string, extra: Partial<RankDocument> = {}): RankDocument => ({
  id: `mcp:${owner}:${name}`,
  name,
  description: '',
  source: { kind: 'mcp', owner },
  trust: 'trusted',
  ...extra,
});
const ids = ({ hits }: RankAnswer): string[] => hits.map(({ id }) => id.replace(/^mcp:/, ''));

const catalog = new LexicalRanker().index([
  tool('github', 'search_issues', { description: 'Search the issues of repositories.' }),
  tool('sentry-remote', 'search_issues', { description: 'Search grouped errors of an application.', trust: 'untrusted' }),
  tool('kubectl-mcp-server', 'get_logs', { description: 'Logs of a pod.' }),
  tool('okta-mcp-server', 'get_logs', { description: 'Events of an organization.' }),
  tool('database-server', 'list_tables'),
  tool('sqlite-mcp-server', 'list_tables'),
  tool('github', 'list_commits'),
]);
const search = (text: string): string[] => ids(catalog.search({ text, limit: 5 }));

describe('an exact name with its source beside it', () => {
  it.each([
    ['sentry search_issues', 'sentry-remote:search_issues'],
    ['search_issues of Sentry', 'sentry-remote:search_issues'],
    ['"sentry search_issues"', 'sentry-remote:search_issues'],
    ['select: sentry search_issues', 'sentry-remote:search_issues'],
    ['sentry:search_issues', 'sentry-remote:search_issues'],
    ['okta get_logs', 'okta-mcp-server:get_logs'],
    ['get_logs of okta-mcp-server', 'okta-mcp-server:get_logs'],
    ['okta.get_logs', 'okta-mcp-server:get_logs'],
    ['okta__get_logs', 'okta-mcp-server:get_logs'],
    ['kubectl get_logs', 'kubectl-mcp-server:get_logs'],
    ['sqlite list_tables', 'sqlite-mcp-server:list_tables'],
  ])('puts the tool of that source first for %s', (query, id) => {
    expect(search(query)[0]).toBe(id);
  });

  it('takes the source from the same item of a list before the source from another one', () => {
    expect(search('sentry search_issues, github search_issues').slice(0, 2)).toEqual([
      'sentry-remote:search_issues',
      'github:search_issues',
    ]);
    expect(search('search_issues and list_commits of github').slice(0, 2)).toEqual(['github:search_issues', 'github:list_commits']);
  });

  it('lets the other words of the query decide where no source is named', () => {
    expect(search('get_logs for events of my organization')[0]).toBe('okta-mcp-server:get_logs');
    expect(search('get_logs from the pod')[0]).toBe('kubectl-mcp-server:get_logs');
  });

  it('keeps tools of trusted sources first where no source is named', () => {
    expect(search('search_issues about grouped errors')[0]).toBe('github:search_issues');
  });

  it('finds the source among three thousand with the same tool', () => {
    const many = new LexicalRanker().index(Array.from({ length: 3000 }, (_, place) => tool(`svc${place}`, 'create_item')));
    for (const text of ['svc2999 create_item', 'create_item svc2999', 'create_item of svc2999', 'svc2999.create_item']) {
      expect(ids(many.search({ text, limit: 5 }))[0]).toBe('svc2999:create_item');
    }
  });

  it('reports a name behind select: as missing only when it is not found beside its source either', () => {
    expect(catalog.search({ text: 'select: sentry search_issues', limit: 5 }).unmatched).toEqual([]);
    expect(catalog.search({ text: 'select: sentry close_issues', limit: 5 }).unmatched).toContain('sentry close_issues');
  });
});

describe('a list of exact names', () => {
  const files = new LexicalRanker().index(
    ['echo', 'add', 'query', 'fetch', 'read_file', 'read_text_file', 'write_file'].map((name) => tool('files', name)),
  );
  const named = (text: string, count: number): string[] =>
    ids(files.search({ text, limit: 7 }))
      .slice(0, count)
      .map((id) => id.replace('files:', ''));

  it.each([
    ['echo, read_file', ['echo', 'read_file']],
    ['select:echo,read_file', ['echo', 'read_file']],
    ['echo and read_file', ['echo', 'read_file']],
    ['query,fetch,read_file', ['query', 'fetch', 'read_file']],
    ['write_file | echo | add', ['write_file', 'echo', 'add']],
    ['use echo, add, and read_file', ['echo', 'add', 'read_file']],
    ['read_file\nfetch\nquery', ['read_file', 'fetch', 'query']],
    ['read_file, no_such_tool, echo', ['read_file', 'echo']],
    ['`read_file`, `echo`', ['read_file', 'echo']],
    ['add, echo', ['add', 'echo']],
  ])('puts all of %j first, in its order', (query, expected) => {
    expect(named(query, expected.length)).toEqual(expected);
  });

  it('shows every name before the second tool of any of them', () => {
    const shared = new LexicalRanker().index([
      ...Array.from({ length: 9 }, (_, place) => tool(`svc${place}`, 'create_item')),
      tool('svc8', 'list_items'),
    ]);
    expect(ids(shared.search({ text: 'create_item, list_items', limit: 3 }))).toEqual([
      'svc0:create_item',
      'svc8:list_items',
      'svc1:create_item',
    ]);
  });

  it('takes a single word of a sentence for no name', () => {
    expect(named('write the words of an echo with write_file', 1)).toEqual(['write_file']);
  });

  it('is told in the same order, with the same scores, however many are asked for', () => {
    const many = new LexicalRanker().index(
      Array.from({ length: 3_000 }, (_, place) =>
        tool(`acme-server-${place}`, 'list_items', place % 2 === 0 ? { trust: 'untrusted' } : {}),
      ),
    );
    for (const text of ['acme-server-6 list_items', 'list_items', 'list_items, list_items of acme 17']) {
      const { hits } = many.search({ text, limit: 200 });
      expect(hits).toHaveLength(200);
      expect(many.search({ text, limit: 5 }).hits).toEqual(hits.slice(0, 5));
      expect(many.search({ text, limit: 64 }).hits).toEqual(hits.slice(0, 64));
    }
    expect(ids(many.search({ text: 'acme-server-6 list_items', limit: 1 }))).toEqual(['acme-server-6:list_items']);
  });
});
