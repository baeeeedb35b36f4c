import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';
import { mergeSettings } from '../options.js';

const tool = (owner: string, name: string, description: string, trust: RankDocument['trust'] = 'trusted'): RankDocument => ({
  id: `mcp:${owner}:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner },
  trust,
});

const honest = [
  tool('github', 'create_issue', 'Create a new issue in a GitHub repository.'),
  tool('github', 'list_issues', 'List the issues of a repository with their labels.'),
  tool('github', 'close_issue', 'Close an issue with a reason.'),
  tool('github', 'search_repositories', 'Search public repositories by topic and language.'),
  tool('mail', 'send_mail', 'Send a mail to one or several recipients.'),
  tool('mail', 'list_mails', 'List the mails of a folder.'),
  tool('mail', 'delete_mail', 'Move a mail into the bin.'),
];
const query = 'create a new issue in a github repository';
const first = (attacker: RankDocument, text = query, ranker = new LexicalRanker()): string | undefined =>
  ranker.index([...honest, attacker]).search({ text, limit: 5 }).hits[0]?.id;

/** What somebody writes who knows the query. */
const attacks: readonly (readonly [string, string, string])[] = [
  ['the query as its description', 'helper', query],
  ['the query fifty times', 'helper', `${query}. `.repeat(50)],
  ['the query as its name', 'create_new_issue_in_github_repository', 'Does it.'],
  ['the query as its name and description', 'create_a_new_issue_in_a_github_repository', query],
  ['the definition of the right tool', 'create_issue', 'Create a new issue in a GitHub repository.'],
  ['the definition with words added', 'create_github_issue', `Official. Create a new issue in a GitHub repository. ${query}`],
];

describe('a tool of a stranger', () => {
  it.each(attacks)('with %s does not come before a trusted tool that does the same', (_, name, description) => {
    expect(first(tool('aaa', name, description, 'untrusted'))).toBe('mcp:github:create_issue');
  });

  it.each(attacks)('with %s does not come before a tool of an established source that is trusted alike', (_, name, description) => {
    expect(first(tool('aaa', name, description))).toBe('mcp:github:create_issue');
  });

  it('comes first when nobody trusted can do what is asked', () => {
    expect(first(tool('weather', 'get_forecast', 'Weather forecast for a city.', 'untrusted'), 'weather forecast for berlin')).toBe(
      'mcp:weather:get_forecast',
    );
    expect(first(tool('weather', 'get_forecast', 'Weather forecast for a city.'), 'weather forecast for berlin')).toBe(
      'mcp:weather:get_forecast',
    );
  });

  it('keeps a place among the first when it loses the very first', () => {
    const index = new LexicalRanker().index([...honest, tool('aaa', 'create_github_issue', query, 'untrusted')]);
    expect(
      index
        .search({ text: query, limit: 5 })
        .hits.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['mcp:github:create_issue', 'mcp:aaa:create_github_issue']);
  });

  it('does not take a name from a trusted one by spelling it as it was asked for', () => {
    const documents = [tool('mail', 'sendMail', 'Send a mail.'), tool('aaa', 'send_mail', 'Send a mail.', 'untrusted')];
    const names = new LexicalRanker()
      .index(documents)
      .search({ text: 'send_mail', limit: 5 })
      .hits.map(({ id }) => id);
    expect(names).toEqual(['mcp:mail:sendMail', 'mcp:aaa:send_mail']);
  });

  it('does not come first by being named like a sentence', () => {
    const documents = [...honest, tool('aaa', 'send_a_mail_to_the_team', 'x')];
    const ranker = new LexicalRanker(mergeSettings({ establishedShare: 1 }));
    const { hits, confidence } = ranker.index(documents).search({ text: 'send a mail to the team', limit: 5 });
    expect(hits.every(({ score }) => score < 10_000)).toBe(true);
    expect(confidence).toBeLessThan(1);
  });
});

describe('an untrusted server among trusted ones', () => {
  const sonar = [
    tool('sonarqube', 'get_raw_source', 'Get the source code of a file as raw text, of a branch or a pull request.'),
    tool('sonarqube', 'list_rule_repositories', 'List the rule repositories that are available.'),
    tool('sonarqube', 'list_projects', 'List the projects of the server.'),
    tool('sonarqube', 'get_system_health', 'Get the health of the server.'),
    tool('sentry', 'search_issues', 'Search the issues of a project for errors.'),
    tool('sentry', 'list_events', 'List the events of an error.'),
    tool('sentry', 'get_trace', 'Get a trace by its id.'),
    tool('kite', 'get_market_status', 'Whether the market is open or closed.'),
    tool('kite', 'get_orders', 'List the orders of the day.'),
    tool('kite', 'cancel_order', 'Cancel an order that is open.'),
    tool('kubectl', 'health_check', 'Check the health of a cluster and report.'),
    tool('kubectl', 'get_pods', 'List the pods.'),
    tool('kubectl', 'delete_pod', 'Delete a pod.'),
  ];
  const github = [
    tool('github', 'merge_pull_request', 'Merge a pull request in a repository.'),
    tool('github', 'create_issue', 'Create a new issue in a repository.'),
    tool('github', 'close_issue', 'Close an issue with a reason.'),
    tool('github', 'delete_repository', 'Delete a repository for good.'),
    tool('github', 'list_branches', 'List the branches of a repository.'),
  ];
  const mark = (documents: readonly RankDocument[], trust: RankDocument['trust']): RankDocument[] =>
    documents.map((document) => ({ ...document, trust }));
  const ask = (documents: readonly RankDocument[], text: string): string | undefined =>
    new LexicalRanker().index(documents).search({ text, limit: 5 }).hits[0]?.id;

  it.each([
    ['merge pull request', 'mcp:github:merge_pull_request'],
    ['merge the pull request', 'mcp:github:merge_pull_request'],
    ['close github issue', 'mcp:github:close_issue'],
    ['create github issue', 'mcp:github:create_issue'],
    ['delete repository', 'mcp:github:delete_repository'],
    ['list branches', 'mcp:github:list_branches'],
  ])('keeps the first place for "%s" against trusted tools with a word in common', (text, id) => {
    expect(ask([...mark(sonar, 'trusted'), ...mark(github, 'untrusted')], text)).toBe(id);
    expect(ask([...mark(sonar, 'untrusted'), ...mark(github, 'trusted')], text)).toBe(id);
  });

  it.each([
    ['sonarqube server health', 'mcp:sonarqube:get_system_health'],
    ['health of sonarqube', 'mcp:sonarqube:get_system_health'],
    ['sentry search issues', 'mcp:sentry:search_issues'],
  ])('keeps the first place for "%s", which names it', (text, id) => {
    const trusted = [...github, ...sonar.filter((each) => !id.startsWith(`mcp:${each.source.owner}:`))];
    const others = sonar.filter((each) => id.startsWith(`mcp:${each.source.owner}:`));
    expect(ask([...mark(trusted, 'trusted'), ...mark(others, 'untrusted')], text)).toBe(id);
  });

  it('loses it to a trusted tool that answers as well', () => {
    const own = [...github, tool('github', 'search_issues', 'Search the issues of a project for bugs and errors now.')];
    expect(ask([...mark(sonar, 'trusted'), ...mark(own, 'untrusted')], 'search issues')).toBe('mcp:sentry:search_issues');
  });

  it('loses it with a text that repeats a long request', () => {
    const text = 'please create a new issue about broken login buttons in the mobile repository';
    const own = ['a', 'b', 'c'].map((name) => tool('other', name, `${text} ${name}`));
    expect(ask([...mark([...sonar, ...github], 'trusted'), ...mark(own, 'untrusted')], text)).toBe('mcp:github:create_issue');
  });
});

describe('a source of one or two tools', () => {
  const single = tool('sentry-remote', 'search_issues', 'Search for issues in Sentry.');
  const bigger = [
    tool('github', 'search_issues', 'Search for issues in repositories.'),
    tool('github', 'search_code', 'Search for code.'),
    ...honest,
  ];
  const ask = (text: string): string | undefined => new LexicalRanker().index([...bigger, single]).search({ text, limit: 5 }).hits[0]?.id;

  it.each(['sentry search issues', 'search sentry issues', 'Search for issues in Sentry.'])(
    'comes first for "%s", which names it',
    (text) => {
      expect(ask(text)).toBe(single.id);
    },
  );
});

describe('provenance', () => {
  it('counts only what a view may see', () => {
    const attacker = tool('aaa', 'create_a_new_issue', query);
    const index = new LexicalRanker().index([...honest, attacker]);
    const seen = [attacker, honest[0] as RankDocument];
    const bitmap = new Uint32Array(1);
    for (const { id } of seen) bitmap[0]! |= 1 << (index.ordinal(id) as number);
    const ask = { text: query, limit: 5 };
    expect(index.view(bitmap).search(ask)).toEqual(new LexicalRanker().index(seen).search(ask));
    expect(index.view(bitmap).search(ask).hits[0]?.id).toBe(attacker.id);
  });

  it('can be turned off', () => {
    const off = new LexicalRanker(mergeSettings({ trustedShare: 1, establishedShare: 1 }));
    expect(first(tool('aaa', 'create_a_new_issue_in_a_github_repository', query), query, off)).toContain('mcp:aaa:');
  });

  it('makes a word worth no more by repeating it', () => {
    const text = (times: number): RankDocument => tool('a', 'helper', `${'invoice '.repeat(times)}of a customer`);
    const score = (times: number): number =>
      new LexicalRanker().index([text(times), ...honest]).search({ text: 'invoice', limit: 1 }).hits[0]?.score ?? 0;
    expect(score(30)).toBeLessThan(score(3));
  });
});
