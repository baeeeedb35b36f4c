import type { RankAnswer, RankQuery } from '@toolrack/contracts';
import { contentWeight, type Lexicon } from '../lexicon/lexicon.js';
import { splitAbilities } from '../query/abilities.js';
import { actionsOf, askedActions } from '../query/asked-action.js';
import { findMissing, findNamed, withoutSelect } from '../query/exact-names.js';
import { readQueryWords } from '../query/query-words.js';
import { UnitResolver, type QueryUnit } from '../query/query-units.js';
import type { TermStatistics } from '../query/term-statistics.js';
import type { LexicalSettings } from '../settings.js';
import { hasBit } from '../store/bitmap.js';
import type { IndexStore } from '../store/index-store.js';
import { placeAbilities } from './abilities-ranking.js';
import { unitsNaming } from './named-source.js';
import { placeByProvenance, placeOriginals, type Provenance, type Suitability } from './provenance.js';
import { chooseCandidates } from './candidates.js';
import { exactNameScope } from './exact-name-order.js';
import { ConfidenceJudge } from './confidence.js';
import { CopyFinder } from './copies.js';
import { Examination } from './examination.js';
import { CandidateScorer, type Scored } from './scoring.js';
import type { Scratch } from './scratch.js';

/** The parts of an index that a search reads. */
export interface SearchableParts {
  readonly settings: LexicalSettings;
  readonly lexicon: Lexicon;
  readonly store: IndexStore;
  readonly scratch: Scratch;
}

/** Score of the tools that the query names, and a little more for the first ones; beyond any other score. */
const namedScore = 10_000;
const abilityCandidates = 10;

/** Answers a query from an index, or from the documents of a bitmap as if there were no others. */
export function searchParts(
  parts: SearchableParts,
  statistics: TermStatistics,
  allowed: Uint32Array | undefined,
  query: RankQuery,
): RankAnswer {
  const { settings, lexicon } = parts;
  const { catalog, dictionary } = parts.store;
  if (statistics.documents === 0) return { hits: [], confidence: 0, weak: true };
  parts.scratch.fit(catalog.ordinals, dictionary.size);
  const mayBeSeen = (ordinal: number): boolean => allowed === undefined || hasBit(allowed, ordinal);
  const words = readQueryWords(withoutSelect(query.text), settings, lexicon);
  const resolver = new UnitResolver(settings, lexicon, dictionary, statistics);
  const units = resolver.resolve(words);
  const ranking = new Ranking(parts, statistics, allowed);
  const limit = Math.max(1, Math.trunc(query.limit) || 1);
  const wanted = Math.max(settings.candidates, limit);
  let scored: readonly Scored[] = ranking.rank(units, wanted, askedActions(query.text, units));
  if (settings.abilityPositions > 1) {
    const winners = splitAbilities(query.text, units).flatMap((part) => ranking.rank(part, abilityCandidates, actionsOf(part)).slice(0, 1));
    scored = placeAbilities(scored, winners, settings);
  }
  scored = ranking.placed(units, scored, {
    isTrusted: (ordinal) => hasBit(catalog.trusted, ordinal),
    isEstablished: (ordinal) => settings.establishedShare >= 1 || catalog.hasSiblings(ordinal, settings.establishedTools, mayBeSeen),
  });
  const names = exactNameScope(catalog, mayBeSeen, lexicon, () => scored, limit);
  const named = findNamed(query.text, names);
  const missing = findMissing(query.text, names);
  const namedSet = new Set(named);
  const rest = scored.filter((hit) => !namedSet.has(hit.ordinal));
  const hits = [
    ...named.map((ordinal, place) => ({ id: catalog.ids[ordinal] as string, score: namedScore + 1 / (place + 1) })),
    ...rest.map((hit) => ({ id: catalog.ids[hit.ordinal] as string, score: hit.score })),
  ].slice(0, limit);
  const unmatched = [
    ...new Set([
      ...missing,
      ...units.filter((unit) => unit.alternatives.length === 0 && unit.weight >= contentWeight).map((unit) => unit.word.written),
    ]),
  ];
  const confidence = hits.length === 0 ? 0 : named.length > 0 ? 1 : ranking.confidence(units, scored);
  if (statistics.documents >= fewestDocuments && isHopeless(units, confidence, parts))
    return { hits: [], unmatched, confidence: 0, weak: true };
  return { hits, unmatched, confidence, weak: confidence < settings.weakBelow };
}

/** In a smaller catalog one unknown word outweighs all others. */
const fewestDocuments = 8;
/** Keywords from which on a query that is mostly unknown is hopeless. */
const fewestForShare = 5;

/**
 * Whether the hits of a query of keywords are more likely to mislead than to help: it is an order in English, one word matches nothing, and the
 * confidence is very low, or of five or more words two thirds match nothing. A sentence has words that no tool needs, and words that nothing has
 * may be grammar of another language, so such answers are only marked. Under 1 % of the right answers are lost by it, in English
 * (`benchmarks/ranking`) and in six other languages (`test/languages.json`).
 */
function isHopeless(
  units: readonly QueryUnit[],
  confidence: number,
  { settings: { emptyBelow, weakBelow }, lexicon }: SearchableParts,
): boolean {
  const unmatched = units.filter((unit) => unit.alternatives.length === 0).length;
  if (unmatched === 0 || emptyBelow === 0 || units.some((unit) => unit.weight < contentWeight)) return false;
  const isMostlyUnknown = units.length >= fewestForShare && unmatched * 3 >= units.length * 2;
  if (confidence >= emptyBelow && !(isMostlyUnknown && confidence < weakBelow)) return false;
  return units.some(({ word }) => lexicon.isOrder(word.surface));
}

/** Ranks documents for one group of units. */
class Ranking {
  constructor(
    private readonly parts: SearchableParts,
    private readonly statistics: TermStatistics,
    private readonly allowed: Uint32Array | undefined,
  ) {}

  private readonly compare = (left: number, right: number): number => {
    const { ids } = this.parts.store.catalog;
    return (ids[left] as string) < (ids[right] as string) ? -1 : 1;
  };

  confidence(units: readonly QueryUnit[], scored: readonly Scored[]): number {
    return this.examine(units, (examination) =>
      new ConfidenceJudge(units, this.statistics, examination, this.parts.lexicon).ofAnswer(scored),
    );
  }

  placed(units: readonly QueryUnit[], scored: readonly Scored[], provenance: Provenance): readonly Scored[] {
    const copies = new CopyFinder(this.parts.store.forward, this.parts.scratch.marks);
    // Asked for few queries, so nothing is prepared for it.
    const suitability: Suitability = {
      fit: ({ ordinal }) =>
        this.examine(units, (examination) => new ConfidenceJudge(units, this.statistics, examination, this.parts.lexicon).fitOf(ordinal)),
      isSourceNamed: (hit, other) => {
        const naming = unitsNaming(this.parts.store.catalog.owners[hit.ordinal] as string, units);
        if (naming.length === 0) return false;
        return this.examine(units, (examination) => {
          examination.read(other.ordinal);
          return naming.some((place) => (examination.shares[place] as number) < 1);
        });
      },
    };
    return placeByProvenance(placeOriginals(scored, provenance, copies), provenance, suitability, this.parts.settings);
  }

  rank(units: readonly QueryUnit[], wanted: number, asked: number): Scored[] {
    const { lexicon, scratch, settings } = this.parts;
    const { dictionary, forward, postings } = this.parts.store;
    return this.examine(units, (examination) => {
      const { allowed, compare, statistics } = this;
      const chosen = chooseCandidates({ units, postings, allowed, scratch, examination, wanted, compare });
      const scorer = new CandidateScorer({ units, settings, forward, statistics, dictionary, lexicon, examination, asked });
      const scored = chosen.map((candidate) => scorer.score(candidate)).filter((hit) => hit.relevant);
      return scored.sort((left, right) => right.score - left.score || compare(left.ordinal, right.ordinal));
    });
  }

  private examine<Result>(units: readonly QueryUnit[], use: (examination: Examination) => Result): Result {
    const examination = new Examination(units, this.parts.store.forward, this.parts.scratch);
    examination.open();
    try {
      return use(examination);
    } finally {
      examination.close();
    }
  }
}
