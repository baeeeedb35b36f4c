import { bitCount, hasBit } from '../store/bitmap.js';
import { unusableIndex, type Sections } from './binary-file.js';

type Words = Uint32Array<ArrayBuffer>;
type Bytes = Uint8Array<ArrayBuffer>;

/** The sections of a store whose numbers all stay inside one another. */
export interface SoundSections {
  readonly arrays: {
    readonly live: Words;
    readonly trusted: Words;
    readonly starts: Words;
    readonly counts: Words;
    readonly nameCounts: Bytes;
    readonly terms: Words;
    readonly impacts: Bytes;
  };
  readonly values: {
    readonly ids: string[];
    readonly names: string[];
    readonly owners: string[];
    readonly kinds: string[];
    readonly dictionary: string[];
    readonly wasted: number;
    readonly size: number;
  };
}

/**
 * A checksum tells a damaged file from a whole one, not an honest one from one that somebody made. So every number that is used as a place is
 * checked once, which costs a few milliseconds for 100,000 tools. Throws `ERR_INDEX_FILE`.
 */
export function soundSections({ arrays, values }: Sections): SoundSections {
  const words = (name: string): Words => {
    const array = arrays[name];
    if (!(array instanceof Uint32Array)) throw unusableIndex(`"${name}" is missing`);
    return array as Words;
  };
  const bytes = (name: string): Bytes => {
    const array = arrays[name];
    if (!(array instanceof Uint8Array)) throw unusableIndex(`"${name}" is missing`);
    return array as Bytes;
  };
  const texts = (name: string): string[] => {
    const list = values[name];
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) throw unusableIndex(`"${name}" is no list of texts`);
    return list;
  };
  const count = (name: string): number => {
    const value = values[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unusableIndex(`"${name}" is no count`);
    return value;
  };
  const sections: SoundSections = {
    arrays: {
      live: words('live'),
      trusted: words('trusted'),
      starts: words('starts'),
      counts: words('counts'),
      nameCounts: bytes('nameCounts'),
      terms: words('terms'),
      impacts: bytes('impacts'),
    },
    values: {
      ids: texts('ids'),
      names: texts('names'),
      owners: texts('owners'),
      kinds: texts('kinds'),
      dictionary: texts('dictionary'),
      wasted: count('wasted'),
      size: count('size'),
    },
  };
  checkLengths(sections);
  checkEntries(sections);
  return sections;
}

function checkLengths({ arrays, values }: SoundSections): void {
  const ordinals = values.ids.length;
  const isSound =
    [values.names, values.owners, values.kinds, arrays.starts, arrays.counts, arrays.nameCounts].every(
      (list) => list.length === ordinals,
    ) &&
    arrays.terms.length === arrays.impacts.length &&
    arrays.live.length * 32 >= ordinals &&
    arrays.trusted.length === arrays.live.length;
  if (!isSound) throw unusableIndex('its parts have different lengths');
  let live = 0;
  arrays.live.forEach((word, place) => {
    const beyond = place * 32 >= ordinals ? word : place * 32 + 32 > ordinals ? word >>> (ordinals & 31) : 0;
    if (beyond !== 0) throw unusableIndex('it has a tool without a name');
    live += bitCount(word);
  });
  if (live !== values.size) throw unusableIndex('it has more or fewer tools than it says');
}

function checkEntries({ arrays, values }: SoundSections): void {
  const { starts, counts, nameCounts, terms, impacts, live } = arrays;
  // One more than the last document that had the term.
  const seen = new Uint32Array(values.dictionary.length);
  let owned = 0;
  for (let ordinal = 0; ordinal < counts.length; ordinal += 1) {
    const start = starts[ordinal] as number;
    const count = counts[ordinal] as number;
    owned += count;
    const isSound = count === 0 || (hasBit(live, ordinal) && start + count <= terms.length);
    if (!isSound || (nameCounts[ordinal] as number) > count) throw unusableIndex('a tool has terms outside the file');
    for (let entry = start; entry < start + count; entry += 1) {
      const term = terms[entry] as number;
      if (term >= seen.length || seen[term] === ordinal + 1 || impacts[entry] === 0)
        throw unusableIndex('a tool has a term that cannot be');
      seen[term] = ordinal + 1;
    }
  }
  if (owned + values.wasted !== terms.length) throw unusableIndex('its terms do not add up');
}
