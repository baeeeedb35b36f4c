import fc from 'fast-check';
import { tieredOptions } from './tiered-options.js';
import { listingBudget, listingTier } from './listing-budget.js';

describe('tieredOptions', () => {
  it('has the defaults of the original for anything that is no block', () => {
    for (const value of [undefined, null, true, false, 'x', [], {}]) {
      expect(tieredOptions(value)).toEqual({ thresholdPct: 5, listingMaxTokens: 4000, listing: 'auto' });
    }
  });

  it.each([
    [{ threshold_pct: 101 }, { thresholdPct: 100 }],
    [{ threshold_pct: -1 }, { thresholdPct: 0 }],
    [{ threshold_pct: '12.5' }, { thresholdPct: 12.5 }],
    [{ threshold_pct: '5%' }, { thresholdPct: 5 }],
    [{ threshold_pct: 'many' }, { thresholdPct: 5 }],
    [{ listing_max_tokens: 1 }, { listingMaxTokens: 200 }],
    [{ listing_max_tokens: 99_999 }, { listingMaxTokens: 60_000 }],
    [{ listing_max_tokens: '500' }, { listingMaxTokens: 500 }],
    [{ listing_max_tokens: 500.9 }, { listingMaxTokens: 500 }],
    [{ listing_max_tokens: '3.7' }, { listingMaxTokens: 4000 }],
    [{ listing_max_tokens: null }, { listingMaxTokens: 4000 }],
    [{ listing: false }, { listing: 'off' }],
    [{ listing: ' NO ' }, { listing: 'off' }],
    [{ listing: 1 }, { listing: 'on' }],
    [{ listing: 'sometimes' }, { listing: 'auto' }],
    [{ listing: {} }, { listing: 'auto' }],
  ])('reads %j', (block, expected) => {
    expect(tieredOptions(block)).toMatchObject(expected);
  });

  it('stays in range for any value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (threshold_pct, listing_max_tokens, listing) => {
        const options = tieredOptions({ threshold_pct, listing_max_tokens, listing });
        expect(options.thresholdPct >= 0 && options.thresholdPct <= 100).toBe(true);
        expect(Number.isInteger(options.listingMaxTokens)).toBe(true);
        expect(options.listingMaxTokens >= 200 && options.listingMaxTokens <= 60_000).toBe(true);
        expect(['auto', 'on', 'off']).toContain(options.listing);
      }),
    );
  });
});

describe('listingBudget', () => {
  it.each([
    [4000, 5, 200_000, 4000],
    [4000, 5, 40_000, 2000],
    [4000, 5, undefined, 4000],
    [60_000, 5, undefined, 10_000],
    [60_000, 5, 0, 10_000],
    [60_000, 5, -3, 10_000],
    [4000, 0, 200_000, 0],
    [4000, 5, 999, 49],
  ])('%p tokens, %p %% of %p are %p [hermes:2.8] [hermes:2.9]', (most, percent, window, expected) => {
    expect(listingBudget(most, percent, window)).toBe(expected);
  });

  it('tells the tier by the form [hermes:2.10]', () => {
    expect(['full', 'names', 'mixed', 'groups', 'none'].map(listingTier)).toEqual([1, 1, 1, 2, 2]);
  });
});
