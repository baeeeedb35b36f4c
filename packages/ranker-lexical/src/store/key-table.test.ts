import fc from 'fast-check';
import { KeyTable } from './key-table.js';

describe('KeyTable', () => {
  it('behaves as a map of sets', () => {
    const key = fc.constantFrom(...Array.from({ length: 40 }, (_, number) => `key${number}`));
    const step = fc.record({ add: fc.boolean(), key, ordinal: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const table = new KeyTable();
        const expected = new Map<string, Set<number>>();
        for (const each of steps) {
          const ordinals = expected.get(each.key) ?? new Set<number>();
          expected.set(each.key, ordinals);
          if (each.add && !ordinals.has(each.ordinal)) table.add(each.key, each.ordinal);
          if (each.add) ordinals.add(each.ordinal);
          else {
            table.remove(each.key, each.ordinal);
            ordinals.delete(each.ordinal);
          }
        }
        for (const [text, ordinals] of expected) {
          expect(table.candidates(text).sort((left, right) => left - right)).toEqual([...ordinals].sort((left, right) => left - right));
        }
        expect(table.candidates('absent')).toEqual([]);
      }),
    );
  });

  it('takes ten thousand entries of one key', () => {
    const table = new KeyTable();
    for (let ordinal = 0; ordinal < 10_000; ordinal += 1) table.add('search', ordinal);
    expect(table.candidates('search')).toHaveLength(10_000);
  });
});
