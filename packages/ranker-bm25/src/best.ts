/** The first `limit` of the items in the order of `compare` (which must never answer 0 for two different items). */
export function bestOf(items: readonly number[], limit: number, compare: (left: number, right: number) => number): number[] {
  if (items.length <= limit * 4 || limit > 200) return [...items].sort(compare).slice(0, limit);
  const best: number[] = [];
  for (const item of items) {
    if (best.length === limit && compare(item, best[limit - 1] as number) > 0) continue;
    let place = best.length;
    while (place > 0 && compare(item, best[place - 1] as number) < 0) place -= 1;
    best.splice(place, 0, item);
    if (best.length > limit) best.pop();
  }
  return best;
}
