import { RankerService, type Plugin, type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';
import { rehostedPlugin } from '../config/rehosted-plugin.js';

/** An index that a ranker was asked for, and the documents that it was asked with. */
export interface RecordedIndex {
  readonly documents: readonly RankDocument[];
  readonly index: RankIndex;
}

/** The plugin itself, except that a ranker which it provides notes every index it makes. */
export function recordedRanker(plugin: Plugin, note: (recorded: RecordedIndex) => void): Plugin {
  return rehostedPlugin(plugin, (host) => ({
    ...host,
    provide: (token, factory) => {
      if (token.id !== RankerService.id) host.provide(token, factory);
      else host.provide(RankerService, () => recording((factory as () => unknown)() as Ranker, note));
    },
  }));
}

function recording(ranker: Ranker, note: (recorded: RecordedIndex) => void): Ranker {
  return {
    name: ranker.name,
    async index(documents) {
      const index = await ranker.index(documents);
      note({ documents, index });
      return index;
    },
  };
}
