import { setTimeout as sleep } from 'node:timers/promises';
import { type RankDocument } from '@toolrack/contracts';
import { askModel, ChatError, type ChatEndpoint } from './chat-client.js';
import { definitionDigest } from './definition-digest.js';
import { type Enrichment, type Enrichments } from './enrichments.js';
import { definitionPrompt, instructions, parsePhrases } from './phrases.js';

/** How definitions are enriched. */
export interface EnrichOptions {
  readonly endpoint: ChatEndpoint;
  /** Requests at the same time; 4. */
  readonly concurrency?: number;
  /** Stops; what has been answered is kept. */
  readonly signal?: AbortSignal;
  /** Called after each definition with everything so far; may save it. */
  readonly onProgress?: (progress: EnrichProgress) => void | Promise<void>;
}

/** How far it is. */
export interface EnrichProgress {
  readonly done: number;
  readonly total: number;
  readonly enrichments: Enrichments;
}

/** What came out. */
export interface EnrichResult {
  /** Those known before and the new ones. */
  readonly enrichments: Enrichments;
  /** Definitions that were answered now. */
  readonly added: number;
  /** Definitions that had phrases already. */
  readonly known: number;
  /** Definitions without phrases, with the reason. */
  readonly failures: readonly { readonly tool: string; readonly reason: string }[];
  /** The endpoint was given up: nobody was asked after the last of many failures. */
  readonly isGivenUp: boolean;
}

/** Requests for one definition, and failures one after the other after which the endpoint is given up. */
const mostAttempts = 4;
const mostFailuresInARow = 8;

/** Asks the model once for each definition that has no phrases yet. A definition that fails costs no other one. Rejects only on abort. */
export async function enrichDefinitions(
  documents: readonly RankDocument[],
  known: Enrichments,
  options: EnrichOptions,
): Promise<EnrichResult> {
  const { endpoint, concurrency = 4, onProgress, signal = new AbortController().signal } = options;
  const enrichments = new Map(known);
  const failures: { tool: string; reason: string }[] = [];
  const missing = new Map<string, RankDocument>();
  for (const document of documents) {
    const digest = definitionDigest(document);
    if (!enrichments.has(digest)) missing.set(digest, document);
  }
  const total = missing.size;
  const queue = missing.entries();
  let inARow = 0;
  let asked = 0;
  const worker = async (): Promise<void> => {
    for (const [digest, document] of queue) {
      if (inARow >= mostFailuresInARow) return;
      asked += 1;
      const tool = `${document.source.owner}: ${document.name}`;
      try {
        enrichments.set(digest, { tool, phrases: await phrasesFor(document, endpoint, signal), by: endpoint.model } satisfies Enrichment);
        inARow = 0;
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ tool, reason: (error as Error).message });
        inARow += 1;
      }
      await onProgress?.({ done: enrichments.size - known.size + failures.length, total, enrichments });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const added = enrichments.size - known.size;
  return { enrichments, added, known: new Set(documents.map(definitionDigest)).size - total, failures, isGivenUp: asked < total };
}

async function phrasesFor(document: RankDocument, endpoint: ChatEndpoint, signal: AbortSignal): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const phrases = parsePhrases(await askModel(endpoint, instructions, definitionPrompt(document), signal));
      if (phrases.length === 0) throw new ChatError('its answer holds no phrases', false);
      return phrases;
    } catch (error) {
      if (!(error instanceof ChatError) || !error.isPassing || attempt >= mostAttempts) throw error;
      await sleep(Math.min(30_000, error.retryAfterMs ?? 500 * 2 ** attempt), undefined, { signal });
    }
  }
}
