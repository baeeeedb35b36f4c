import { definePlugin, RankerService, type Ranker } from '@toolrack/contracts';
import { Bm25Index } from './bm25-index.js';

/** Options of `rankerBm25`. */
export interface RankerBm25Options {
  /**
   * Answers whose confidence is below are marked as weak; 0..1, default 0.4. Chosen on 872 real MCP tools, 107 queries with an
   * answer and 54 without one; the README shows what other values give.
   */
  readonly weakBelow?: number;
}

/** Makes the ranker without a plugin, for tests and measurements. */
export function createBm25Ranker({ weakBelow = 0.4 }: RankerBm25Options = {}): Ranker {
  return { name: 'bm25', index: (documents) => new Bm25Index(documents, { weakBelow }) };
}

/** Ranks tools by Okapi BM25 over wink-bm25-text-search, with the recipe of OpenClaw's Tool Search. Provides `RankerService`. */
export const rankerBm25 = definePlugin<RankerBm25Options>({
  name: '@toolrack/ranker-bm25',
  version: '0.1.0',
  api: '^1',
  optionsSchema: {
    type: 'object',
    properties: { weakBelow: { type: 'number', minimum: 0, maximum: 1 } },
    additionalProperties: false,
  },
  apply(host, options) {
    host.provide(RankerService, () => createBm25Ranker(options));
  },
});

export default rankerBm25;
