import { definePlugin, RankerService, type Plugin, type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';

/** An index that a ranker was asked for, and the documents that it was asked with. */
export interface RecordedIndex {
  readonly documents: readonly RankDocument[];
  readonly index: RankIndex;
}

/** The plugin itself, except that a ranker which it provides notes every index it makes. */
export function recordedRanker(plugin: Plugin, note: (recorded: RecordedIndex) => void): Plugin {
  const { name, version, api, optionsSchema, requires, critical } = plugin;
  return definePlugin<object>({
    name,
    version,
    api,
    ...(optionsSchema === undefined ? {} : { optionsSchema }),
    requires,
    critical,
    apply: (host) =>
      plugin.apply({
        ...host,
        provide: (token, factory) => {
          if (token.id !== RankerService.id) host.provide(token, factory);
          else host.provide(RankerService, () => recording((factory as () => unknown)() as Ranker, note));
        },
      }),
  })(plugin.options);
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
