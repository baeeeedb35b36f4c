import { definePlugin, RankerService, type Ranker } from '@toolrack/contracts';
import { MinisearchIndex } from './minisearch-index.js';

/** Options of `rankerMinisearch`. */
export interface RankerMinisearchOptions {
  /** Answers whose confidence is below are marked as weak; 0..1, default 0.4. The README shows what other values give. */
  readonly weakBelow?: number;
  /** Correct typing mistakes in, and complete, words that no tool contains; default true. */
  readonly lenient?: boolean;
}

/** Makes the ranker without a plugin, for tests and measurements. */
export function createMinisearchRanker({ weakBelow = 0.4, lenient = true }: RankerMinisearchOptions = {}): Ranker {
  return { name: 'minisearch', index: (documents) => new MinisearchIndex(documents, { weakBelow, lenient }) };
}

/** Ranks tools by BM25+ with the MiniSearch library. Provides `RankerService`. */
export const rankerMinisearch = definePlugin<RankerMinisearchOptions>({
  name: '@toolrack/ranker-minisearch',
  version: '0.1.0',
  api: '^1',
  optionsSchema: {
    type: 'object',
    properties: { weakBelow: { type: 'number', minimum: 0, maximum: 1 }, lenient: { type: 'boolean' } },
    additionalProperties: false,
  },
  apply(host, options) {
    host.provide(RankerService, () => createMinisearchRanker(options));
  },
});
