import { type Logger, type RankDocument, type Ranker } from '@toolrack/contracts';
import { EmbeddingsClient } from './embeddings-client.js';
import { HybridIndex } from './hybrid-index.js';
import { type HybridParts } from './hybrid-view.js';
import { type RankerHybridOptions } from './options.js';
import { QueryEmbedder } from './query-embedder.js';
import { VectorCache } from './vector-cache.js';
import { VectorStore } from './vector-store.js';

/** What a hybrid ranker is made of besides its options. */
export interface HybridSurroundings {
  readonly lexical: Ranker;
  readonly apiKey?: string;
  /** Absolute, or absent to keep nothing. */
  readonly cacheFile?: string;
  readonly logger: Logger;
}

/** Joins the answers of a lexical ranker with the similarity of embeddings. Close it, or it goes on embedding in the background. */
export class HybridRanker implements Ranker {
  readonly name: string;
  private readonly parts: HybridParts;

  constructor(
    private readonly surroundings: HybridSurroundings,
    private readonly options: Omit<RankerHybridOptions, 'lexical' | 'cacheFile' | 'apiKeyEnv' | 'baseDirectory'>,
  ) {
    const { logger, cacheFile, apiKey, lexical } = surroundings;
    const { timeoutMs = 150, queryPrefix = '', batchSize = 64 } = options;
    this.name = `hybrid(${lexical.name})`;
    const client = new EmbeddingsClient(options.url, options.model, apiKey);
    this.parts = {
      store: new VectorStore(client, new VectorCache(cacheFile, logger), { batchSize }, logger),
      queries: new QueryEmbedder(client, { timeoutMs, prefix: queryPrefix }, logger),
      settings: {
        weight: options.weight ?? 0.3,
        fusion: options.fusion ?? 'score',
        candidates: options.candidates ?? 50,
        minimumSimilarity: options.minimumSimilarity ?? 0,
        strongSimilarity: options.strongSimilarity ?? Number.POSITIVE_INFINITY,
      },
    };
  }

  async index(documents: readonly RankDocument[]): Promise<HybridIndex> {
    const inner = await this.surroundings.lexical.index(documents);
    const index = new HybridIndex(inner, documents, this.parts, this.options.documentPrefix ?? '');
    await this.parts.store.settled(this.options.indexWaitMs ?? 0);
    return index;
  }

  close(): void {
    this.parts.store.close();
  }
}
