import type { IndexStore } from '../store/index-store.js';
import type { Sections } from './binary-file.js';

type Words = Uint32Array<ArrayBuffer>;

/** What of a store is saved: identities, terms and the documents' terms. Posting lists are made again from these. */
export function storeToSections(store: IndexStore): Sections {
  const { catalog, dictionary, forward } = store;
  const { nameCounts } = forward;
  const count = catalog.ordinals;
  return {
    arrays: {
      live: catalog.live,
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
      dictionary: dictionary.terms,
      wasted: forward.wasted,
      size: catalog.size,
    },
  };
}

/** Fills an empty store with what `storeToSections` gave. */
export function sectionsToStore({ arrays, values }: Sections, store: IndexStore): void {
  const { catalog, dictionary, forward, postings } = store;
  for (const term of values['dictionary'] as string[]) dictionary.intern(term);
  forward.starts = arrays['starts'] as Words;
  forward.counts = arrays['counts'] as Words;
  forward.nameCounts = arrays['nameCounts'] as Uint8Array<ArrayBuffer>;
  forward.terms = arrays['terms'] as Words;
  forward.impacts = arrays['impacts'] as Uint8Array<ArrayBuffer>;
  forward.used = forward.terms.length;
  forward.wasted = values['wasted'] as number;
  catalog.restore(
    { ids: values['ids'] as string[], names: values['names'] as string[], owners: values['owners'] as string[] },
    arrays['live'] as Words,
    values['size'] as number,
  );
  catalog.idTable.load(withoutPrefix('id', arrays));
  catalog.keyTable.load(withoutPrefix('key', arrays));
  postings.build(forward, catalog.ordinals, dictionary.size);
}

function prefixed(prefix: string, tables: Readonly<Record<string, Words>>): Record<string, Words> {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [`${prefix}.${name}`, table]));
}

function withoutPrefix(prefix: string, arrays: Sections['arrays']): Record<string, Words> {
  const names = Object.keys(arrays).filter((name) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(names.map((name) => [name.slice(prefix.length + 1), arrays[name] as Words]));
}
