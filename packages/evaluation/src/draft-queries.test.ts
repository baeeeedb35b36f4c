import { draftQueries } from './index.js';

const search = (query: string, hits: string[], scopeId = 's') => ({ type: 'search', scopeId, query, hits }) as const;
const call = (toolId: string, more: object = {}) => ({ type: 'call', scopeId: 's', toolId, isError: false, ...more }) as const;

describe('drafting queries from an activity log', () => {
  it('takes searches that were followed by a successful call of the same run', () => {
    const drafts = draftQueries([
      { type: 'run' },
      search('open an issue', ['x:create_issue']),
      search('mail', ['x:send'], 'other'),
      call('x:create_issue'),
      search('never used', ['x:b']),
      { type: 'end' },
    ]);
    expect(drafts).toEqual([{ query: 'open an issue', gold: ['x:create_issue'], any: true, seen: 1 }]);
  });

  it('leaves out calls that failed or were not run, and calls without a search', () => {
    const records = [call('x:a'), search('q', ['x:a']), call('x:a', { isError: true }), call('x:a', { servedBy: 'nobody' })];
    expect(draftQueries(records)).toEqual([]);
  });

  it('puts a call to the search that had found its tool, else to the latest search', () => {
    const records = [search('first', ['x:a']), search('second', ['x:b']), call('x:a'), call('x:c')];
    expect(draftQueries(records).map(({ query, gold }) => [query, gold])).toEqual([
      ['first', ['x:a']],
      ['second', ['x:c']],
    ]);
  });

  it('joins queries that differ in case and space, and counts them', () => {
    const records = [search(' Open  Issue', ['a']), call('a'), search('open issue', ['b']), call('b'), call('b')];
    expect(draftQueries(records)).toEqual([{ query: 'Open Issue', gold: ['a', 'b'], any: true, seen: 3 }]);
  });

  it('survives records of any form', () => {
    expect(draftQueries([{ type: 'search' }, { type: 'call' }, search('', []), call('a')])).toEqual([]);
  });
});
