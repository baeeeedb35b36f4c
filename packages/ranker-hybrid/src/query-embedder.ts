import { reasonOf, type Logger } from '@toolrack/contracts';
import { EndpointError, type EmbeddingsClient } from './embeddings-client.js';

/** A query as the endpoint sees it. */
export interface EmbeddedQuery {
  readonly model: string;
  readonly vector: Float32Array;
  /** It was remembered, so it tells nothing about the endpoint now. */
  readonly isKept: boolean;
}

/** How queries are asked for. */
export interface QueryEmbedderOptions {
  readonly timeoutMs: number;
  readonly prefix: string;
}

/** How long the endpoint is left alone after it failed; doubled with each further failure. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;
/** Left of the time for the answer by words, which has to be there when the time is over. */
const answerMs = 10;
/** Queries whose vectors are remembered. */
const mostKept = 500;

/** Embeds queries within a time. An endpoint that failed is left alone for a while, so that searches do not wait for it again and again. */
export class QueryEmbedder {
  private readonly kept = new Map<string, EmbeddedQuery>();
  private pauseMs = firstPauseMs;
  private silentUntil = 0;
  private outage: string | undefined;

  constructor(
    private readonly client: EmbeddingsClient,
    private readonly options: QueryEmbedderOptions,
    private readonly logger: Logger,
  ) {}

  /** Forgets what it remembers, since the model gives other vectors now. */
  forget(): void {
    this.kept.clear();
  }

  /** Never rejects: the query's vector, or why there is none, in words that a model may read. */
  async embed(text: string): Promise<EmbeddedQuery | { readonly reason: string }> {
    const known = this.kept.get(text);
    if (known !== undefined) return known;
    if (this.outage !== undefined && performance.now() < this.silentUntil) return { reason: this.outage };
    const waitMs = Math.max(1, this.options.timeoutMs - answerMs);
    const signal = AbortSignal.timeout(waitMs);
    try {
      const { model, vectors } = await this.client.embed([this.options.prefix + text], signal);
      const embedded = { model, vector: vectors[0] as Float32Array, isKept: false };
      this.recover();
      if (this.kept.size >= mostKept) this.kept.clear();
      this.kept.set(text, { ...embedded, isKept: true });
      return embedded;
    } catch (error) {
      if (signal.aborted) return { reason: this.fail(`it does not answer within ${waitMs} ms`) };
      if (error instanceof EndpointError) return { reason: this.fail(error.message, error.detail) };
      return { reason: this.fail('it fails', reasonOf(error)) };
    }
  }

  private fail(reason: string, detail?: string): string {
    const told = detail === undefined ? reason : `${reason} (${detail})`;
    if (this.outage === undefined) this.logger.warn(`Searches go by words alone, because of the embeddings endpoint: ${told}.`);
    this.outage = reason;
    this.silentUntil = performance.now() + this.pauseMs;
    this.pauseMs = Math.min(longestPauseMs, this.pauseMs * 2);
    return reason;
  }

  private recover(): void {
    if (this.outage !== undefined) this.logger.info('The embeddings endpoint answers again.');
    this.outage = undefined;
    this.pauseMs = firstPauseMs;
  }
}
