import { definePlugin, RankerService, type Ranker } from '@toolrack/contracts';
import { BagIndex } from './bag/bag-index.js';
import { defaultBagSettings } from './bag/bag-settings.js';
import { LexicalRanker } from './lexical-ranker.js';
import { mergeSettings, optionsSchema, type RankerLexicalOptions } from './options.js';

const version = '0.1.0';

/** The ranker that the options describe. */
export function makeRanker(options: RankerLexicalOptions = {}): Ranker {
  if (options.recipe !== 'hermes') return new LexicalRanker(mergeSettings(options.settings), options.synonyms ?? []);
  const settings = { ...defaultBagSettings, ...options.bag };
  return {
    name: 'lexical-hermes',
    index: (documents) => {
      const index = new BagIndex(settings);
      index.build(documents);
      return index;
    },
  };
}

/** The default ranker as a plugin: `rankerLexical()`, or `rankerLexical({ recipe: 'hermes' })` for the rules of Hermes Agent. */
export const rankerLexical = definePlugin<RankerLexicalOptions>({
  name: '@toolrack/ranker-lexical',
  version,
  api: '^1',
  optionsSchema,
  apply(host, options) {
    host.provide(RankerService, () => makeRanker(options));
  },
});
