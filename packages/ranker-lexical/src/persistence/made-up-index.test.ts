import fc from 'fast-check';
import { answers, digest, ranker, refusal, saved, tool } from '../../test/saved-documents.js';
import { packSections, readIdentity, unpackSections, type Sections } from './binary-file.js';

describe('an index file that somebody made up', () => {
  const sections = unpackSections(saved, {});
  const identity = readIdentity(saved);
  const load = (made: Sections): string => refusal(() => ranker.load(packSections(identity, made), digest));
  /** Searches and changes whatever was taken: it may be wrong, but it ends. */
  const use = (made: Sections): void => {
    const loaded = ranker.load(packSections(identity, made), digest);
    answers(loaded);
    loaded.apply({ remove: [tool(1).id, tool(2).id], add: [tool(100), tool(101)] });
    answers(loaded);
  };

  it('is what the tests below change: unchanged it is taken', () => {
    expect(load(sections)).toBe('accepted');
  });

  it.each(Object.keys(sections.arrays))('is refused, or harmless, with other numbers in "%s"', (name) => {
    const array = sections.arrays[name]!;
    fc.assert(
      fc.property(fc.nat(Math.max(0, array.length - 1)), fc.oneof(fc.nat(300), fc.nat(0xffffffff)), (at, value) => {
        const changed = array.slice();
        changed[at] = value;
        const made = { ...sections, arrays: { ...sections.arrays, [name]: changed } };
        if (load(made) === 'accepted') use(made);
      }),
      { numRuns: 60 },
    );
    expect(load({ ...sections, arrays: { ...sections.arrays, [name]: array.slice(1) } })).not.toBe('accepted');
    const { [name]: _, ...others } = sections.arrays;
    expect(load({ ...sections, arrays: others })).not.toBe('accepted');
  });

  it.each(Object.keys(sections.values))('is refused with something else as "%s"', (name) => {
    for (const value of [undefined, null, -1, 1.5, 'text', [1], { length: 3 }, ['a', 'a']]) {
      const made = { ...sections, values: { ...sections.values, [name]: value ?? null } };
      expect(load(made)).not.toBe('accepted');
    }
  });

  it('is refused with a header that is none', () => {
    const header = (text: string): Uint8Array => {
      const packed = packSections({}, { arrays: {}, values: {} });
      const bytes = new TextEncoder().encode(text);
      const made = new Uint8Array(16 + bytes.length);
      made.set(packed.subarray(0, 16));
      made.set(bytes, 16);
      return made;
    };
    for (const text of ['', '[]', '{"identity":{},"sections":[{"name":"a","kind":"u8","bytes":-8}]}', '{'.repeat(10_000)]) {
      expect(refusal(() => ranker.load(header(text), digest))).not.toBe('accepted');
    }
  });
});
