import fc from 'fast-check';
import { hermesSettings } from './hermes-settings.js';
import { curatedDefer } from './deferral-lists.js';
import { listingTokens, resolveConnectors, resolveToolSearch } from './resolve-tool-search.js';

const defaults = {
  enabled: 'auto',
  thresholdPct: 5,
  searchDefaultLimit: 5,
  maxSearchLimit: 25,
  listing: 'auto',
  listingMaxTokens: 4000,
  defer: curatedDefer,
  warnings: [],
};

describe('resolveToolSearch', () => {
  it('is automatic for nothing, null and true, and off for false [hermes:13.5] [hermes:case-1] [hermes:case-2]', () => {
    for (const value of [undefined, null, true, {}, 'x', 7, []]) expect(resolveToolSearch(value)).toEqual(defaults);
    expect(resolveToolSearch(false)).toEqual({ ...defaults, enabled: 'off' });
  });

  it.each([
    ['auto', 'auto'],
    ['on', 'on'],
    ['OFF', 'off'],
    [true, 'on'],
    [1, 'on'],
    [' yes ', 'on'],
    [false, 'off'],
    [0, 'off'],
    ['no', 'off'],
    ['sometimes', 'auto'],
    [null, 'auto'],
    [{}, 'auto'],
    [2, 'auto'],
  ])('reads enabled and listing %j as %s [hermes:13.1] [hermes:13.4]', (value, expected) => {
    expect(resolveToolSearch({ enabled: value, listing: value })).toMatchObject({ enabled: expected, listing: expected });
  });

  it.each([
    [{ threshold_pct: 250 }, { thresholdPct: 100 }],
    [{ threshold_pct: -5 }, { thresholdPct: 0 }],
    [{ threshold_pct: '7.5' }, { thresholdPct: 7.5 }],
    [{ threshold_pct: 'x' }, { thresholdPct: 5 }],
    [{ threshold_pct: NaN }, { thresholdPct: 5 }],
    [{ max_search_limit: 99 }, { maxSearchLimit: 50 }],
    [{ max_search_limit: 0 }, { maxSearchLimit: 1, searchDefaultLimit: 1 }],
    [{ max_search_limit: 3 }, { maxSearchLimit: 3, searchDefaultLimit: 3 }],
    [{ search_default_limit: 40 }, { searchDefaultLimit: 25 }],
    [{ search_default_limit: '8' }, { searchDefaultLimit: 8 }],
    [{ search_default_limit: 'eight' }, { searchDefaultLimit: 5 }],
    [{ search_default_limit: -2 }, { searchDefaultLimit: 1 }],
    [{ listing_max_tokens: 10 }, { listingMaxTokens: 200 }],
    [{ listing_max_tokens: 1e9 }, { listingMaxTokens: 60_000 }],
    [{ listing_max_tokens: [] }, { listingMaxTokens: 4000 }],
  ])('clamps and falls back: %j [hermes:13.2] [hermes:13.3] [hermes:13.4]', (block, expected) => {
    expect(resolveToolSearch(block)).toMatchObject(expected);
  });

  it('takes a defer list as it is, and warns about anything else [hermes:1.8] [hermes:1.9] [hermes:case-4]', () => {
    expect(resolveToolSearch({ defer: [' terminal ', '', 'clarify', 'terminal', null] }).defer).toEqual(['terminal', 'clarify']);
    expect(resolveToolSearch({ defer: [] })).toMatchObject({ defer: [], warnings: [] });
    expect(resolveToolSearch({ defer: null })).toMatchObject({ defer: curatedDefer, warnings: [] });
    const scalar = resolveToolSearch({ defer: 'terminal' });
    expect(scalar.defer).toBe(curatedDefer);
    expect(scalar.warnings).toEqual([expect.stringMatching(/tools\.tool_search\.defer must be a list.*\["todo_list"/u)]);
  });

  it('has a curated list without clarify [hermes:1.11]', () => {
    expect(curatedDefer).toHaveLength(18);
    expect(curatedDefer).not.toContain('clarify');
  });

  it('keeps every limit in range for any block [hermes:13.7] [hermes:case-5]', () => {
    const block = fc.record(
      {
        enabled: fc.anything(),
        threshold_pct: fc.anything(),
        search_default_limit: fc.anything(),
        max_search_limit: fc.anything(),
        listing: fc.anything(),
        listing_max_tokens: fc.anything(),
        defer: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(block, fc.anything()), (value) => {
        const settings = resolveToolSearch(value);
        expect(1 <= settings.searchDefaultLimit && settings.searchDefaultLimit <= settings.maxSearchLimit).toBe(true);
        expect(settings.maxSearchLimit).toBeLessThanOrEqual(50);
        expect(settings.thresholdPct >= 0 && settings.thresholdPct <= 100).toBe(true);
        expect(settings.listingMaxTokens >= 200 && settings.listingMaxTokens <= 60_000).toBe(true);
        expect(settings.defer.every((name) => typeof name === 'string' && name !== '')).toBe(true);
      }),
    );
  });
});

describe('resolveConnectors', () => {
  it.each([
    [undefined, true],
    [null, true],
    [true, true],
    [false, false],
    [{ enabled: false }, false],
    [{ enabled: 'no' }, false],
    [{}, true],
    [{ enabled: {} }, true],
    ['false', false],
    ['0', false],
    ['no', false],
    [' OFF ', false],
    ['', false],
    ['yes', true],
    [7, true],
    [[], true],
  ])('reads %j as %p [hermes:13.6]', (value, expected) => {
    expect(resolveConnectors(value)).toBe(expected);
  });
});

describe('hermesSettings', () => {
  it('reads the block from its own keys or from toolSearch', () => {
    expect(hermesSettings({ enabled: 'off', connectors: false })).toMatchObject({ enabled: 'off', connectors: false });
    expect(hermesSettings({ toolSearch: false })).toMatchObject({ enabled: 'off', connectors: true });
    expect(hermesSettings({ toolSearch: { max_search_limit: 9 } })).toMatchObject({ maxSearchLimit: 9 });
  });

  it('warns about keys that it does not know and goes on [hermes:13.7]', () => {
    const settings = hermesSettings({ serach_default_limit: 3, connectors: { url: 'http://127.0.0.1' } } as never);
    expect(settings.warnings).toEqual(['unknown keys of tool_search are ignored: serach_default_limit.']);
    expect(hermesSettings({ toolSearch: { oops: 1 } }).warnings).toEqual(['unknown keys of tool_search are ignored: oops.']);
  });

  it.each<[unknown, string[]]>([
    [undefined, []],
    [null, []],
    [false, []],
    [{ enabled: 'YES', listing: 0, threshold_pct: '7.5', search_default_limit: '8', max_search_limit: null, listing_max_tokens: 200 }, []],
    ['on', ['tools.tool_search must be an object, true, false or null; the defaults are used.']],
    [[{ enabled: 'off' }], ['tools.tool_search must be an object, true, false or null; the defaults are used.']],
    [{ enabled: 'onn' }, ['tools.tool_search.enabled must be auto, on or off; auto is used.']],
    [{ threshold_pct: 500 }, ['tools.tool_search.threshold_pct must be a number from 0 to 100; 100 is used.']],
    [{ max_search_limit: 'many' }, ['tools.tool_search.max_search_limit must be a whole number from 1 to 50; 25 is used.']],
    [
      { search_default_limit: 9, max_search_limit: 4 },
      ['tools.tool_search.search_default_limit must be a whole number from 1 to max_search_limit; 4 is used.'],
    ],
  ])('says what of %j is not taken as it stands [hermes:13.7]', (toolSearch, warnings) => {
    expect(hermesSettings({ toolSearch }).warnings).toEqual(warnings);
  });

  it('gives the budget of the listing', () => {
    expect([200_000, 40_000, undefined, 0].map((window) => listingTokens(hermesSettings(), window))).toEqual([4000, 2000, 4000, 4000]);
  });
});
