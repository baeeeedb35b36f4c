import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import type { NameScope } from '../query/exact-names.js';
import { hasBit } from '../store/bitmap.js';
import type { Catalog } from '../store/catalog.js';
import { analyzeWord } from '../text/analyzer.js';
import { isAscii } from '../text/fold.js';
import { forEachWord } from '../text/words.js';
import { rememberedTerms } from './named-source.js';
import type { Scored } from './scoring.js';

interface NamedSource {
  readonly near: number;
  readonly far: number;
  /** Share of the source's name that is said. */
  readonly share: number;
}

const unnamed: NamedSource = { near: 0, far: 0, share: 0 };

/** Terms of the words of a text that can name something, without those of `except`. */
function contentTerms(text: string, except: string, lexicon: Lexicon): ReadonlySet<string> {
  const terms = new Set<string>();
  if (text === '') return terms;
  forEachWord(text.replaceAll(except, ' '), (word) => {
    if (lexicon.weightOf(word.toLowerCase()) < contentWeight) return;
    const analyzed = analyzeWord(word);
    for (const term of analyzed.terms) terms.add(term);
    if (analyzed.whole !== undefined) terms.add(analyzed.whole);
  });
  return terms;
}

const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let count = 0;
  for (const term of left) if (right.has(term)) count += 1;
  return count;
};

/** What the query says beside a name. */
interface Beside {
  readonly near: ReadonlySet<string>;
  readonly far: ReadonlySet<string>;
}

/** Looks for the names of sources in what stands beside a name. Of thousands of sources most are told apart by the letters that a word begins with. */
function sourceFinder({ near, far }: Beside, remembered: Map<string, ReadonlySet<string>>): (owner: string) => NamedSource {
  const beginnings = [...new Set([...near, ...far].map((term) => term.slice(0, 2)))];
  if (beginnings.length === 0) return () => unnamed;
  const known = new Map<string, NamedSource>();
  return (owner) => {
    const lower = owner.toLowerCase();
    if (isAscii(owner) && !beginnings.some((beginning) => lower.includes(beginning))) return unnamed;
    let found = known.get(owner);
    if (found === undefined) {
      const terms = rememberedTerms(owner, remembered);
      const said = shared(terms, far);
      found = { near: shared(terms, near), far: said, share: terms.size === 0 ? 0 : said / terms.size };
      known.set(owner, found);
    }
    return found;
  };
}

/** A document with the name, and what its place among the others goes by. */
interface Claim {
  readonly ordinal: number;
  readonly id: string;
  readonly major: number;
  readonly share: number;
  readonly place: number;
}

const isBefore = (left: Claim, right: Claim): boolean => {
  if (left.major !== right.major) return left.major > right.major;
  if (left.share !== right.share) return left.share > right.share;
  return left.place === right.place ? left.id < right.id : left.place < right.place;
};

/** Up to so many are put in their places one by one; more are sorted. */
const mostPlaced = 64;

/** Puts a claim in its place among the best so far, of which at most `most` are kept: of thousands with one name few are shown. */
function keepBest(best: Claim[], claim: Claim, most: number): void {
  if (best.length >= most) {
    if (!isBefore(claim, best.at(-1) as Claim)) return;
    best.pop();
  }
  let at = best.length;
  while (at > 0 && isBefore(claim, best[at - 1] as Claim)) at -= 1;
  best.splice(at, 0, claim);
}

/** More than the terms that a source is known by, so that what is nearer decides first. */
const step = 256;

/**
 * Who comes first of several documents with one name: an id names one tool, then come tools whose source the query names beside (the nearer the
 * better), then those of trusted sources, however others spell theirs, then those spelled exactly so, then those whose source is named in
 * full, then those that the other words of the query, as `ranked` has them, fit best; last by id. The best `wanted` of each name are told.
 */
export function exactNameScope(
  catalog: Catalog,
  mayBeSeen: (ordinal: number) => boolean,
  lexicon: Lexicon,
  ranked: () => readonly Scored[],
  wanted: number,
): NameScope {
  const { ids, names, owners, trusted, sourceTerms: sourceTermsOf } = catalog;
  let places: Map<number, number> | undefined;
  const placeOf = (ordinal: number): number => {
    places ??= new Map(ranked().map((hit, place) => [hit.ordinal, place]));
    return places.get(ordinal) ?? places.size;
  };
  return {
    catalog,
    mayBeSeen,
    order: (ordinals, { name, beside: [near, far] }, isSourced) => {
      if (ordinals.length < 2 && !isSourced) return [...ordinals];
      const find = sourceFinder({ near: contentTerms(near, name, lexicon), far: contentTerms(far, name, lexicon) }, sourceTermsOf);
      const claims: Claim[] = [];
      for (const ordinal of ordinals) {
        const source = find(owners[ordinal] as string);
        if (isSourced && source.near === 0) continue;
        const id = ids[ordinal] as string;
        const said = (id === name ? step : source.near) * step + source.far;
        const major = said * 4 + (hasBit(trusted, ordinal) ? 2 : 0) + (names[ordinal] === name ? 1 : 0);
        const claim = { ordinal, id, major, share: source.share, place: placeOf(ordinal) };
        if (wanted > mostPlaced) claims.push(claim);
        else keepBest(claims, claim, wanted);
      }
      if (wanted > mostPlaced) claims.sort((left, right) => (isBefore(left, right) ? -1 : 1));
      return claims.map(({ ordinal }) => ordinal);
    },
  };
}
