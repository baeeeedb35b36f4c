import { type JsonObject, type InnerRanker } from '@toolrack/contracts';

/** How the two rankings are joined. */
export type Fusion = 'score' | 'rank';

/** Options of `rankerHybrid`. */
export interface RankerHybridOptions {
  /** The lexical ranker: a plugin's name, `["name", { options }]`, or in code a plugin or a ranker. */
  readonly lexical: InnerRanker;
  /** Base address of an OpenAI-compatible interface (`http://127.0.0.1:11434/v1`), or the whole address of its `/embeddings`. */
  readonly url: string;
  /** Name of the model to ask for. */
  readonly model: string;
  /** Environment variable that holds the key; none is sent without it. */
  readonly apiKeyEnv?: string;
  /** File that keeps vectors between starts; none when absent. */
  readonly cacheFile?: string;
  /** Folder that `cacheFile` and paths in `lexical` are meant from; the current one. The command sets it to the folder of the configuration. */
  readonly baseDirectory?: string;
  /** Time of one search with the endpoint, in milliseconds; 150. The last ten are left for the answer by words. */
  readonly timeoutMs?: number;
  /** Weight of meaning against words, 0..1; 0.3. */
  readonly weight?: number;
  /** `score` adds normalised scores, `rank` adds reciprocal ranks; `score`. */
  readonly fusion?: Fusion;
  /** Hits of each side that are joined; 50. */
  readonly candidates?: number;
  /** Similarity (cosine) that a tool found by meaning alone must pass; 0. */
  readonly minimumSimilarity?: number;
  /** Similarity from which an answer is not weak although its words say so; never when absent. Depends on the model. */
  readonly strongSimilarity?: number;
  /** Texts in one request; 64. */
  readonly batchSize?: number;
  /** How long `index` waits for the vectors of its tools, in milliseconds; 0, as they come in the background. For measurements and tests. */
  readonly indexWaitMs?: number;
  /** Put in front of a query and of a definition, as some models want it (`search_query: `); nothing. */
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
}

const text: JsonObject = { type: 'string', minLength: 1 };
const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 };
const count = (maximum: number): JsonObject => ({ type: 'integer', minimum: 1, maximum });

/** JSON Schema of `RankerHybridOptions`. The form of `lexical` is checked by the plugin, as code may hand in objects. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['lexical', 'url', 'model'],
  properties: {
    lexical: { description: 'the lexical ranker: a plugin name or ["name", { options }]' },
    url: { type: 'string', pattern: '^https?://' },
    model: text,
    apiKeyEnv: text,
    cacheFile: text,
    baseDirectory: text,
    timeoutMs: { type: 'integer', minimum: 1, maximum: 10_000 },
    weight: share,
    fusion: { enum: ['score', 'rank'] },
    candidates: count(1000),
    minimumSimilarity: share,
    strongSimilarity: share,
    batchSize: count(2048),
    indexWaitMs: { type: 'integer', minimum: 0, maximum: 600_000 },
    queryPrefix: { type: 'string' },
    documentPrefix: { type: 'string' },
  },
};
