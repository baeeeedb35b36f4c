/** Share of the gold tools among the first `count`; one is enough when the query says `any`. */
export function recall(ids, query, count) {
  const found = query.gold.filter((id) => ids.slice(0, count).includes(id)).length;
  return query.any === true ? Number(found > 0) : found / query.gold.length;
}

/** Probability that a value of the first list is higher than one of the second (ties count half). */
export function areaUnderCurve(higher, lower) {
  let wins = 0;
  for (const left of higher) for (const right of lower) wins += left > right ? 1 : left === right ? 0.5 : 0;
  return wins / (higher.length * lower.length);
}

export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A deterministic number generator (mulberry32), 0..1. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A Markdown table. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
