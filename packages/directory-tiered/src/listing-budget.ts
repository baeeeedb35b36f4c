/** Tokens of the percentage leg while the context window is unknown: 5 % of a common window of 200,000. */
const unknownWindowLeg = 10_000;

/**
 * Tokens that a listing may take: the smaller of `listingMaxTokens` and `thresholdPct` percent of the context window, never below 0.
 * The percentage is cut to a whole number.
 */
export function listingBudget(listingMaxTokens: number, thresholdPct: number, contextWindow: number | undefined): number {
  const isKnown = contextWindow !== undefined && contextWindow > 0;
  const leg = isKnown ? Math.trunc(contextWindow * (thresholdPct / 100)) : unknownWindowLeg;
  return Math.max(0, Math.min(listingMaxTokens, leg));
}

/** How much of a catalog stays visible. */
export type ListingForm = 'full' | 'names' | 'mixed' | 'groups' | 'none';

/** Tier of a drawn listing: 1 when it names tools, 2 when it names sources only or nothing. (Tier 0 is a run without deferred tools.) */
export function listingTier(form: string): 1 | 2 {
  return form === 'full' || form === 'names' || form === 'mixed' ? 1 : 2;
}
