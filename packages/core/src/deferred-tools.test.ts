import fc from 'fast-check';
import type { CatalogEntry } from '@toolrack/contracts';
import { deferredTools, normaliseTool } from './index.js';

const given = fc.record({
  owner: fc.constantFrom('a', 'b', 'c'),
  name: fc.constantFrom('x', 'y', 'z'),
  trust: fc.constantFrom('trusted' as const, 'untrusted' as const),
  isRenamed: fc.boolean(),
  direct: fc.boolean(),
  searchable: fc.boolean(),
});
const catalog = fc.uniqueArray(given, { selector: ({ owner, name }) => `${owner}:${name}`, maxLength: 9 }).map((list) => {
  const taken = new Set<string>();
  return list.map(({ owner, name, trust, isRenamed, direct, searchable }): CatalogEntry => {
    const made = normaliseTool({ name, description: `${owner} ${name}` }, { kind: 'mcp', owner }, trust);
    if ('reason' in made) throw new Error(made.reason);
    const callName = isRenamed || taken.has(name) ? `${owner}__${name}` : name;
    taken.add(callName);
    return { tool: made.tool, callName, direct, searchable };
  });
});

describe('deferredTools', () => {
  it('counts every tool that is found by search alone, by source', () => {
    fc.assert(
      fc.property(catalog, fc.boolean(), (entries, hasOwnNames) => {
        const { total, bySource } = deferredTools(entries, hasOwnNames);
        const deferred = entries.filter(({ direct, searchable }) => searchable && !direct);
        expect(total).toBe(deferred.length);
        for (const owner of ['a', 'b', 'c']) {
          expect(bySource.get(`mcp:${owner}`) ?? 0).toBe(deferred.filter(({ tool }) => tool.source.owner === owner).length);
        }
      }),
    );
  });

  it('names the trusted ones, and by the names of their sources only where no other trusted tool has the name', () => {
    fc.assert(
      fc.property(catalog, fc.boolean(), (entries, hasOwnNames) => {
        const isAlone = ({ tool }: CatalogEntry): boolean =>
          entries.filter((other) => other.tool.name === tool.name && other.tool.trust === 'trusted').length === 1;
        const expected = entries.filter(
          (entry) => entry.searchable && !entry.direct && entry.tool.trust === 'trusted' && (!hasOwnNames || isAlone(entry)),
        );
        expect(deferredTools(entries, hasOwnNames).eligible).toEqual(
          expected.map(({ tool: { id, name, description, source }, callName }) => ({ id, name, callName, description, source })),
        );
      }),
    );
  });

  const entry = (kind: string, owner: string, name: string, trust: 'trusted' | 'untrusted', callName = name): CatalogEntry => {
    const made = normaliseTool({ name }, { kind, owner }, trust);
    if ('reason' in made) throw new Error(made.reason);
    return { tool: made.tool, callName, direct: false, searchable: true };
  };
  const rows = (...entries: CatalogEntry[]): string[] => deferredTools(entries, true).eligible.map(({ id }) => id);

  it('lets no server take the row of a tool of the host away', () => {
    const cron = entry('openclaw', 'core', 'cron', 'trusted');
    expect(rows(cron, entry('mcp', 'evil', 'cron', 'untrusted', 'evil__cron'))).toEqual(['openclaw:core:cron']);
    expect(rows(cron, entry('mcp', 'files', 'cron', 'trusted', 'files__cron'))).toEqual(['openclaw:core:cron']);
    expect(rows(cron, entry('other', 'evil', 'cron', 'untrusted', 'evil__cron'))).toEqual(['openclaw:core:cron']);
    expect(rows(entry('mcp', 'files', 'cron', 'trusted'), entry('mcp', 'evil', 'cron', 'untrusted', 'evil__cron'))).toEqual([
      'mcp:files:cron',
    ]);
  });

  it('gives none to a name that two tools of the host share, or one of them and one of the caller', () => {
    const cron = entry('openclaw', 'core', 'cron', 'trusted');
    expect(rows(cron, entry('openclaw', 'plugin', 'cron', 'trusted', 'plugin__cron'))).toEqual([]);
    expect(rows(cron, entry('client', 'client', 'cron', 'untrusted', 'client__cron'))).toEqual([]);
  });
});
