import { inject, injectable } from 'inversify';
import { matchTool, SurfaceService } from '@toolrack/contracts';
import type { CatalogEntry, RunContext, RuntimeLimits, ToolDescriptor, Visibility } from '@toolrack/contracts';
import { assignCallNames, catalogEntries, countNames, createSnapshot, SnapshotPool, scopeKeyOf } from '@toolrack/core';
import type { CatalogSnapshot } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { tokens } from '../services/tokens.js';
import { SourceCatalog } from './source-catalog.js';
import type { SourceRecord } from './source-record.js';

/** Catalogs kept by scope; the oldest goes first. */
const mostCached = 4096;

/** Builds the catalog of a run: allowed tools, how each is shown, and its call name. Equal scopes share one snapshot. */
@injectable()
export class CatalogBuilder {
  private generation = -1;
  private readonly byScope = new Map<string, CatalogSnapshot>();
  private readonly pool = new SnapshotPool(mostCached);

  constructor(
    @inject(SourceCatalog) private readonly sources: SourceCatalog,
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
  ) {}

  /** `own` are the sources of this run alone, `skipped` the ids of sources left out. */
  build(
    run: RunContext,
    allow: readonly string[] | undefined,
    own: readonly SourceRecord[],
    skipped: ReadonlySet<string>,
  ): CatalogSnapshot {
    if (this.generation !== this.sources.generation) {
      this.generation = this.sources.generation;
      this.byScope.clear();
    }
    const scopeKey = own.length === 0 ? scopeKeyOf(run, allow, skipped) : undefined;
    const cached = scopeKey === undefined ? undefined : this.byScope.get(scopeKey);
    if (cached !== undefined) return cached;
    const started = performance.now();
    const snapshot = this.pool.share(createSnapshot(this.entries(run, this.candidates(allow, own, skipped))));
    this.events.emit('catalog:built', {
      runId: run.runId,
      tools: snapshot.entries.length,
      get digest() {
        return snapshot.digest;
      },
      durationMs: performance.now() - started,
    });
    if (scopeKey !== undefined) remember(this.byScope, scopeKey, snapshot);
    return snapshot;
  }

  private candidates(
    allow: readonly string[] | undefined,
    own: readonly SourceRecord[],
    skipped: ReadonlySet<string>,
  ): readonly ToolDescriptor[] {
    const tools = own.length === 0 && skipped.size === 0 ? this.sources.tools() : this.sources.toolsOf(own, skipped);
    return allow === undefined ? tools : tools.filter((tool) => allow.some((pattern) => matchTool(pattern, tool)));
  }

  private entries(run: RunContext, candidates: readonly ToolDescriptor[]): readonly CatalogEntry[] {
    const { policy, visibility } = this.registry.hooks;
    const question = { run, phase: 'list' } as const;
    const allowed = candidates.filter((tool) => policy.call(tool, question) === undefined);
    let counts: ReadonlyMap<string, number> | undefined;
    const visibilityQuestion = { run, tools: allowed, countNamed: (name: string) => (counts ??= countNames(allowed)).get(name) ?? 0 };
    const shown: { tool: ToolDescriptor; visibility: Visibility }[] = [];
    // Not `for … of`: until it is compiled it makes an object for each of thousands of tools.
    allowed.forEach((tool) => {
      const decided = visibility.call(tool, visibilityQuestion) ?? defaultVisibility(tool, run);
      if (decided !== 'hidden') shown.push({ tool, visibility: decided });
    });
    const surface = this.services.get(SurfaceService);
    const reserved = new Set(surface.controlNames(run));
    const callNames = assignCallNames(shown, (tool) => surface.callName?.(tool) ?? tool.name, reserved);
    // Without controls nothing could reach a tool that is not shown.
    const mostDirect = reserved.size > 0 && this.limits.maxTools > 0 ? Math.max(1, this.limits.maxTools - reserved.size) : 0;
    const { entries, moved } = catalogEntries(shown, callNames, run, mostDirect);
    if (moved.length > 0) this.events.emit('catalog:limited', { runId: run.runId, limit: this.limits.maxTools, moved });
    return entries;
  }
}

/** Direct-only tools are direct; trusted tools that the run must have are too; everything else is found by search. */
function defaultVisibility(tool: ToolDescriptor, run: RunContext): Visibility {
  if (tool.exposure === 'direct-only') return 'direct';
  return tool.trust === 'trusted' && run.directNames.includes(tool.name) ? 'direct' : 'catalog';
}

function remember(cache: Map<string, CatalogSnapshot>, key: string, snapshot: CatalogSnapshot): void {
  if (cache.size >= mostCached) cache.delete(cache.keys().next().value as string);
  cache.set(key, snapshot);
}
