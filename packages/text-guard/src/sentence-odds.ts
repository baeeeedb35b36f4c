import { Buffer } from 'node:buffer';
import { bias, scale, weights } from './sentence-weights.js';

const bytes = Buffer.from(weights, 'base64');
/** The fitted weights, one byte each. */
const table = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** How far a longer sentence is discounted; chosen with the weights (`benchmarks/poison/fit.mjs`). */
export const damping = { exponent: 0.3, offset: 8 } as const;

/** Logarithm of the odds that a sentence with these features is a planted instruction. */
export function oddsOf(features: readonly number[]): number {
  let sum = 0;
  for (const feature of features) sum += table[feature] ?? 0;
  return (sum * scale) / (features.length + damping.offset) ** damping.exponent + bias;
}

/** Share of the logarithm of what the other sentences weigh beside the worst that is taken off: a long text has more chances to sound odd. */
const discount = 0.2;

/** Logarithm of the odds of a definition with sentences of these odds, of which one may be planted; -Infinity without any. */
export function jointOdds(odds: readonly number[]): number {
  let most = -Infinity;
  for (const one of odds) most = Math.max(most, one);
  let total = 0;
  for (const one of odds) total += Math.exp(one - most);
  return total === 0 ? most : most - discount * Math.log(total);
}
