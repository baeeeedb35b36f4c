import { ToolrackError, type RankDocument } from '@toolrack/contracts';
import fc from 'fast-check';
import { LexicalRanker } from '../lexical-ranker.js';
import { mergeSettings } from '../options.js';

const words = ['create', 'list', 'issue', 'message', 'mail', 'error', 'Straße', '消息', 'getUser'];
const tool = (number: number): RankDocument => ({
  id: `mcp:s${number % 3}:t${number}\n"${words[number % 9]}"`,
  name: `${words[number % 9]}_${words[(number * 7) % 9]}`,
  description: `Will ${words[(number * 5) % 9]} the ${words[(number * 2) % 9]}.`,
  source: { kind: 'mcp', owner: `s${number % 3}` },
  trust: 'trusted',
});
const documents = Array.from({ length: 50 }, (_, number) => tool(number));
const queries = ['create issue', 'mail', 'getUser', 'isue', 'list_message', '消息', 's1', 'strasse'];

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (ToolrackError.is(error) && error.code === 'ERR_CONFIG_FILE') return error.toModelText();
    throw error;
  }
  return 'accepted';
};

describe('a saved index', () => {
  const ranker = new LexicalRanker();
  const index = ranker.index(documents);
  index.apply({ remove: [tool(4).id, tool(30).id], add: [tool(60), { ...tool(7), description: 'Refunds a payment.' }] });
  const saved = index.save('digest-1');

  it('answers as the index that was saved, also after further changes', () => {
    const loaded = ranker.load(saved, 'digest-1');
    expect(loaded.size).toBe(index.size);
    for (const text of queries) {
      expect(loaded.search({ text, limit: 10 })).toEqual(index.search({ text, limit: 10 }));
    }
    const change = { remove: [tool(8).id], add: [tool(70), tool(71), { ...tool(9), name: 'pay_refund' }] };
    loaded.apply(change);
    const other = ranker.load(saved, 'digest-1');
    other.apply(change);
    const kept = documents.filter((_, number) => ![4, 30, 7, 8, 9].includes(number));
    const fresh = ranker.index([...kept, tool(60), { ...tool(7), description: 'Refunds a payment.' }, ...change.add]);
    for (const text of queries) {
      expect(loaded.search({ text, limit: 10 })).toEqual(fresh.search({ text, limit: 10 }));
      expect(other.search({ text, limit: 10 })).toEqual(fresh.search({ text, limit: 10 }));
    }
    expect(loaded.ordinal(tool(70).id)).toBeDefined();
  });

  it('is refused for another catalog and for another recipe', () => {
    expect(refusal(() => ranker.load(saved, 'digest-2'))).toContain('another catalog');
    const other = new LexicalRanker(mergeSettings({ saturation: 1 }));
    expect(refusal(() => other.load(saved, 'digest-1'))).toContain('another recipe');
  });

  it('is refused when it is damaged, cut off, or something else', () => {
    expect(refusal(() => ranker.load(new Uint8Array(3), 'digest-1'))).toContain('too short');
    expect(refusal(() => ranker.load(new TextEncoder().encode('{"not":"an index"}'), 'digest-1'))).toContain('not an index');
    fc.assert(
      fc.property(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = saved.slice();
        damaged[at]! ^= change;
        expect(refusal(() => ranker.load(damaged, 'digest-1'))).toMatch(/^The saved index cannot be used/);
        expect(refusal(() => ranker.load(saved.subarray(0, at), 'digest-1'))).toMatch(/^The saved index cannot be used/);
      }),
      { numRuns: 100 },
    );
  });

  it('may lie anywhere in a larger buffer', () => {
    const buffer = new Uint8Array(saved.length + 5);
    buffer.set(saved, 3);
    const loaded = ranker.load(buffer.subarray(3, 3 + saved.length), 'digest-1');
    expect(loaded.search({ text: 'mail', limit: 3 })).toEqual(index.search({ text: 'mail', limit: 3 }));
  });
});
