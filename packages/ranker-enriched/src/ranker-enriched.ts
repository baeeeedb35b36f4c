import { resolve } from 'node:path';
import { definePlugin, innerRanker, RankerService, type InnerRanker, type RankDocument } from '@toolrack/contracts';
import { definitionDigest } from './definition-digest.js';
import { enrichedRanker } from './enriched-ranker.js';
import { enrichmentsFile, readEnrichmentsIfAny } from './enrichments.js';

/** Options of `rankerEnriched`. */
export interface RankerEnrichedOptions {
  /** The ranker to enrich: a plugin's name, `["name", { options }]`, or in code a plugin or a ranker. */
  readonly ranker: InnerRanker;
  /** The file that `toolrack enrich` keeps; `toolrack.enrichments.json`. */
  readonly file?: string;
  /** Folder that `file` and paths in `ranker` are meant from; the current one. The command sets it to the folder of the configuration. */
  readonly baseDirectory?: string;
}

/** Ranks definitions together with the ways in which people ask for them. Provides `RankerService`. */
export const rankerEnriched = definePlugin<RankerEnrichedOptions>({
  name: '@toolrack/ranker-enriched',
  version: '0.1.0',
  api: '^1',
  optionsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['ranker'],
    properties: {
      ranker: { description: 'the ranker to enrich: a plugin name or ["name", { options }]' },
      file: { type: 'string', minLength: 1 },
      baseDirectory: { type: 'string', minLength: 1 },
    },
  },
  async apply(host, { ranker: given, file = enrichmentsFile, baseDirectory = '.' }) {
    const ranker = await innerRanker(given, host, baseDirectory);
    const path = resolve(baseDirectory, file);
    const enrichments = await readEnrichmentsIfAny(path);
    // "toolrack enrich" itself boots the configuration, so a file that is still to be made is no error.
    if (enrichments.size === 0)
      host.logger.warn(`${path} holds no phrases yet, so definitions are indexed as they are. Run "toolrack enrich".`);
    host.provide(RankerService, () => {
      const enriched = enrichedRanker(ranker(), enrichments);
      let said = false;
      return {
        name: enriched.name,
        index(documents: readonly RankDocument[]) {
          const missing = documents.filter((document) => !enrichments.has(definitionDigest(document))).length;
          if (missing > 0 && enrichments.size > 0 && !said) {
            said = true;
            host.logger.info(`${missing} of ${documents.length} definitions are new or changed; "toolrack enrich" asks for their phrases.`);
          }
          return enriched.index(documents);
        },
      };
    });
  },
});
