import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf, type Logger } from '@toolrack/contracts';
import { unitVector } from './unit-vector.js';

/** Vectors by digest of their text. */
export type Vectors = Map<string, Float32Array>;

/**
 * Vectors on disk: one JSON object a line, `{ "model", "digest", "vector" }`, the vector as base64 of 32-bit floats (little endian). Lines are
 * only added, so that a crash costs one line at most and two processes may share a file; lines that cannot be read are skipped, and of
 * vectors with different lengths the later ones count.
 */
export class VectorCache {
  private hasFailed = false;

  /** Without a file nothing is kept. */
  constructor(
    private readonly file: string | undefined,
    private readonly logger: Logger,
  ) {}

  /** The kept vectors by model. */
  read(): Map<string, Vectors> {
    const models = new Map<string, Vectors>();
    if (this.file === undefined || !existsSync(this.file)) return models;
    try {
      for (const line of readFileSync(this.file, 'utf8').split('\n')) readLine(line, models);
    } catch (error) {
      this.fail(error);
    }
    return models;
  }

  /** Never throws: without its cache the ranker only asks again after the next start. */
  add(model: string, vectors: Iterable<readonly [digest: string, vector: Float32Array]>): void {
    if (this.file === undefined || this.hasFailed) return;
    let lines = '';
    for (const [digest, vector] of vectors) {
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      lines += `${JSON.stringify({ model, digest, vector: bytes.toString('base64') })}\n`;
    }
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      appendFileSync(this.file, lines);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.logger.warn(`The cache of vectors cannot be used, so vectors are not kept: ${reasonOf(error)}`);
  }
}

function readLine(line: string, models: Map<string, Vectors>): void {
  if (line === '') return;
  try {
    const { model, digest, vector } = JSON.parse(line) as { model: unknown; digest: unknown; vector: unknown };
    if (typeof model !== 'string' || typeof digest !== 'string' || typeof vector !== 'string') return;
    const bytes = Uint8Array.from(Buffer.from(vector, 'base64'));
    if (bytes.length === 0 || bytes.length % 4 !== 0) return;
    const kept = unitVector(new Float32Array(bytes.buffer));
    if (kept === undefined) return;
    const vectors = models.get(model) ?? new Map<string, Float32Array>();
    // The model gives vectors of another length since then: those before are of no use.
    if (vectors.values().next().value?.length !== kept.length) vectors.clear();
    vectors.set(digest, kept);
    models.set(model, vectors);
  } catch {
    // A line that was cut off by a crash.
  }
}
