import fc from 'fast-check';
import { hermesSession, tool } from '../../test/session.js';
import { planCalls, type PlannerFacts } from './plan-calls.js';
import { plannerFacts } from './run-facts.js';

const facts: PlannerFacts = { isDeferred: (name) => name.startsWith('mcp__'), supportsParallel: (name) => name.startsWith('mcp__docs__') };
const bridged = (name: string, callArguments: unknown = {}) => ({
  name: 'tool_call',
  arguments: { calls: [{ name, arguments: callArguments }] },
});
const direct = (name: string, callArguments: unknown = {}) => ({ name, arguments: callArguments });
const plan = (...calls: Parameters<typeof planCalls>[0]) =>
  planCalls(calls, facts)
    .map(({ mode, calls: positions }) => `${mode === 'parallel' ? 'P' : 'S'}${positions.join('')}`)
    .join(' ');

describe('planCalls', () => {
  it('runs bridged calls of a server that opted in at the same time [hermes:12.1] [hermes:12.3] [hermes:case-121]', () => {
    expect(plan(bridged('mcp__docs__a'), bridged('mcp__docs__b'))).toBe('P01');
    expect(plan(direct('mcp__docs__a'), bridged('mcp__docs__b'))).toBe('P01');
  });

  it('runs those of other servers one after another [hermes:case-122]', () => {
    expect(plan(bridged('mcp__mail__a'), bridged('mcp__mail__b'))).toBe('S01');
  });

  it('takes a malformed tool_call for a barrier [hermes:12.5] [hermes:case-124]', () => {
    const reads = [direct('web_search'), direct('search_files')];
    expect(plan({ name: 'tool_call', arguments: { calls: [{ arguments: {} }] } }, ...reads)).toBe('S0 P12');
    expect(plan({ name: 'tool_call', arguments: '{' }, ...reads)).toBe('S0 P12');
  });

  it('keeps the order around a call that is not safe [hermes:12.6] [hermes:case-125]', () => {
    expect(plan(bridged('mcp__docs__a'), direct('terminal'), bridged('mcp__docs__b'))).toBe('S012');
    expect(
      plan(bridged('mcp__docs__a'), bridged('mcp__docs__b'), direct('terminal'), bridged('mcp__docs__c'), bridged('mcp__docs__d')),
    ).toBe('P01 S2 P34');
  });

  it('takes wrapped core tools for barriers, since they do not run [hermes:12.5] [hermes:case-127]', () => {
    expect(plan(bridged('read_file', { path: 'a' }), bridged('read_file', { path: 'b' }))).toBe('S01');
  });

  it('lets pure connector batches run along; mixed and multi-local ones are barriers [hermes:12.3] [hermes:12.5] [hermes:case-128]', () => {
    const batch = { name: 'tool_call', arguments: { calls: [{ name: 'connectors__a__b' }, { name: 'connectors__a__c' }] } };
    expect(plan(batch, direct('tool_search', { queries: ['x'] }))).toBe('P01');
    expect(plan(batch, { name: 'tool_call', arguments: { calls: [{ name: 'connectors__a__b' }, { name: 'mcp__docs__c' }] } })).toBe('S01');
    expect(plan({ name: 'tool_call', arguments: { calls: [{ name: 'mcp__docs__a' }, { name: 'mcp__docs__c' }] } }, batch)).toBe('S01');
  });

  it('batches look-ups of the bridge like other reads [hermes:12.3]', () => {
    expect(plan(direct('tool_search'), direct('tool_describe'), direct('web_search'))).toBe('P012');
  });

  it('never runs clarify and the managers in parallel [hermes:12.2]', () => {
    for (const name of ['clarify', 'manage_connections', 'manage_catalog'])
      expect(plan(direct('web_search'), direct(name), direct('web_search'))).toBe('S012');
  });

  it('admits files by their path; a writer conflicts with any overlap [hermes:12.4]', () => {
    const read = (path: unknown) => direct('read_file', { path });
    const write = (path: unknown) => direct('write_file', { path });
    expect(plan(read('a'), read('a'))).toBe('P01');
    expect(plan(read('a'), write('b'))).toBe('P01');
    expect(plan(read('a'), write('a'))).toBe('S01');
    expect(plan(write('src'), direct('patch', { path: './src/x.ts' }))).toBe('S01');
    expect(plan(read('a'), read('b'), write('a/../b'), read('c'))).toBe('P01 P23');
    expect(plan(write('/abs/x'), write('x'))).toBe('S01');
    expect(plan(read(undefined), read('a'))).toBe('S01');
    expect(plan(write('srcx'), write('src'))).toBe('P01');
  });

  it('takes arguments that cannot be parsed for a barrier [hermes:12.5]', () => {
    expect(plan(direct('web_search', '{'), direct('web_search'))).toBe('S01');
  });

  it('keeps every call once and in order, and merges runs [hermes:12.6]', () => {
    const call = fc.constantFrom(
      direct('web_search'),
      direct('terminal'),
      bridged('mcp__docs__a'),
      bridged('nope'),
      direct('read_file', { path: 'a' }),
      direct('patch', { path: 'a' }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
        const segments = planCalls(calls, facts);
        expect(segments.flatMap((segment) => segment.calls)).toEqual(calls.map((_, index) => index));
        for (const [index, segment] of segments.entries()) {
          if (segment.mode === 'parallel') expect(segment.calls.length).toBeGreaterThan(1);
          else expect(segments[index + 1]?.mode).not.toBe('sequential');
        }
      }),
    );
  });
});

describe('plannerFacts', () => {
  it('reads deferral from a run and parallel sources from patterns', () => {
    const { entries } = hermesSession([
      tool('mcp:docs:a'),
      tool('mcp:docs:b', { execution: 'sequential' }),
      tool('mcp:mail:c'),
      tool('openclaw:core:terminal'),
    ]);
    const read = plannerFacts(entries, ['mcp:docs']);
    expect(['mcp__docs__a', 'terminal', 'nope'].map((name) => read.isDeferred(name))).toEqual([true, false, false]);
    expect(['mcp__docs__a', 'mcp__docs__b', 'mcp__mail__c', 'nope'].map((name) => read.supportsParallel(name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(plannerFacts(entries).supportsParallel('mcp__docs__a')).toBe(false);
  });
});
