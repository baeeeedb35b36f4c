import { definePlugin, RankerService } from '@toolrack/contracts';
import { LexicalRanker } from './lexical-ranker.js';
import { mergeSettings, optionsSchema, type RankerLexicalOptions } from './options.js';

const version = '0.1.0';

/** The default ranker as a plugin: `rankerLexical()`. */
export const rankerLexical = definePlugin<RankerLexicalOptions>({
  name: '@toolrack/ranker-lexical',
  version,
  api: '^1',
  optionsSchema,
  apply(host, options) {
    host.provide(RankerService, () => new LexicalRanker(mergeSettings(options.settings), options.synonyms ?? []));
  },
});
