/** Takes one fault. */
export type Report = (path: string, message: string) => void;

/** True for an object that is neither `null` nor an array. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when a value has more levels of lists and objects than `depth`, as one that holds itself has. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}

/** A pattern or a non-empty array of patterns, none of them empty. */
export function checkPatterns(value: unknown, path: string, report: Report): void {
  if (Array.isArray(value) && value.length === 0) report(path, 'must name at least one pattern.');
  const patterns: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, pattern] of patterns.entries()) {
    const place = Array.isArray(value) ? `${path}[${index}]` : path;
    if (typeof pattern !== 'string') report(place, 'must be a text or an array of texts.');
    else if (pattern.trim() === '') report(place, 'must not be empty; "*" matches everything.');
    else if (pattern !== pattern.trim()) report(place, 'must not begin or end with white space.');
  }
}

/** Number of single-character edits between two short texts. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] as number) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[right.length] as number;
}

/** ` Did you mean "agents"?` for a key at most two edits away, else the list of known keys. */
export function closestKey(key: string, known: readonly string[]): string {
  if (key.length <= 40) {
    const near = known
      .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase()) }))
      .filter(({ distance }) => distance <= 2)
      .sort((left, right) => left.distance - right.distance)[0];
    if (near !== undefined) return ` Did you mean "${near.name}"?`;
  }
  return ` Known keys: ${known.join(', ')}.`;
}
