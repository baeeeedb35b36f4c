import { boundedBody, isJsonObject, reasonOf } from '@toolrack/contracts';
import { unitVector } from './unit-vector.js';

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

/** Most bytes of an answer: of what stands around the vectors, and of one vector, with 8,192 dimensions of 32 characters each. */
const mostBytes = 65_536;
const mostVectorBytes = 8192 * 32;

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
    return parse(await readJson(response, texts.length, signal), texts.length, this.model);
  }
}

async function readJson(response: Response, count: number, signal: AbortSignal): Promise<unknown> {
  let body: Buffer | undefined;
  try {
    body = await boundedBody(response, mostBytes + count * mostVectorBytes);
    if (body !== undefined) return JSON.parse(body.toString());
  } catch {
    signal.throwIfAborted();
    throw new EndpointError('its answer is not JSON', false);
  }
  throw new EndpointError(`its answer is too long for ${count} vectors`, false);
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

function unit(values: unknown): Float32Array {
  const isNumbers = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'number');
  const vector = isNumbers ? unitVector(Float32Array.from(values)) : undefined;
  if (vector === undefined) throw new EndpointError('a vector of its answer is not a list of numbers', false);
  return vector;
}
