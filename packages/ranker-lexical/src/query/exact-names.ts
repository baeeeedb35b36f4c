import { hasBit } from '../store/bitmap.js';
import type { Catalog } from '../store/catalog.js';
import { squash } from '../text/squash.js';

const longestName = 300;
/** Characters of a query that are searched for names. */
const longestRead = 4_000;
const selectPrefix = /^\s*select\s*:/i;
const edges = /^[\s`'"“”‘’([{<]+|[\s`'"“”‘’)\]}>.,;:!?]+$/g;
// What only an identifier has inside: a separator between letters or digits, or a hump.
const mayBeIdentifier = /[^\s_:./-][_:./-]+[^\s_:./-]|[a-z][A-Z]/;
const identifier = /[\p{L}\p{N}][_:./-]+[\p{L}\p{N}]|[a-z][A-Z]/u;

/**
 * Documents that the query names, in the order of the query: the whole query is a name, or it holds identifiers that are,
 * or it is a list of names with commas. Of several documents of one name those spelled exactly come first, then by id.
 */
export function findNamed(text: string, catalog: Catalog, mayBeSeen: (ordinal: number) => boolean): number[] {
  const found = new Set<number>();
  const take = (name: string): boolean => {
    const key = squash(name);
    if (key === '') return false;
    const ordinals = catalog.named(key, mayBeSeen);
    const rank = (ordinal: number): number => (catalog.ids[ordinal] === name ? 0 : catalog.names[ordinal] === name ? 1 : 2);
    // An id names one tool; of tools with one name those of trusted sources come first, however others spell theirs.
    const trust = (ordinal: number): number => (rank(ordinal) === 0 || hasBit(catalog.trusted, ordinal) ? 0 : 1);
    ordinals.sort(
      (left, right) => trust(left) - trust(right) || rank(left) - rank(right) || (catalog.ids[left]! < catalog.ids[right]! ? -1 : 1),
    );
    for (const ordinal of ordinals) found.add(ordinal);
    return ordinals.length > 0;
  };
  const query = text.slice(0, longestRead).replace(selectPrefix, '');
  const whole = query.replace(edges, '');
  // Words with spaces between them are a wish, not a name, unless a name has such spaces itself: anybody can name a tool like a wish.
  const isName = (): boolean =>
    !/\s/.test(whole) || whole !== query.trim() || selectPrefix.test(text) || hasSpaced(whole, catalog, mayBeSeen);
  if (whole.length <= longestName && isName() && take(whole)) return [...found];
  if (mayBeIdentifier.test(query)) {
    const parts = query.split(/[\s,;|]+/).map((part) => part.replace(edges, ''));
    for (const part of parts) if (part.length <= longestName && identifier.test(part)) take(part);
  }
  if (found.size === 0) takeList(query, take, found);
  return [...found];
}

/** The query without `select:` in front. */
export const withoutSelect = (text: string): string => text.replace(selectPrefix, '');

/** Names of a list behind `select:` that no tool has. */
export function findMissing(text: string, catalog: Catalog, mayBeSeen: (ordinal: number) => boolean): string[] {
  if (!selectPrefix.test(text)) return [];
  const names = withoutSelect(text.slice(0, longestRead))
    .split(/[,;|]/)
    .map((part) => part.replace(edges, ''));
  return names.filter((name) => name !== '' && catalog.named(squash(name), mayBeSeen).length === 0);
}

/** Whether a tool is spelled just so, up to case and the width of its spaces. */
function hasSpaced(text: string, catalog: Catalog, mayBeSeen: (ordinal: number) => boolean): boolean {
  const spelled = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');
  const named = catalog.named(squash(text), mayBeSeen);
  if (named.length === 0) return false;
  const wanted = spelled(text);
  return named.some((ordinal) => [catalog.names, catalog.ids].some((list) => spelled(list[ordinal]!) === wanted));
}

/** A list with commas of which every part is a name. */
function takeList(query: string, take: (name: string) => boolean, found: Set<number>): void {
  const parts = query.split(/[,;|]/).map((part) => part.replace(edges, ''));
  if (parts.length < 2 || parts.length > 32) return;
  if (!parts.every((part) => part !== '' && take(part))) found.clear();
}
