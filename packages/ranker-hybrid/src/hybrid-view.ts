import { type RankAnswer, type RankQuery, type RankView } from '@toolrack/contracts';
import { fuse, type SimilarTool } from './fuse.js';
import { type Fusion } from './options.js';
import { type EmbeddedQuery, type QueryEmbedder } from './query-embedder.js';
import { type VectorStore } from './vector-store.js';

/** A tool of an index. */
export interface Row {
  readonly id: string;
  readonly name: string;
  /** Digest of the text that is embedded. */
  readonly digest: string;
  /** Number of the change that brought the tool. */
  readonly since: number;
}

/** What the views of a ranker share. */
export interface HybridParts {
  readonly store: VectorStore;
  readonly queries: QueryEmbedder;
  readonly settings: {
    readonly weight: number;
    readonly fusion: Fusion;
    readonly candidates: number;
    readonly minimumSimilarity: number;
    readonly strongSimilarity: number;
  };
}

/** Share of the tools that need a vector before meaning counts; with fewer, those without would fall behind for no reason. */
const leastCovered = 0.95;

/** Searches by words in `inner` and by meaning among `rows`, which are the same tools. */
export class HybridView implements RankView {
  constructor(
    private readonly inner: RankView,
    private readonly rows: () => Iterable<Row>,
    private readonly parts: HybridParts,
  ) {}

  /** `fallback` says why meaning did not count; it is absent where meaning must not count (exact names, no words). */
  async search({ text, limit }: RankQuery): Promise<RankAnswer> {
    const { queries, settings } = this.parts;
    // Without letters or digits there is nothing to mean.
    const hasWords = /[\p{L}\p{N}]/u.test(text);
    const embedding = hasWords ? queries.embed(text) : undefined;
    const lexical = await this.inner.search({ text, limit: Math.max(limit, settings.candidates) });
    const byWords = { ...lexical, hits: lexical.hits.slice(0, limit) };
    if (embedding === undefined || this.isNamed(text, lexical)) return byWords;
    const embedded = await embedding;
    if ('reason' in embedded)
      return { ...byWords, fallback: `ranked by words alone: the embeddings endpoint did not help, ${embedded.reason}` };
    return this.joined(lexical, embedded, limit) ?? { ...byWords, fallback: 'ranked by words alone: the definitions are not embedded yet' };
  }

  /** A tool that is asked for by its name or id comes first, whatever others mean. */
  private isNamed(text: string, { hits }: RankAnswer): boolean {
    const first = hits[0]?.id;
    if (first === undefined) return false;
    const wanted = text.trim().toLowerCase();
    if (first.toLowerCase() === wanted) return true;
    for (const row of this.rows()) if (row.id === first) return row.name.toLowerCase() === wanted;
    return false;
  }

  private joined(lexical: RankAnswer, { model, vector, isKept }: EmbeddedQuery, limit: number): RankAnswer | undefined {
    const { store, queries, settings } = this.parts;
    // A remembered query may be older than the vectors of the definitions.
    if (isKept && (store.dimensions(model) ?? vector.length) !== vector.length) queries.forget();
    else store.seen(model, vector.length);
    const vectors = store.vectors(model);
    if (vectors === undefined) return undefined;
    const similarities = new Map<string, number>();
    let count = 0;
    for (const { id, digest } of this.rows()) {
      count += 1;
      const known = vectors.get(digest);
      if (known !== undefined && known.length === vector.length) similarities.set(id, product(known, vector));
    }
    if (similarities.size < leastCovered * count || count === 0) return undefined;
    const similar = mostSimilar(similarities, settings.candidates).filter(({ similarity }) => similarity > settings.minimumSimilarity);
    const { weight, fusion, strongSimilarity } = settings;
    const hits = fuse({ lexical: lexical.hits, similar, similarityOf: (id) => similarities.get(id), weight, fusion }).slice(0, limit);
    const isStrong = (similar[0]?.similarity ?? 0) >= strongSimilarity;
    return { ...lexical, hits, weak: hits.length === 0 || (!isStrong && (lexical.weak ?? lexical.hits.length === 0)) };
  }
}

function product(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

/** Best first, equal ones by id. */
function mostSimilar(similarities: ReadonlyMap<string, number>, most: number): readonly SimilarTool[] {
  const all = [...similarities].map(([id, similarity]) => ({ id, similarity }));
  return all.sort((left, right) => right.similarity - left.similarity || (left.id < right.id ? -1 : 1)).slice(0, most);
}
