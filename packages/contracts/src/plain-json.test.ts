import fc from 'fast-check';

import { freezeJson, plainJson } from './index.js';

describe('plainJson', () => {
  it('is a frozen copy of what is JSON, without a word', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { value: copy, changes } = plainJson(value);
        expect(copy).toEqual(freezeJson(value));
        expect(changes).toEqual([]);
        if (typeof copy === 'object' && copy !== null) expect(Object.isFrozen(copy)).toBe(true);
      }),
    );
    expect(plainJson({ at: new Date(0), off: undefined, run: () => 1, list: [undefined], small: 5n })).toEqual({
      value: { at: '1970-01-01T00:00:00.000Z', list: [null], small: 5 },
      changes: [],
      changed: 0,
    });
  });

  it('says which part JSON cannot say, and keeps the rest', () => {
    const cycle: Record<string, unknown> = { name: 'a' };
    cycle['self'] = { list: [cycle] };
    const shared = { x: 1 };
    const given = {
      cycle,
      big: 2n ** 64n,
      shared: [shared, shared],
      nan: Number.NaN,
      map: new Map([['k', 1]]),
      set: new Set([1n]),
      error: new TypeError('no'),
      pattern: /x/u,
      get broken() {
        throw new Error('gone');
      },
      'two words': Infinity,
    };
    const { value, changes, changed } = plainJson(given, 'details');
    expect(value).toEqual({
      cycle: { name: 'a', self: { list: ['[circular]'] } },
      big: '18446744073709551616',
      shared: [{ x: 1 }, { x: 1 }],
      nan: null,
      map: [['k', 1]],
      set: [1],
      error: 'no',
      pattern: '[object RegExp]',
      broken: '[unreadable]',
      'two words': null,
    });
    expect(changes).toEqual([
      'details.cycle.self.list[0] holds itself',
      'details.big is a big integer, given as text',
      'details.nan is NaN, given as null',
      'details.map is a map, given as pairs',
      'details.set is a set, given as a list',
    ]);
    expect(changed).toBe(9);
  });

  it('never throws and always ends, whatever it is given', () => {
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error('no keys'); } }); // prettier-ignore
    expect(plainJson(hostile)).toEqual({ value: '[unreadable]', changes: ['it cannot be read: no keys'], changed: 1 });
    const endless = { toJSON: (): unknown => ({ ...endless }) };
    expect(plainJson(endless).changes[0]).toMatch(/nested deeper than 128 levels/u);
    expect(plainJson(Array.from({ length: 500_010 }, () => 0)).changes).toEqual([
      'it and what follows is left out: there are more than 500000 values',
    ]);
    expect(plainJson(1n << 100_000n).value).toBe('[an integer of more than 4096 bits]');
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true, withTypedArray: true }), (value) => {
        const { value: copy } = plainJson(value);
        expect(JSON.parse(JSON.stringify(copy ?? null))).toEqual(copy ?? null);
      }),
    );
  });

  it('makes __proto__ a plain key', () => {
    const { value } = plainJson(JSON.parse('{"__proto__":{"x":1}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
    expect((value as { x?: number }).x).toBeUndefined();
  });
});
