/** Levenshtein distance in UTF-16 code units; gives up and answers `most + 1` once it must be larger than `most`. */
export function editDistance(left: string, right: string, most: number): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let previous = new Uint16Array(right.length + 1).map((_, index) => index);
  let current = new Uint16Array(right.length + 1);
  for (let row = 1; row <= left.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      const substitution = (previous[column - 1] as number) + (isSame ? 0 : 1);
      const cost = Math.min(substitution, (previous[column] as number) + 1, (current[column - 1] as number) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [previous, current] = [current, previous];
  }
  return Math.min(previous[right.length] ?? most + 1, most + 1);
}

/** How many edits apart a word and its misspelling may be: a third of the length, 1 to 3. */
export function editThreshold(word: string): number {
  return Math.min(3, Math.max(1, Math.ceil(word.length / 3)));
}

/** The candidate nearest to a word within the threshold, by distance and then by name. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const threshold = editThreshold(word);
  let best: string | undefined;
  let bestDistance = threshold + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate, threshold);
    if (distance > threshold || distance > bestDistance) continue;
    if (distance < bestDistance || best === undefined || candidate < best) best = candidate;
    bestDistance = distance;
  }
  return best;
}
