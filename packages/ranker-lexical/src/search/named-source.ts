import { contentWeight } from '../lexicon/lexicon.js';
import type { QueryUnit } from '../query/query-units.js';
import { analyzeWord } from '../text/analyzer.js';
import { forEachWord } from '../text/words.js';

/** What names of sources have in common; a query that says one of them names no source. */
const generic = new Set(['mcp', 'server', 'servers', 'remote', 'local', 'api', 'tool', 'tools', 'official', 'service', 'app', 'plugin']);

/** Terms that a source is known by: the words of its name, without those that many have. */
export function sourceTerms(owner: string): ReadonlySet<string> {
  const terms = new Set<string>();
  forEachWord(owner, (word) => {
    if (generic.has(word.toLowerCase())) return;
    const analyzed = analyzeWord(word);
    for (const term of analyzed.terms) terms.add(term);
    if (analyzed.whole !== undefined) terms.add(analyzed.whole);
  });
  return terms;
}

/** Sources whose terms are remembered; then all are forgotten at once. */
const mostRemembered = 16_384;

/** As `sourceTerms`, for the sources of one search that may be seen; `known` keeps them from one search to the next. */
export function rememberedTerms(owner: string, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  let terms = known.get(owner);
  if (terms === undefined) {
    if (known.size >= mostRemembered) known.clear();
    terms = sourceTerms(owner);
    known.set(owner, terms);
  }
  return terms;
}

/** Places of the content words of a query that name the source. */
export function unitsNaming(owner: string, units: readonly QueryUnit[]): readonly number[] {
  const terms = sourceTerms(owner);
  return units.flatMap((unit, place) => (unit.weight >= contentWeight && terms.has(unit.word.term) ? [place] : []));
}
