import { resolve } from 'node:path';
import { definePlugin, innerRanker, RankerService, ToolrackError } from '@toolrack/contracts';
import { HybridRanker } from './hybrid-ranker.js';
import { optionsSchema, type RankerHybridOptions } from './options.js';

/** Ranks by words and by meaning. Provides `RankerService`. */
export const rankerHybrid = definePlugin<RankerHybridOptions>({
  name: '@toolrack/ranker-hybrid',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  async apply(host, options) {
    const { baseDirectory = '.', cacheFile, apiKeyEnv } = options;
    const lexical = await innerRanker(options.lexical, host, baseDirectory);
    const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv];
    if (apiKeyEnv !== undefined && (apiKey === undefined || apiKey === '')) {
      throw new ToolrackError(
        'ERR_CONFIG_VARIABLE',
        `Plugin ${host.plugin.name}: the environment variable ${apiKeyEnv} (option "apiKeyEnv") is not set.`,
        { plugin: host.plugin.name },
      );
    }
    host.provide(RankerService, () => {
      const ranker = new HybridRanker(
        {
          lexical: lexical(),
          logger: host.logger,
          ...(apiKey === undefined ? {} : { apiKey }),
          ...(cacheFile === undefined ? {} : { cacheFile: resolve(baseDirectory, cacheFile) }),
        },
        options,
      );
      host.onDispose(() => ranker.close());
      return ranker;
    });
  },
});
