import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCatalog, parseQueries, readCatalogFile, readUnanswerableFile, resolveGold } from './index.js';

const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

describe('a catalog file', () => {
  it('gives trusted documents with the ids of the file', () => {
    const text = `${lines({ id: 'a__b', name: 'b', source: 'a', description: 'B.', inputSchema: { type: 'object' } })}\n\n${lines({ id: 'c' })}\r\n`;
    expect(parseCatalog(text, 'f')).toEqual([
      {
        id: 'a__b',
        name: 'b',
        description: 'B.',
        source: { kind: 'mcp', owner: 'a' },
        trust: 'trusted',
        inputSchema: { type: 'object' },
      },
      { id: 'c', name: 'c', description: '', source: { kind: 'mcp', owner: 'catalog' }, trust: 'trusted' },
    ]);
  });

  it.each([
    ['{"id":', /^f:1: not valid JSON/u],
    ['[]', /^f:1: must be a JSON object/u],
    ['{"name":"a"}', /^f:1: a tool needs a non-empty "id"/u],
    ['{"id":"a"}\n{"id":"a"}', /^f:2: the id "a" occurs at f:1 already/u],
    ['{"id":"a","description":1}', /"description" must be a string/u],
    ['{"id":"a","inputSchema":[]}', /"inputSchema" must be an object/u],
  ])('refuses %s', (text, message) => {
    expect(() => parseCatalog(text, 'f')).toThrow(
      expect.objectContaining({ code: 'ERR_CONFIG_FILE', message: expect.stringMatching(message) }),
    );
  });

  it('names a file that is not there', async () => {
    await expect(readCatalogFile('/nowhere/catalog.jsonl')).rejects.toMatchObject({
      code: 'ERR_CONFIG_FILE',
      message: expect.stringContaining('/nowhere/catalog.jsonl'),
    });
  });
});

describe('a query file', () => {
  const documents = parseCatalog(lines({ id: 'x:a', name: 'a' }, { id: 'y:a', name: 'a' }, { id: 'x:b', name: 'b' }), 'c');

  it('may name gold tools by id or by a name that is not ambiguous', () => {
    const written = parseQueries(lines({ query: 'q', gold: ['x:a', 'b', 'x:b'], any: true }, { query: 'none', gold: [] }), 'f');
    expect(resolveGold(written, documents)).toEqual({
      queries: [
        { query: 'q', gold: ['x:a', 'x:b'], any: true },
        { query: 'none', gold: [], any: false },
      ],
      problems: [],
    });
  });

  it('says that a query is written twice', () => {
    const query = { query: 'q', gold: ['x:a'] };
    expect(resolveGold(parseQueries(lines(query, query), 'f'), documents).problems).toEqual([
      'f:2: the query "q" is that of f:1; both count',
    ]);
  });

  it('keeps gold tools that are not there as missed and says so', () => {
    const { queries, problems } = resolveGold(parseQueries(lines({ query: 'q', gold: ['gone', 'a'] }), 'f'), documents);
    expect(queries[0]?.gold).toEqual(['gone', 'a']);
    expect(problems).toEqual([
      'f:1: the gold tool "gone" is not in the catalog',
      'f:1: the gold tool "a" is the name of several tools: x:a, y:a',
    ]);
  });

  it.each([
    ['{"gold":[]}', /"query" must be/u],
    ['{"query":"q"}', /"gold" must be/u],
    ['{"query":"q","gold":[1]}', /"gold" must be/u],
    ['{"query":"q","gold":[],"any":1}', /"any" must be/u],
  ])('refuses %s', (text, message) => {
    expect(() => parseQueries(text, 'f')).toThrow(message);
  });

  it('has a plain companion for queries that no tool answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolrack-evaluation-'));
    writeFileSync(join(folder, 'none.txt'), '\uFEFForder a pizza\n\n  book a flight \n');
    expect(await readUnanswerableFile(join(folder, 'none.txt'))).toEqual([
      { query: 'order a pizza', gold: [], any: false },
      { query: 'book a flight', gold: [], any: false },
    ]);
    rmSync(folder, { recursive: true });
  });
});
