/** Wilson's 95 % interval of a share (Wilson 1927, JASA 22). */
export function wilson(hits, total, z = 1.959964) {
  if (total === 0) return [0, 1];
  const share = hits / total;
  const middle = (share + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z / (1 + z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Numbers from a seed in 0..1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` members in random order (Fisher and Yates). */
export function sample(members, count, random) {
  const rest = [...members];
  for (let place = 0; place < Math.min(count, rest.length); place++) {
    const other = place + Math.floor(random() * (rest.length - place));
    [rest[place], rest[other]] = [rest[other], rest[place]];
  }
  return rest.slice(0, count);
}

export const percent = (share) => `${(100 * share).toFixed(1)} %`;
export const shareOf = (hits, total) => {
  const [low, high] = wilson(hits, total);
  return `${percent(total === 0 ? 0 : hits / total)} (${percent(low)} to ${percent(high)})`;
};
