// Two-sample statistics for times: they are skewed and have outliers, so only their order counts.

/** Standard normal upper tail, P(Z > z); Abramowitz and Stegun 26.2.17, error below 7.5e-8, relative form for large z. */
export function upperTail(z) {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/**
 * Mann-Whitney U (Mann and Whitney 1947), normal approximation with correction for ties; two-sided. `auc` is the probability that a time of
 * `left` is above one of `right`, ties counted half (0.5: no difference; Vargha and Delaney's A). The interval is auc's 95 % (Hanley and McNeil
 * 1982, at the null).
 */
export function mannWhitney(left, right) {
  const all = [...left.map((value) => [value, 0]), ...right.map((value) => [value, 1])].sort((one, two) => one[0] - two[0]);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end][0] === all[start][0]) end += 1;
    const rank = (start + end + 1) / 2;
    for (let index = start; index < end; index += 1) if (all[index][1] === 0) rankSum += rank;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  const [n, m] = [left.length, right.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = deviation === 0 ? 0 : (Math.abs(u - (n * m) / 2) - 0.5) / deviation;
  return { auc: u / (n * m), z, p: Math.min(1, 2 * upperTail(Math.max(0, z))), halfWidth: (1.96 * deviation) / (n * m) };
}

/** The middle value. */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A reproducible source of numbers in 0..1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
