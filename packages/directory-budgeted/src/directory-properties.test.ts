import type { DirectoryEntry, SourceSummary } from '@toolrack/contracts';
import fc from 'fast-check';
import { guidance, request, summary } from '../test/requests.js';
import { renderDirectory } from './render-directory.js';

const nameText = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,30}$/),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('same', 'toString', '__proto__'),
);
const owner = fc.oneof(fc.constantFrom('core', 'mail', 'crm', 'odd owner'), fc.stringMatching(/^[a-z]{1,8}$/));
const description = fc.oneof(
  fc.string({ maxLength: 400, unit: 'grapheme' }),
  fc.string({ maxLength: 400, unit: 'binary' }),
  fc.lorem({ maxCount: 60 }),
  fc.constant(''),
);
const entryList: fc.Arbitrary<DirectoryEntry[]> = fc
  .array(fc.record({ name: nameText, owner, description }), { maxLength: 60 })
  .map((list) =>
    list.map(({ name, owner: by, description: text }, index) => ({
      id: `openclaw:${by}:${name}:${index}`,
      name,
      callName: name,
      description: text,
      source: { kind: 'openclaw', owner: by },
    })),
  );
const untrustedSources: fc.Arbitrary<SourceSummary[]> = fc.uniqueArray(
  fc
    .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer({ min: 0, max: 500 }), fc.constantFrom('started', 'known', 'failed'))
    .map(([by, tools, state]) => summary(`mcp:${by}`, tools, { state: state as SourceSummary['state'] })),
  { maxLength: 30, selector: (source) => source.id },
);
const options = fc.record({
  strategy: fc.constantFrom('fair', 'original'),
  untrusted: fc.constantFrom('notice', 'sources'),
});

/** A request in which trusted and untrusted sources are counted as a kernel does. */
function draft(list: readonly DirectoryEntry[], sources: readonly SourceSummary[]): ReturnType<typeof request> {
  const base = request(list);
  const deferred = list.length + sources.reduce((sum, source) => sum + source.tools, 0);
  return { ...base, sources: [...base.sources, ...sources], deferred };
}

describe('renderDirectory, for any catalog', () => {
  it('never goes over the budget, is well-formed and counts every deferred tool once', () => {
    fc.assert(
      fc.property(entryList, untrustedSources, options, fc.integer({ min: 1, max: 6000 }), (list, sources, how, budget) => {
        const given = draft(list, sources);
        const { text, listed, omitted } = renderDirectory(given, { ...how, budget });
        expect(text.length).toBeLessThanOrEqual(budget);
        expect(text).not.toMatch(/\p{Cs}/u);
        expect(listed + omitted).toBe(given.deferred);
      }),
      { numRuns: 300 },
    );
  });

  it('draws only well-formed rows, one for each listed tool', () => {
    fc.assert(
      fc.property(entryList, options, fc.integer({ min: 256, max: 6000 }), (list, how, budget) => {
        const { text, listed } = renderDirectory(draft(list, []), { ...how, budget });
        const head = text.split('\n\n')[0] as string;
        const rows = head.startsWith('Tools you can find') ? head.split('\n').slice(1) : [];
        expect(rows).toHaveLength(listed);
        const names = new Set(list.map(({ name }) => name));
        for (const row of rows) {
          const parts = /^- ([A-Za-z0-9][A-Za-z0-9_.:-]{0,127})( \([A-Za-z0-9][A-Za-z0-9_.:-]{0,127}\))?(: .{1,181})?$/su.exec(row);
          expect(parts).not.toBeNull();
          expect(names).toContain(parts?.[1]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same bytes for any order of entries and sources', () => {
    const shuffled = entryList.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(shuffled, untrustedSources, options, fc.integer({ min: 256, max: 4000 }), ([list, other], sources, how, budget) => {
        const first = renderDirectory(draft(list, sources), { ...how, budget });
        expect(renderDirectory(draft(other, [...sources].reverse()), { ...how, budget })).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });

  it('never lists fewer tools, and never drops a listed one, when the budget grows', () => {
    fc.assert(
      fc.property(
        entryList,
        untrustedSources,
        options,
        fc.integer({ min: 64, max: 3000 }),
        fc.integer({ min: 1, max: 1500 }),
        (list, sources, how, budget, more) => {
          const given = draft(list, sources);
          const heads = (limit: number): Set<string> => {
            const rows = renderDirectory(given, { ...how, budget: limit }).text.split('\n\n')[0] as string;
            return new Set(
              rows.startsWith('Tools')
                ? rows
                    .split('\n')
                    .slice(1)
                    .map((row) => row.split(': ')[0]?.split(' ')[1] as string)
                : [],
            );
          };
          const wide = heads(budget + more);
          for (const name of heads(budget)) expect(wide).toContain(name);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('uses the budget to the last few characters while descriptions are being shortened', () => {
    const wordy = fc.array(fc.lorem({ maxCount: 60 }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(wordy, fc.integer({ min: 2600, max: 4000 }), (texts, budget) => {
        const list = texts.map((text, index) => ({
          id: `openclaw:core:t${index}`,
          name: `t${index}`,
          callName: `t${index}`,
          description: text,
          source: { kind: 'openclaw', owner: 'core' },
        }));
        const { text, form } = renderDirectory(request(list), { strategy: 'fair', untrusted: 'notice', budget });
        if (form === 'shortened') expect(text.length).toBe(budget);
        expect(text.includes(guidance.complete)).toBe(true);
      }),
    );
  });
});
