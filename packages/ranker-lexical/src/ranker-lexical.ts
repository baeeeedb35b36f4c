import { resolve } from 'node:path';
import { definePlugin, RankerService, ToolrackError, type Ranker } from '@toolrack/contracts';
import { BagIndex } from './bag/bag-index.js';
import { defaultBagSettings } from './bag/bag-settings.js';
import { LexicalRanker } from './lexical-ranker.js';
import { rankerWithFile } from './persistence/ranker-with-file.js';
import { mergeSettings, optionsSchema, type RankerLexicalOptions } from './options.js';

const version = '0.1.0';

function makeLexicalRanker({ settings, synonyms = [] }: RankerLexicalOptions): LexicalRanker {
  return new LexicalRanker(mergeSettings(settings), synonyms);
}

/** The ranker that the options describe, without `indexFile`. */
export function makeRanker(options: RankerLexicalOptions = {}): Ranker {
  if (options.recipe !== 'hermes') return makeLexicalRanker(options);
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
    const { indexFile, baseDirectory = '.' } = options;
    if (indexFile !== undefined && options.recipe === 'hermes') {
      throw new ToolrackError(
        'ERR_PLUGIN_OPTIONS',
        `Plugin ${host.plugin.name}: the recipe "hermes" cannot be saved. Leave "indexFile" out.`,
        { plugin: host.plugin.name },
      );
    }
    const file = indexFile === undefined ? undefined : resolve(baseDirectory, indexFile);
    host.provide(RankerService, () =>
      file === undefined ? makeRanker(options) : rankerWithFile(makeLexicalRanker(options), file, host.logger),
    );
  },
});
