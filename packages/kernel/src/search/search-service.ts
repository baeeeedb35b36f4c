import { inject, injectable } from 'inversify';
import { RankerService, reasonOf, ToolrackError, withTimeout } from '@toolrack/contracts';
import type { RankAnswer, RankedHit, RankQuery, RunContext, SearchAnswer, SearchHit, SearchRequest } from '@toolrack/contracts';
import type { SourceSummary } from '@toolrack/contracts';
import type { CatalogSnapshot } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { IndexCache, searchFailed } from './index-cache.js';

/** A catalog under search, with the states of its sources. */
export interface SearchPlace {
  readonly run: RunContext;
  readonly snapshot: CatalogSnapshot;
  readonly sources: readonly SourceSummary[];
}

/** Longest time a ranker may take for one query. */
const rankTimeoutMs = 30_000;
/** Characters of a query that are looked at; a question of a page has 3,000. */
const mostQueryCharacters = 16_384;

/** Searches a run's catalog: query hook, rank hook or ranker, rerank hook, policy again. */
@injectable()
export class SearchService {
  constructor(
    @inject(IndexCache) private readonly indexes: IndexCache,
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(EventBus) private readonly events: EventBus,
  ) {}

  /** Rejects with `ERR_SEARCH_FAILED` when the ranker fails and the text is no exact id or name. */
  async search(place: SearchPlace, request: SearchRequest): Promise<SearchAnswer> {
    const started = performance.now();
    const { run, snapshot } = place;
    const query = this.registry.hooks.query.call({ text: request.text.slice(0, mostQueryCharacters), limit: request.limit }, run);
    let answer: RankAnswer;
    try {
      answer = await withTimeout(this.rank(place, query), rankTimeoutMs, () => new Error(`no answer within ${rankTimeoutMs} ms`));
    } catch (error) {
      answer = this.exact(snapshot, query.text, request.limit) ?? this.fail(run, error);
    }
    const reranked = await this.registry.hooks.rerank.promise(answer.hits, query, run);
    const hits = this.allowed(place, reranked).slice(0, request.limit);
    const { sources } = place;
    const result: SearchAnswer = {
      hits,
      unmatched: answer.unmatched ?? [],
      confidence: answer.confidence ?? (hits.length > 0 ? 1 : 0),
      weak: answer.weak ?? hits.length === 0,
      ...(answer.fallback === undefined ? {} : { fallback: answer.fallback }),
      ...(hits.length === 0 || sources.some((source) => source.state !== 'started') ? { sources } : {}),
    };
    this.events.emit('search:completed', {
      runId: run.runId,
      hits: hits.length,
      weak: result.weak,
      durationMs: performance.now() - started,
    });
    return result;
  }

  private async rank({ run, snapshot }: SearchPlace, query: RankQuery): Promise<RankAnswer> {
    const answer = await this.registry.hooks.rank.promise(query, run);
    if (answer !== undefined) return { ...answer, hits: sound(answer.hits, snapshot) };
    const view = await this.indexes.viewFor(snapshot);
    const ranked = await view.search(query);
    if (!Array.isArray(ranked?.hits)) throw new Error('it returned no hits array');
    return { ...ranked, hits: sound(ranked.hits, snapshot) };
  }

  /** Policy has the last word: what was revoked since the catalog was built is not found. */
  private allowed({ run, snapshot }: SearchPlace, hits: readonly RankedHit[]): SearchHit[] {
    const question = { run, phase: 'search' } as const;
    const allowed: SearchHit[] = [];
    for (const hit of hits) {
      const entry = snapshot.byId.get(hit.id);
      if (entry === undefined || this.registry.hooks.policy.call(entry.tool, question) !== undefined) continue;
      allowed.push({ tool: entry.tool, score: hit.score });
    }
    return allowed;
  }

  private exact(snapshot: CatalogSnapshot, text: string, limit: number): RankAnswer | undefined {
    const wanted = text.trim();
    const byId = snapshot.byId.get(wanted);
    const entries = (byId === undefined ? (snapshot.byName.get(wanted) ?? []) : [byId]).filter((entry) => entry.searchable);
    return entries.length === 0 ? undefined : { hits: entries.slice(0, limit).map((entry) => ({ id: entry.tool.id, score: 1 })) };
  }

  private fail(run: RunContext, error: unknown): never {
    const plugin = this.services.inspect().find((service) => service.id === RankerService.id)?.provider ?? 'unknown';
    this.events.emit('search:failed', { runId: run.runId, plugin, reason: reasonOf(error) });
    throw ToolrackError.is(error) && error.code !== 'ERR_HOOK_FAULT' ? error : searchFailed(plugin, error);
  }
}

/** Hits of searchable tools with finite scores, each id once. */
function sound(hits: readonly RankedHit[], snapshot: CatalogSnapshot): readonly RankedHit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    if (typeof hit?.id !== 'string' || !Number.isFinite(hit.score) || seen.has(hit.id)) return false;
    seen.add(hit.id);
    return snapshot.byId.get(hit.id)?.searchable === true;
  });
}
