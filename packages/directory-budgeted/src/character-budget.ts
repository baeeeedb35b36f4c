/** Most characters of a directory, as in OpenClaw Tool Search. */
export const defaultMaxCharacters = 18_000;

/** A known context window never shrinks the directory below this. */
export const leastWindowCharacters = 768;

/**
 * Characters (UTF-16 code units) that a directory may have: `maxCharacters`, and with a known context window also at most a
 * tenth of its tokens (about 2.5 % of the window at four characters a token), but not less than 768 for that reason.
 * A window that is not a positive number counts as unknown.
 */
export function characterBudget(maxCharacters: number, contextWindow: number | undefined): number {
  if (contextWindow === undefined || !(contextWindow > 0)) return maxCharacters;
  return Math.min(maxCharacters, Math.max(leastWindowCharacters, Math.floor(contextWindow / 10)));
}
