import { compareCodeUnits, type RankAnswer, type RankDocument, type RankedHit, type RankIndex, type RankQuery } from '@toolrack/contracts';
import MiniSearch, { type SearchResult } from 'minisearch';
import { documentFields, fieldBoosts, type DocumentFields } from './document-fields.js';
import { softTerms, termsOf, wordsOf, type Word } from './words.js';

/** What an index needs to know besides its documents. */
export interface MinisearchIndexOptions {
  /** Below this confidence an answer is marked as weak. */
  readonly weakBelow: number;
  /** Correct and complete words that nothing contains. */
  readonly lenient: boolean;
}

/** Weight of a term that carries no ability. */
const softWeight = 0.3;
/** How many of the first hits are looked at for `confidence`. */
const looked = 3;
/** How much of its weight a corrected or completed word covers. */
const correctedShare = 0.6;
/** Terms of a query that count; longer queries are cut. */
const mostTerms = 64;

/** An index over fixed documents. */
export class MinisearchIndex implements RankIndex {
  private readonly documents: readonly RankDocument[];
  private readonly byId = new Map<string, number>();
  private readonly byName = new Map<string, number[]>();
  private readonly frequencies = new Map<string, number>();
  /** Terms of the document that is being added, as MiniSearch tells no document frequencies. */
  private readonly termsOfDocument = new Set<string>();
  private readonly engine: MiniSearch<DocumentFields>;

  constructor(
    documents: readonly RankDocument[],
    private readonly options: MinisearchIndexOptions,
  ) {
    // By id, so that the order in which documents came does not matter.
    this.documents = [...documents].sort((left, right) => compareCodeUnits(left.id, right.id));
    this.engine = new MiniSearch<DocumentFields>({
      fields: Object.keys(fieldBoosts),
      tokenize: termsOf,
      processTerm: (term) => {
        this.termsOfDocument.add(term);
        return term;
      },
      searchOptions: { boost: fieldBoosts },
    });
    this.documents.forEach((document, ordinal) => this.add(document, ordinal));
  }

  get size(): number {
    return this.documents.length;
  }

  search({ text, limit }: RankQuery): RankAnswer {
    const words = wordsOf(text);
    const terms = [...new Set(words.flatMap((word) => this.queryTerms(word)))].slice(0, mostTerms);
    const results = this.ranked(terms);
    const exact = this.exact(text);
    const hits = this.hits(results, exact).slice(0, limit);
    if (exact.length > 0) return { hits, unmatched: [], confidence: 1, weak: false };
    const matched = new Set(results.flatMap(({ queryTerms }) => queryTerms));
    const unmatched = words.filter((word) => !this.queryTerms(word).some((term) => matched.has(term))).map((word) => word.text);
    const confidence = this.coverage(terms, results);
    return { hits, unmatched: [...new Set(unmatched)], confidence, weak: hits.length === 0 || confidence < this.options.weakBelow };
  }

  private add(document: RankDocument, ordinal: number): void {
    this.engine.add(documentFields(document, ordinal));
    this.byId.set(document.id, ordinal);
    for (const key of new Set([document.id.toLowerCase(), document.name.toLowerCase()])) {
      const known = this.byName.get(key);
      if (known === undefined) this.byName.set(key, [ordinal]);
      else known.push(ordinal);
    }
    for (const term of this.termsOfDocument) this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
    this.termsOfDocument.clear();
  }

  /** The parts of a word, and the word undivided when a tool spells it so. */
  private queryTerms({ parts, whole }: Word): readonly string[] {
    return whole !== undefined && this.frequencies.has(whole) ? [...parts, whole] : parts;
  }

  /** Sorted here: equal scores go by id. */
  private ranked(terms: readonly string[]): readonly SearchResult[] {
    if (terms.length === 0) return [];
    const unknown = (term: string): boolean => this.options.lenient && !this.frequencies.has(term);
    const results = this.engine.search(terms.join(' '), {
      tokenize: () => [...terms],
      processTerm: (term) => term,
      boostTerm: (term) => (softTerms.has(term) ? softWeight : 1),
      fuzzy: (term) => (unknown(term) && term.length >= 4 ? (term.length < 8 ? 1 : 2) : false),
      prefix: (term) => unknown(term) && term.length >= 3,
    });
    return results.sort((left, right) => right.score - left.score || (left.id as number) - (right.id as number));
  }

  /** The document with exactly that id, else all whose id or name is equal when the case does not count. */
  private exact(text: string): readonly number[] {
    const wanted = text.trim();
    const byId = this.byId.get(wanted);
    return byId === undefined ? (this.byName.get(wanted.toLowerCase()) ?? []) : [byId];
  }

  /** Exact names first, with a score that nothing behind them passes. */
  private hits(results: readonly SearchResult[], exact: readonly number[]): readonly RankedHit[] {
    const scores = new Map(results.map((result) => [result.id as number, result.score]));
    const best = results[0]?.score ?? 1;
    const named = [...exact].sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0) || left - right);
    const others = results.filter((result) => !exact.includes(result.id as number));
    return [
      ...named.map((ordinal) => ({ id: this.idOf(ordinal), score: best })),
      ...others.map((result) => ({ id: this.idOf(result.id as number), score: result.score })),
    ];
  }

  private idOf(ordinal: number): string {
    return (this.documents[ordinal] as RankDocument).id;
  }

  /** Share of the query's inverse document frequency that the best of the first hits covers; unknown words weigh most. */
  private coverage(terms: readonly string[], results: readonly SearchResult[]): number {
    const mass = (term: string): number => {
      const frequency = this.frequencies.get(term) ?? 0;
      // The inverse document frequency of BM25, as MiniSearch and Lucene have it.
      const weight = Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
      return softTerms.has(term) ? weight * softWeight : weight;
    };
    const total = terms.reduce((sum, term) => sum + mass(term), 0);
    if (total === 0) return 0;
    const covered = results
      .slice(0, looked)
      .map(({ queryTerms }) => queryTerms.reduce((sum, term) => sum + mass(term) * (this.frequencies.has(term) ? 1 : correctedShare), 0));
    return Math.min(1, Math.max(0, ...covered) / total);
  }
}
