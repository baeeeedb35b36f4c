import { fakeTool } from '../test-support/fake-view.js';
import { fitScalar, scalarResponseLimit } from './scalar-budget.js';

const described = (name: string, length: number) => fakeTool(`openclaw:a:${name}`, { description: 'd'.repeat(length) });

describe('fitScalar', () => {
  it('leaves long descriptions whole while all fits [openclaw:case-37] [openclaw:12.1]', () => {
    const { candidates, truncated } = fitScalar([described('a', 9_000), described('b', 3_000)]);
    expect(candidates.map((candidate) => candidate.description.length)).toEqual([9_000, 3_000]);
    expect(truncated).toBe(false);
  });

  it('cuts the long descriptions of an answer that is too long and keeps the short ones', () => {
    const { candidates, json, truncated } = fitScalar([described('a', 200_000), described('b', 30)]);
    expect(json.length).toBeLessThanOrEqual(scalarResponseLimit);
    expect(candidates[0]?.description.length).toBeLessThanOrEqual(1_600);
    expect(candidates[0]?.description.endsWith('...')).toBe(true);
    expect(candidates[1]?.description).toHaveLength(30);
    expect(truncated).toBe(true);
  });

  it('cuts further before it drops a hit', () => {
    const { candidates, json } = fitScalar(Array.from({ length: 20 }, (_, index) => described(`t${index}`, 5_000)));
    expect(candidates).toHaveLength(20);
    expect(json.length).toBeLessThanOrEqual(scalarResponseLimit);
  });

  it('drops the lowest hits last and always keeps the first', () => {
    const tools = Array.from({ length: 6 }, (_, index) => fakeTool(`client:client:${index}${'n'.repeat(4_000)}`));
    const { candidates, truncated } = fitScalar(tools);
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.length).toBeLessThan(6);
    expect(candidates[0]?.name.startsWith('0')).toBe(true);
    expect(truncated).toBe(true);
    expect(fitScalar([fakeTool(`client:client:${'n'.repeat(20_000)}`)]).candidates).toHaveLength(1);
  });

  it('is an empty array for no hits [openclaw:12.1]', () => {
    expect(fitScalar([])).toEqual({ candidates: [], json: '[]', truncated: false });
  });
});
