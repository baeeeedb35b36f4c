import { type ToolDescriptor } from '@toolrack/contracts';
import fc from 'fast-check';
import { fakeTool } from '../test-support/fake-view.js';
import { prettyJson } from '../text/bounded-text.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { batchResponseLimit, fitBatch } from './batch-budget.js';
import { compactCandidate, type CompactCandidate } from './compact-candidate.js';
import { shortCandidate } from './short-candidate.js';
import { shownCandidate } from './shown-candidate.js';

const long = (name: string, input: Partial<ToolDescriptor> = {}): ToolDescriptor =>
  fakeTool(`openclaw:catalog:${name}`, {
    title: `The tool ${name}`,
    description: `Does a thing that takes many words to explain. `.repeat(12),
    inputSchema: { type: 'object', properties: { first: { type: 'string' }, second: { type: 'string' } } },
    ...input,
  });
const many = (count: number, prefix = 'tool'): ToolDescriptor[] =>
  Array.from({ length: count }, (_, index) => long(`${prefix}_${String(index).padStart(2, '0')}`));
const kept = (sizes: readonly number[]): readonly number[] =>
  fitBatch(sizes.map((size, index) => ({ query: `query ${index}`, tools: many(size) }))).answer.results.map(
    (group) => group.candidates.length,
  );

/** The rule in its plain form: render everything as it is shown, drop one, render again. Answers the candidates as they are. */
function naive(found: readonly { query: string; tools: readonly ToolDescriptor[] }[]): string {
  const groups = found.map(({ query, tools }) => {
    const pairs = tools.map((tool) => [shortCandidate(compactCandidate(tool)), tool.trust] as const);
    const short = pairs.filter((pair): pair is readonly [CompactCandidate, ToolDescriptor['trust']] => pair[0] !== undefined);
    return { query, short, truncated: short.length < tools.length };
  });
  for (;;) {
    const isTruncated = groups.some((group) => group.truncated);
    const jsonOf = (form: (candidate: CompactCandidate) => CompactCandidate): string =>
      prettyJson({
        results: groups.map(({ query, short, truncated }) => ({
          query,
          candidates: short.map(([candidate]) => form(candidate)),
          ...(truncated ? { truncated } : {}),
        })),
        ...(isTruncated ? { truncated: true } : {}),
      });
    const json = jsonOf(shownCandidate);
    const isForeign = groups.some((group) => group.short.some(([, trust]) => trust === 'untrusted'));
    const text = isForeign ? wrapUntrusted(json) : json;
    const most = Math.max(...groups.map((group) => group.short.length));
    if (text.length <= 4_000 || most === 0) return jsonOf((candidate) => candidate);
    const lengthOf = (group: (typeof groups)[number]): number => {
      const last = group.short.at(-1)?.[0];
      return last === undefined ? 0 : JSON.stringify(shownCandidate(last)).length;
    };
    const fullest = groups.filter((group) => group.short.length === most);
    const longest = Math.max(...fullest.map(lengthOf));
    const victim = fullest.findLast((group) => lengthOf(group) === longest);
    victim?.short.pop();
    if (victim !== undefined) victim.truncated = true;
  }
}

describe('fitBatch', () => {
  it('trims long groups evenly to a prefix of their ranking [openclaw:case-35] [openclaw:13.3]', () => {
    const tools = many(10);
    const found = Array.from({ length: 5 }, (_, index) => ({ query: `query ${index}`, tools }));
    const { answer, text } = fitBatch(found);
    const counts = answer.results.map((group) => group.candidates.length);
    expect(text.length).toBeLessThanOrEqual(batchResponseLimit);
    expect(answer.truncated).toBe(true);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const group of answer.results) {
      expect(group.truncated).toBe(true);
      expect(group.candidates.map((candidate) => candidate.id)).toEqual(tools.slice(0, group.candidates.length).map((tool) => tool.id));
    }
  });

  it('takes from the fullest group, then from the latest of equal ones [openclaw:13.4]', () => {
    const counts = kept([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    const firstLost = counts.indexOf(0);
    expect(firstLost).toBeGreaterThan(0);
    expect(counts.slice(0, firstLost).every((count) => count === 1)).toBe(true);
    expect(counts.slice(firstLost).every((count) => count === 0)).toBe(true);
    const [first = 0, second = 0] = kept([10, 2]);
    expect(second).toBe(2);
    expect(first).toBeLessThan(10);
  });

  it('takes from the group whose last candidate is longest among equally full ones [openclaw:13.3]', () => {
    const short = fakeTool('openclaw:a:s', { description: 'x' });
    const found = [
      { query: 'a', tools: Array.from({ length: 9 }, () => short) },
      { query: 'b', tools: [...many(8), long('last')] },
    ];
    const counts = fitBatch(found).answer.results.map((group) => group.candidates.length);
    expect(counts[0]).toBeGreaterThanOrEqual(counts[1] as number);
  });

  it('does not flag a group that lost nothing [openclaw:12.2]', () => {
    const { answer } = fitBatch([
      { query: 'none', tools: [] },
      { query: 'one', tools: [fakeTool('openclaw:a:b')] },
    ]);
    expect(answer).not.toHaveProperty('truncated');
    expect(answer.results[0]).toEqual({ query: 'none', candidates: [] });
    expect(answer.results[1]).not.toHaveProperty('truncated');
  });

  it('reads at most 720 characters of a description and shows at most 180 [openclaw:case-38] [openclaw:13.1]', () => {
    const blanks = `start${' '.repeat(2_000_000)}tail`;
    const shown = (description: string): string | undefined =>
      shortCandidate(compactCandidate(fakeTool('openclaw:a:b', { description })))?.description;
    expect(shown(blanks)).toBe('start...');
    expect(shown('a\n b ')).toBe('a b');
    expect(shown('x'.repeat(180))).toBe('x'.repeat(180));
    expect(shown('x'.repeat(181))).toBe(`${'x'.repeat(177)}...`);
    expect(shown('x '.repeat(200))).toHaveLength(180);
    expect(shown(`${'x'.repeat(176)}😀${'y'.repeat(20)}`)).toBe(`${'x'.repeat(176)}...`);
  });

  it('drops a candidate whose name is too long and flags its group [openclaw:case-40] [openclaw:13.2]', () => {
    const huge = fakeTool(`client:client:${'n'.repeat(20_000)}`);
    const { answer } = fitBatch([{ query: 'q', tools: [huge, fakeTool('openclaw:a:b')] }]);
    expect(answer.truncated).toBe(true);
    expect(answer.results[0]).toMatchObject({ truncated: true, candidates: [{ id: 'openclaw:a:b' }] });
  });

  it('keeps optional fields in turn while they fit the allowance [openclaw:13.2]', () => {
    const candidate = compactCandidate(
      fakeTool('mcp:server:tool', { source: { kind: 'mcp', owner: 'server', label: 's'.repeat(1_900) }, title: 't'.repeat(60) }),
    );
    const short = shortCandidate(candidate);
    expect(short?.sourceName).toHaveLength(1_900);
    expect(short?.label).toHaveLength(60);
    expect(short).not.toHaveProperty('mcp');
    expect(shortCandidate({ ...candidate, sourceName: 'server' })?.mcp).toBeUndefined();
    expect(shortCandidate({ ...candidate, label: 'x'.repeat(1_990) })).not.toHaveProperty('label');
  });

  it('counts what stands beside the answer and the wrapper of untrusted text [openclaw:12.4] [openclaw:13.3]', () => {
    const found = [{ query: 'q', tools: many(10) }];
    const whole = fitBatch(found);
    const reserved = fitBatch(found, 1_000);
    expect(reserved.text.length).toBeLessThanOrEqual(3_000);
    expect(reserved.answer.results[0]?.candidates.length).toBeLessThan(whole.answer.results[0]?.candidates.length ?? 0);
    const foreign = [{ query: 'q', tools: many(10).map((tool) => ({ ...tool, trust: 'untrusted' as const })) }];
    expect(fitBatch(foreign).text.length).toBeLessThanOrEqual(batchResponseLimit);
    expect(fitBatch(foreign).text).toContain('SECURITY NOTICE');
  });

  it('lets the echoes of the queries alone pass the budget [openclaw:13.3]', () => {
    const query = '\u0007'.repeat(5_000);
    const { answer, text } = fitBatch([{ query, tools: many(2) }]);
    expect(text.length).toBeGreaterThan(batchResponseLimit);
    expect(answer.results[0]).toEqual({ query, candidates: [], truncated: true });
  });

  it('trims exactly as rendering after each removal does', () => {
    const tool = fc
      .record({
        name: fc.string({ minLength: 1, maxLength: 60 }),
        description: fc.string({ maxLength: 400, unit: 'binary' }),
        kind: fc.constantFrom('openclaw', 'mcp'),
      })
      .map(({ name, description, kind }) => fakeTool(`${kind}:owner:${name}`, { description }));
    const groups = fc.array(fc.record({ query: fc.string(), tools: fc.array(tool, { maxLength: 12 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (found) => {
        expect(prettyJson(fitBatch(found).answer)).toBe(naive(found));
      }),
      { numRuns: 60 },
    );
  });
});
