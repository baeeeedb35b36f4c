import type { IndexStore } from '../store/index-store.js';
import { unusableIndex, type Sections } from './binary-file.js';
import { soundSections } from './sound-sections.js';

type Words = Uint32Array<ArrayBuffer>;

/** What of a store is saved: identities, terms and the documents' terms. Posting lists are made again from these. */
export function storeToSections(store: IndexStore): Sections {
  const { catalog, dictionary, forward } = store;
  const { nameCounts } = forward;
  const count = catalog.ordinals;
  return {
    arrays: {
      live: catalog.live,
      trusted: catalog.trusted,
      starts: forward.starts.subarray(0, count),
      counts: forward.counts.subarray(0, count),
      nameCounts: nameCounts.subarray(0, count),
      terms: forward.terms.subarray(0, forward.used),
      impacts: forward.impacts.subarray(0, forward.used),
      ...prefixed('id', catalog.idTable.save()),
      ...prefixed('key', catalog.keyTable.save()),
    },
    values: {
      ids: catalog.ids,
      names: catalog.names,
      owners: catalog.owners,
      kinds: catalog.kinds,
      dictionary: dictionary.terms,
      wasted: forward.wasted,
      size: catalog.size,
    },
  };
}

/** Fills an empty store with what `storeToSections` gave. Throws `ERR_INDEX_FILE` for what no store can have given. */
export function sectionsToStore(sections: Sections, store: IndexStore): void {
  const { catalog, dictionary, forward, postings } = store;
  const { arrays, values } = soundSections(sections);
  for (const term of values.dictionary) dictionary.intern(term);
  if (dictionary.size !== values.dictionary.length) throw unusableIndex('it has a term twice');
  forward.starts = arrays.starts;
  forward.counts = arrays.counts;
  forward.nameCounts = arrays.nameCounts;
  forward.terms = arrays.terms;
  forward.impacts = arrays.impacts;
  forward.used = forward.terms.length;
  forward.wasted = values.wasted;
  catalog.restore(values, arrays, values.size);
  const isLoaded =
    catalog.idTable.load(withoutPrefix('id', sections.arrays), catalog.ordinals) &&
    catalog.keyTable.load(withoutPrefix('key', sections.arrays), catalog.ordinals);
  if (!isLoaded || !catalog.isSound()) throw unusableIndex('its names are out of order');
  postings.build(forward, catalog.ordinals, dictionary.size);
}

function prefixed(prefix: string, tables: Readonly<Record<string, Words>>): Record<string, Words> {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [`${prefix}.${name}`, table]));
}

function withoutPrefix(prefix: string, arrays: Sections['arrays']): Record<string, Words> {
  const names = Object.keys(arrays).filter((name) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(names.map((name) => [name.slice(prefix.length + 1), arrays[name] as Words]));
}
