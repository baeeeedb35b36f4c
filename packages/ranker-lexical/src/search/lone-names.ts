import { contentWeight } from '../lexicon/lexicon.js';
import type { QueryWord } from '../query/query-words.js';
import type { IndexStore } from '../store/index-store.js';

/** Words of a query of soft words alone that are looked for in names. */
const most = 4;

/** The words of a query, where one of nothing but soft words (`help`, `get`, `show likes`) has those at full weight that names of tools have. */
export function raiseNames(words: readonly QueryWord[], isName: (term: string) => boolean): readonly QueryWord[] {
  if (words.length === 0 || words.length > most || words.some(({ weight }) => weight >= contentWeight)) return words;
  return words.map((word) => (isName(word.term) ? { ...word, weight: 1 } : word));
}

/** Whether the name of a document that may be seen has the term. */
export function isInName({ postings, forward }: IndexStore, term: number | undefined, mayBeSeen: (ordinal: number) => boolean): boolean {
  if (term === undefined) return false;
  const start = postings.starts[term] as number;
  const end = start + (postings.counts[term] as number);
  for (let at = start; at < end; at += 1) {
    const ordinal = postings.ordinals[at] as number;
    if (!mayBeSeen(ordinal)) continue;
    const first = forward.starts[ordinal] as number;
    const last = first + (forward.nameCounts[ordinal] as number);
    for (let entry = first; entry < last; entry += 1) if (forward.terms[entry] === term) return true;
  }
  return false;
}
