import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from './lexical-ranker.js';

const tool = (owner: string, name: string, description = '', extra: Partial<RankDocument> = {}): RankDocument => ({
  id: `mcp:${owner}:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner },
  trust: 'trusted',
  ...extra,
});

const names = (documents: readonly RankDocument[], text: string, limit = 5): string[] => {
  const hits = new LexicalRanker().index(documents).search({ text, limit }).hits;
  return hits.map((hit) => documents.find((document) => document.id === hit.id)?.name ?? '?');
};

const forge = [
  tool('forge', 'repo.list', 'List repositories.'),
  tool('forge', 'repo/create', 'Create a repository.'),
  tool('forge', 'issue-comment.add', 'Add a comment to an issue.'),
  tool('forge', 'create_issue', 'Create an issue.'),
  tool('forge', 'list_issues', 'List the issues of a repository.'),
  tool('errors', 'search_errors', 'Find the latest errors of an application.'),
  tool('mail', 'sendMail', 'Send an email message.'),
  tool('web', 'openGitHub', 'Open a page on GitHub.'),
];

describe('LexicalRanker', () => {
  it.each(['repo.list', 'repo_list', 'repo/list', 'repo-list', 'forge__repo_list', 'mcp:forge:repo.list'])(
    'puts the tool that %s names first',
    (query) => {
      expect(names(forge, query)[0]).toBe('repo.list');
    },
  );

  it('puts all tools that a query names first, in its order', () => {
    expect(names(forge, 'use create_issue and then repo.list').slice(0, 2)).toEqual(['create_issue', 'repo.list']);
    expect(names(forge, 'select:list_issues,sendmail').slice(0, 2)).toEqual(['list_issues', 'sendMail']);
  });

  it('finds plurals, camel case in one word, and parts of it', () => {
    expect(names(forge, 'issue')).toContain('list_issues');
    expect(names(forge, 'sendmail')[0]).toBe('sendMail');
    expect(names(forge, 'send mail')[0]).toBe('sendMail');
    expect(names(forge, 'github')[0]).toBe('openGitHub');
  });

  it('corrects a word only when it matches nothing', () => {
    expect(names(forge, 'creat isue')[0]).toBe('create_issue');
    const answer = new LexicalRanker().index(forge).search({ text: 'isue zebra', limit: 5 });
    expect(answer.unmatched).toEqual(['zebra']);
  });

  it('brings every ability of a request into the first five', () => {
    const many = [
      ...forge,
      ...['list', 'count', 'group', 'watch', 'resolve', 'assign'].map((verb) =>
        tool('errors', `${verb}_errors`, `${verb} the latest errors.`),
      ),
    ];
    const found = names(many, 'find the latest errors and open an issue for the worst');
    expect(found).toContain('create_issue');
    expect(found.some((name) => name.endsWith('_errors'))).toBe(true);
  });

  it('answers nothing when nothing matches', () => {
    const answer = new LexicalRanker().index(forge).search({ text: 'zebra', limit: 5 });
    expect(answer).toMatchObject({ hits: [], unmatched: ['zebra'], confidence: 0, weak: true });
  });

  it('ranks by words of other scripts', () => {
    const chinese = [tool('wx', 'send_message', '向联系人发送消息'), tool('doc', 'parse_pdf', '解析 PDF 文件')];
    expect(names(chinese, '发送消息')[0]).toBe('send_message');
    expect(names(chinese, '解析pdf')[0]).toBe('parse_pdf');
    expect(names(chinese, 'pdf')).toEqual(['parse_pdf']);
  });
});

describe('a hostile text', () => {
  it.each([
    ['a query of spaces', `${' '.repeat(400_000)}a`],
    ['a query of stops', `${'.'.repeat(400_000)}a`],
    ['a query of quotation marks', `${'"'.repeat(400_000)}a`],
    ['a query of commas', `${',a'.repeat(200_000)}`],
    ['a word without end', 'aB'.repeat(200_000)],
  ])('costs little: %s', (_, text) => {
    const index = new LexicalRanker().index(forge);
    const start = performance.now();
    index.search({ text, limit: 5 });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('costs little in a tool', () => {
    const texts = [' '.repeat(300_000), '.'.repeat(300_000), 'aB'.repeat(150_000), '消'.repeat(300_000)];
    const documents = texts.map((text, place) => tool('x', `t${place}${text}`, `${text}a`, { title: text }));
    const start = performance.now();
    expect(new LexicalRanker().index([...documents, ...forge]).search({ text: 'create issue', limit: 1 }).hits[0]?.id).toBe(
      'mcp:forge:create_issue',
    );
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('does not believe a long story for its length', () => {
    const tools = [
      tool('a', 'create_issue', 'Create an issue in a repository.'),
      tool('a', 'list_files', 'List the files of a folder.'),
      tool('b', 'send_mail', 'Send a mail to a person.'),
      tool('c', 'get_weather', 'Weather forecast for a city and a day.'),
    ];
    const text =
      'My grandmother planted tulips beside the old harbour wall, and every spring sailors brought lanterns, bread and honey to the garden; ' +
      'one weather changed the city, the person sang ballads, drank cider, carved wooden dolphins and painted murals';
    expect(new LexicalRanker().index(tools).search({ text, limit: 3 }).weak).toBe(true);
  });
});
