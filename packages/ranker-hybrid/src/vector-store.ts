import { settledWithin, type Logger } from '@toolrack/contracts';
import { EndpointError, type Embeddings, type EmbeddingsClient } from './embeddings-client.js';
import { type VectorCache, type Vectors } from './vector-cache.js';

/** How a store asks. */
export interface VectorStoreOptions {
  readonly batchSize: number;
}

/** Longest wait for one batch: a model may have to be loaded first. */
const batchTimeoutMs = 60_000;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** The vectors of definitions, by the model that the endpoint really runs. Missing ones are asked for in the background. */
export class VectorStore {
  private readonly models: Map<string, Vectors>;
  private readonly wanted = new Map<string, string>();
  private readonly refused = new Set<string>();
  /** Lengths of vectors for which a model's vectors were given up. */
  private readonly renewed = new Set<string>();
  private readonly closing = new AbortController();
  private liveModel: string | undefined;
  private pumping: Promise<void> | undefined;

  constructor(
    private readonly client: EmbeddingsClient,
    private readonly cache: VectorCache,
    private readonly options: VectorStoreOptions,
    private readonly logger: Logger,
  ) {
    this.models = cache.read();
  }

  /** Asks for what is missing, without waiting. */
  want(texts: Iterable<readonly [digest: string, text: string]>): void {
    for (const [digest, text] of texts) this.wanted.set(digest, text);
    this.start();
  }

  /** Waits until everything that is wanted is there or refused, at most that long. */
  async settled(milliseconds: number): Promise<void> {
    if (this.pumping !== undefined && milliseconds > 0) await settledWithin(this.pumping, milliseconds);
  }

  vectors(model: string): ReadonlyMap<string, Float32Array> | undefined {
    return this.models.get(model);
  }

  /**
   * Tells which model the endpoint runs now, and how long its vectors are. Another one than before needs vectors of its own; so does one that
   * has changed their length under the same name.
   */
  seen(model: string, dimensions: number): void {
    this.renew(model, dimensions);
    if (this.liveModel !== undefined && this.liveModel !== model) {
      this.logger.info(`The endpoint runs ${model} instead of ${this.liveModel}; definitions are embedded anew.`);
    }
    if (this.liveModel === model) return;
    this.liveModel = model;
    this.start();
  }

  /** How long the vectors of a model's definitions are; `undefined` while there are none. */
  dimensions(model: string): number | undefined {
    return this.models.get(model)?.values().next().value?.length;
  }

  private renew(model: string, dimensions: number): void {
    const before = this.dimensions(model);
    if (before === undefined || before === dimensions) return;
    const form = `${dimensions} ${model}`;
    // Two models behind one name would have everything embedded with every answer.
    if (this.renewed.has(form)) return;
    this.renewed.add(form);
    this.logger.warn(`The vectors of ${model} have ${dimensions} dimensions instead of ${before}; definitions are embedded anew.`);
    this.models.get(model)?.clear();
    this.start();
  }

  close(): void {
    this.closing.abort(new Error('the runtime is disposed'));
  }

  private start(): void {
    if (this.pumping !== undefined || this.closing.signal.aborted || this.missing(1).length === 0) return;
    this.pumping = this.pump().finally(() => {
      this.pumping = undefined;
    });
  }

  private async pump(): Promise<void> {
    let pause = firstPauseMs;
    let size = this.options.batchSize;
    while (!this.closing.signal.aborted) {
      // The first request is a small one: only its answer tells whose vectors are missing.
      const batch = this.missing(this.liveModel === undefined ? 1 : size);
      if (batch.length === 0) return;
      try {
        this.keep(batch, await this.ask(batch.map(([, text]) => text)));
        pause = firstPauseMs;
        size = this.options.batchSize;
      } catch (error) {
        if (this.closing.signal.aborted) return;
        if (error instanceof EndpointError && error.isRefusal) size = this.refuse(batch, error);
        else {
          const said = error instanceof EndpointError ? error.retryAfterMs : undefined;
          this.logger.debug(`Embedding of definitions waits: ${(error as Error).message}`);
          await this.sleep(Math.min(longestPauseMs, Math.max(said ?? 0, pause)));
          pause *= 2;
        }
      }
    }
  }

  private ask(texts: readonly string[]): Promise<Embeddings> {
    return this.client.embed(texts, AbortSignal.any([this.closing.signal, AbortSignal.timeout(batchTimeoutMs)]));
  }

  private missing(most: number): readonly (readonly [string, string])[] {
    const known = this.liveModel === undefined ? undefined : this.models.get(this.liveModel);
    const found: (readonly [string, string])[] = [];
    for (const entry of this.wanted) {
      if (known?.has(entry[0]) === true || this.refused.has(entry[0])) continue;
      if (found.push(entry) >= most) break;
    }
    return found;
  }

  private keep(batch: readonly (readonly [string, string])[], { model, vectors }: Embeddings): void {
    const length = vectors[0]?.length ?? 0;
    this.renew(model, length);
    const before = this.dimensions(model) ?? length;
    if (before !== length) throw new EndpointError(`its vectors have ${length} dimensions where ${model} had ${before} before`, false);
    const known = this.models.get(model) ?? new Map<string, Float32Array>();
    this.models.set(model, known);
    const added = batch.map(([digest], index) => [digest, vectors[index] as Float32Array] as const);
    for (const [digest, vector] of added) known.set(digest, vector);
    this.cache.add(model, added);
    this.seen(model, length);
  }

  /** Halves the batch; a single text that is refused is left out. */
  private refuse(batch: readonly (readonly [string, string])[], error: EndpointError): number {
    if (batch.length > 1) return Math.ceil(batch.length / 2);
    this.refused.add((batch[0] as readonly [string, string])[0]);
    this.logger.warn(`A definition gets no vector, because the endpoint refuses its text: ${error.message}`);
    return this.options.batchSize;
  }

  private async sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      this.closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
