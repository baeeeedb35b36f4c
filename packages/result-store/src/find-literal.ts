/** Where a literal text occurs. */
export interface LiteralMatches {
  /** Positions of the first `most` occurrences, which do not overlap. */
  readonly positions: readonly number[];
  /** How many there are in all. */
  readonly total: number;
}

/**
 * Finds a literal, non-empty text from a position on. Knuth, Morris and Pratt's algorithm (SIAM J. Comput. 6 (2), 1977): time is linear in
 * text and pattern whatever they hold, which neither a regular expression nor `indexOf` promises.
 */
export function findLiteral(text: string, pattern: string, from: number, most: number): LiteralMatches {
  const fallbacks = fallbackTable(pattern);
  const positions: number[] = [];
  let total = 0;
  let matched = 0;
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = fallbacks[matched - 1] as number;
    if (unit === pattern.charCodeAt(matched)) matched += 1;
    if (matched < pattern.length) continue;
    total += 1;
    if (positions.length < most) positions.push(index + 1 - pattern.length);
    matched = 0;
  }
  return { positions, total };
}

/** For each prefix of the pattern: the length of its longest proper prefix that is also its suffix. */
function fallbackTable(pattern: string): Int32Array {
  const table = new Int32Array(pattern.length);
  let length = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    while (length > 0 && pattern.charCodeAt(index) !== pattern.charCodeAt(length)) length = table[length - 1] as number;
    if (pattern.charCodeAt(index) === pattern.charCodeAt(length)) length += 1;
    table[index] = length;
  }
  return table;
}
