import { Coverage } from './coverage.mjs';

/** Longest input that is kept when it was found and not written by hand. */
const mostKeptBytes = 4_096;
/** Attempts to shorten one input. */
const mostAttempts = 20;

/**
 * The fewest short inputs that reach every branch that all of them reach: the shortest first, each shortened while it still reaches
 * what it was taken for.
 */
export async function minimise(inputs, execute) {
  const coverage = new Coverage();
  const kept = [];
  for (const input of [...inputs].sort((left, right) => left.length - right.length)) {
    if (input.length > mostKeptBytes) break;
    const wanted = await missing(coverage, input, execute);
    if (wanted.length === 0) continue;
    const short = await shorten(input, async (candidate) => {
      const reached = new Set(await missing(coverage, candidate, execute));
      return wanted.every((branch) => reached.has(branch));
    });
    kept.push(short);
    Coverage.reset();
    await execute(short);
    coverage.add();
  }
  return kept;
}

async function missing(coverage, input, execute) {
  Coverage.reset();
  await execute(input);
  return coverage.missing();
}

async function shorten(input, stillReaches) {
  let best = input;
  let attempts = 0;
  for (let size = best.length >> 1; size >= 1 && attempts < mostAttempts; size >>= 1) {
    for (let at = 0; at + size <= best.length && attempts < mostAttempts; attempts += 1) {
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await stillReaches(candidate)) best = candidate;
      else at += size;
    }
  }
  return best;
}
