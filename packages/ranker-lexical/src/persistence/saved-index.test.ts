import { documentsDigest, type RankDocument, type RankIndex } from '@toolrack/contracts';
import fc from 'fast-check';
import { answers, digest, documents, index, now, ranker, refusal, saved, tool } from '../../test/saved-documents.js';
import { LexicalRanker } from '../lexical-ranker.js';
import { mergeSettings } from '../options.js';

const bitmapOf = (index: RankIndex, allowed: readonly RankDocument[]): Uint32Array => {
  const bitmap = new Uint32Array(((index.ordinals ?? 0) + 31) >>> 5);
  for (const { id } of allowed) {
    const ordinal = index.ordinal?.(id) as number;
    bitmap[ordinal >>> 5]! |= 1 << (ordinal & 31);
  }
  return bitmap;
};

describe('a saved index', () => {
  it('answers as the index that was saved, also after further changes', () => {
    const loaded = ranker.load(saved, digest);
    expect(loaded.size).toBe(index.size);
    expect(answers(loaded)).toEqual(answers(index));
    const change = { remove: [tool(8).id], add: [tool(70), tool(71), { ...tool(9), name: 'pay_refund' }] };
    loaded.apply(change);
    const other = ranker.load(saved, digest);
    other.apply(change);
    const fresh = ranker.index([...now.filter(({ id }) => ![tool(8).id, tool(9).id].includes(id)), ...change.add]);
    expect(answers(loaded)).toEqual(answers(fresh));
    expect(answers(other)).toEqual(answers(fresh));
    expect(loaded.ordinal(tool(70).id)).toBeDefined();
  });

  it.each<[string, readonly RankDocument[]]>([
    ['fewer documents', now.slice(1)],
    ['more documents', [...now, tool(99)]],
    ['another name', [{ ...(now[0] as RankDocument), name: 'other' }, ...now.slice(1)]],
    ['another source', [{ ...(now[0] as RankDocument), source: { kind: 'mcp', owner: 'other' } }, ...now.slice(1)]],
    ['another trust', now.map((each) => ({ ...each, trust: 'untrusted' }))],
    ['none', []],
  ])('is not made for documents that the index does not hold: %s', (_, others) => {
    expect(refusal(() => index.save(others))).toMatch(/cannot be saved for these documents/);
  });

  it('answers, shows views and takes changes as a fresh one, whatever the documents', () => {
    const numbers = fc.uniqueArray(fc.nat(200), { maxLength: 40 });
    fc.assert(
      fc.property(numbers, numbers, numbers, fc.nat(), (built, added, removed, mask) => {
        const first = built.map(tool);
        const original = ranker.index(first);
        const loaded = ranker.load(original.save(first), documentsDigest(first));
        const check = (held: readonly RankDocument[]): void => {
          expect(answers(loaded)).toEqual(answers(original));
          const allowed = held.filter((_, place) => ((mask >>> (place % 24)) & 1) === 1);
          expect(answers(loaded.view(bitmapOf(loaded, allowed)))).toEqual(answers(ranker.index(allowed)));
        };
        check(first);
        const change = { remove: removed.map((number) => tool(number).id), add: added.map(tool) };
        loaded.apply(change);
        original.apply(change);
        const kept = built.filter((number) => !removed.includes(number) && !added.includes(number));
        check([...kept, ...added].map(tool));
      }),
      { numRuns: 60 },
    );
  });

  it('is refused for another catalog and for another recipe', () => {
    expect(refusal(() => ranker.load(saved, documentsDigest(documents)))).toContain('another catalog');
    const other = new LexicalRanker(mergeSettings({ saturation: 1 }));
    expect(refusal(() => other.load(saved, digest))).toContain('another recipe');
  });

  it('is refused when it is damaged, cut off, or something else', () => {
    expect(refusal(() => ranker.load(new Uint8Array(3), digest))).toContain('too short');
    expect(refusal(() => ranker.load(new TextEncoder().encode('{"not":"an index"}'), digest))).toContain('not an index');
    fc.assert(
      fc.property(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = saved.slice();
        damaged[at]! ^= change;
        expect(refusal(() => ranker.load(damaged, digest))).toMatch(/^The saved index cannot be used/);
        expect(refusal(() => ranker.load(saved.subarray(0, at), digest))).toMatch(/^The saved index cannot be used/);
      }),
      { numRuns: 100 },
    );
  });

  it('may lie anywhere in a larger buffer', () => {
    const buffer = new Uint8Array(saved.length + 5);
    buffer.set(saved, 3);
    const loaded = ranker.load(buffer.subarray(3, 3 + saved.length), digest);
    expect(loaded.search({ text: 'mail', limit: 3 })).toEqual(index.search({ text: 'mail', limit: 3 }));
  });
});
