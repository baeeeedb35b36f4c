import { isJsonObject, reasonOf } from '@toolrack/contracts';

/** Vectors of length 1 in the order of the texts, and the model that made them, as the endpoint names it. */
export interface Embeddings {
  readonly model: string;
  readonly vectors: readonly Float32Array[];
}

/** An endpoint that cannot or will not answer. The message may be shown to a model; what an operator needs besides is in `detail`, which holds neither key nor text. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  constructor(
    message: string,
    /** The endpoint refuses these texts; asking again is useless, asking for fewer may help. */
    readonly isRefusal: boolean,
    /** How long to wait at least, when the endpoint said so. */
    readonly retryAfterMs?: number,
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** Asks an OpenAI-compatible `/embeddings` endpoint. */
export class EmbeddingsClient {
  private readonly url: string;

  constructor(
    url: string,
    private readonly model: string,
    private readonly apiKey?: string,
  ) {
    this.url = /\/embeddings\/?$/u.test(url) ? url : `${url.replace(/\/+$/u, '')}/embeddings`;
  }

  /** Rejects with `EndpointError`, or with the reason of the signal. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    let response: Response;
    try {
      response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(this.apiKey === undefined ? {} : { authorization: `Bearer ${this.apiKey}` }) },
        body: JSON.stringify({ model: this.model, input: texts, encoding_format: 'float' }),
        signal,
        redirect: 'error',
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new EndpointError('it cannot be reached', false, undefined, reasonOf((error as Error).cause ?? error));
    }
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      throw statusError(response);
    }
    let body: unknown;
    try {
      body = await response.json();
    } catch {
      signal.throwIfAborted();
      throw new EndpointError('its answer is not JSON', false);
    }
    return parse(body, texts.length, this.model);
  }
}

function statusError(response: Response): EndpointError {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  const isRefusal = status === 400 || status === 413 || status === 422;
  return new EndpointError(
    `it answers with status ${status}`,
    isRefusal,
    Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined,
  );
}

function parse(body: unknown, count: number, model: string): Embeddings {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!Array.isArray(data) || data.length !== count) throw new EndpointError(`its answer does not hold ${count} vectors`, false);
  const vectors: Float32Array[] = Array.from({ length: count });
  for (const [position, item] of (data as readonly unknown[]).entries()) {
    const { index = position, embedding } = isJsonObject(item) ? item : {};
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw new EndpointError('its answer numbers the vectors wrongly', false);
    }
    vectors[index] = unit(embedding);
  }
  if (vectors.some((vector) => vector.length !== vectors[0]?.length)) {
    throw new EndpointError('its vectors have different numbers of dimensions', false);
  }
  const named = (body as { model?: unknown }).model;
  return { model: typeof named === 'string' && named !== '' ? named : model, vectors };
}

/** The vector scaled to length 1, so that a product is a cosine; zeros stay zeros. */
function unit(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    throw new EndpointError('a vector of its answer is not a list of numbers', false);
  }
  const vector = Float32Array.from(values as number[]);
  const length = Math.hypot(...chunkNorms(vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Lengths of pieces of a vector: `Math.hypot` takes its values as arguments, and those are limited. */
function chunkNorms(vector: Float32Array): readonly number[] {
  const norms: number[] = [];
  for (let from = 0; from < vector.length; from += 1024) norms.push(Math.hypot(...vector.subarray(from, from + 1024)));
  return norms;
}
