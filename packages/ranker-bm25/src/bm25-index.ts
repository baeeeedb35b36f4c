import type { RankAnswer, RankDocument, RankedHit, RankIndex, RankQuery, RankView } from '@toolrack/contracts';
import { bestOf } from './best.js';
import { hasBit } from './bits.js';
import { ExactNames, type NameMarks } from './exact-names.js';
import { indexDocuments } from './index-documents.js';
import { coverage, unmatchedWords } from './marks.js';
import type { Postings } from './postings.js';
import { planQuery } from './query-plan.js';
import { SearchScope } from './scope.js';
import { scorePlan } from './scoring.js';

/** What an index needs to know besides its documents. */
export interface Bm25IndexOptions {
  /** Below this confidence an answer is marked as weak. */
  readonly weakBelow: number;
}

const byId = (left: RankDocument, right: RankDocument): number => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

/** A catalog hands its tools over in this order. */
function isSorted(documents: readonly RankDocument[]): boolean {
  for (let place = 1; place < documents.length; place += 1) {
    if ((documents[place - 1] as RankDocument).id > (documents[place] as RankDocument).id) return false;
  }
  return true;
}

/** An index over fixed documents. Texts are read and indexed at the first search that needs them. */
export class Bm25Index implements RankIndex {
  private readonly documents: readonly RankDocument[];
  private names: ExactNames | undefined;
  private postings: Postings | undefined;
  private whole: SearchScope | undefined;

  constructor(
    documents: readonly RankDocument[],
    private readonly options: Bm25IndexOptions,
  ) {
    // By id, so that neither answers nor ordinals depend on the order in which documents came.
    this.documents = isSorted(documents) ? [...documents] : [...documents].sort(byId);
  }

  get size(): number {
    return this.documents.length;
  }

  get ordinals(): number {
    return this.documents.length;
  }

  ordinal(id: string): number | undefined {
    return this.exactNames().ordinal(id);
  }

  search(query: RankQuery): RankAnswer {
    return this.searchIn(query, undefined);
  }

  view(allowed: Uint32Array): RankView {
    let scope: SearchScope | undefined;
    const marks: NameMarks = {};
    const scoped = (): SearchScope => (scope ??= new SearchScope(this.indexed(), allowed));
    return { search: (query) => this.searchIn(query, { allowed, scoped, marks }) };
  }

  private exactNames(): ExactNames {
    return (this.names ??= new ExactNames(this.documents));
  }

  private indexed(): Postings {
    return (this.postings ??= indexDocuments(this.documents));
  }

  private searchIn(
    { text, limit }: RankQuery,
    view: { readonly allowed: Uint32Array; readonly scoped: () => SearchScope; readonly marks: NameMarks } | undefined,
  ): RankAnswer {
    const allows = (ordinal: number): boolean => view === undefined || hasBit(view.allowed, ordinal);
    const exact = this.exactNames().find(text, allows, view?.marks);
    if (limit === 1 && exact.length === 1) {
      return { hits: [this.hit(exact[0] as number, 1)], unmatched: [], confidence: 1, weak: false };
    }
    const plan = planQuery(text);
    const postings = this.indexed();
    const scope = view === undefined ? (this.whole ??= new SearchScope(postings)) : view.scoped();
    const scores = scorePlan(plan, scope, postings.lengths);
    const order = this.order(scores.touched, scores.literalCount, scores.score, exact, limit);
    const confidence = exact.length > 0 ? 1 : order.length === 0 ? 0 : coverage(plan, scores, scope.size, order);
    return {
      hits: this.scored(order, scores.score, exact.length),
      unmatched: exact.length > 0 ? [] : unmatchedWords(plan, scores),
      confidence,
      weak: order.length === 0 || confidence < this.options.weakBelow,
    };
  }

  /** Exact names that share no term, exact names by score, literal matches by score, matches of an expansion alone. */
  private order(
    touched: readonly number[],
    literalCount: number,
    score: Float64Array,
    exact: readonly number[],
    limit: number,
  ): readonly number[] {
    const compare = (left: number, right: number): number => (score[right] as number) - (score[left] as number) || left - right;
    const named = new Set(exact);
    const unranked = exact.filter((ordinal) => score[ordinal] === 0);
    const ranked = exact.filter((ordinal) => score[ordinal] !== 0).sort(compare);
    const first = [...unranked, ...ranked].slice(0, limit);
    for (const tier of [touched.slice(0, literalCount), touched.slice(literalCount)]) {
      const rest = limit - first.length;
      if (rest <= 0) break;
      const others = named.size === 0 ? tier : tier.filter((ordinal) => !named.has(ordinal));
      first.push(...bestOf(others, rest, compare));
    }
    return first;
  }

  /** Hits whose scores never rise: an exact name gets at least the best score behind it, an expansion at most the one before it. */
  private scored(order: readonly number[], score: Float64Array, exact: number): readonly RankedHit[] {
    const shown = order.map((ordinal) => score[ordinal] as number);
    const named = Math.min(exact, shown.length);
    for (let place = named + 1; place < shown.length; place += 1) {
      shown[place] = Math.min(shown[place] as number, shown[place - 1] as number);
    }
    for (let place = named - 1; place >= 0; place -= 1) {
      shown[place] = Math.max(shown[place] as number, shown[place + 1] ?? 0);
    }
    return order.map((ordinal, place) => this.hit(ordinal, shown[place] as number));
  }

  private hit(ordinal: number, score: number): RankedHit {
    return { id: (this.documents[ordinal] as RankDocument).id, score };
  }
}
