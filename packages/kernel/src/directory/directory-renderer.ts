import { inject, injectable } from 'inversify';
import { DirectoryService, SurfaceService } from '@toolrack/contracts';
import type { DirectoryListing, RunContext, SourceSummary } from '@toolrack/contracts';
import { deferredTools } from '@toolrack/core';
import type { CatalogSnapshot } from '@toolrack/core';
import { HookRegistry } from '../hooks/hook-registry.js';
import { ServiceRegistry } from '../services/service-registry.js';

/** Drawings kept for one snapshot (by guidance, window and states of sources). */
const mostVariants = 12;

/** What a surface says around a directory. */
export type DirectoryGuidance = { readonly complete: string; readonly partial: string };

/** Draws the directory of a snapshot, once for each wording, context window and set of source states. */
@injectable()
export class DirectoryRenderer {
  private readonly drawn = new WeakMap<CatalogSnapshot, Map<string, DirectoryListing>>();

  constructor(
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
  ) {}

  render(run: RunContext, snapshot: CatalogSnapshot, sources: readonly SourceSummary[], guidance: DirectoryGuidance): DirectoryListing {
    const states = sources.map((source) => `${source.id}=${source.state}`).join(',');
    // A tap may look at the run, so its result holds for that run alone.
    const key = JSON.stringify([
      guidance.complete,
      guidance.partial,
      run.contextWindow,
      run.model,
      states,
      this.registry.isTapped('directory') ? run.runId : '',
    ]);
    let variants = this.drawn.get(snapshot);
    if (variants === undefined) this.drawn.set(snapshot, (variants = new Map<string, DirectoryListing>()));
    const known = variants.get(key);
    if (known !== undefined) return known;
    const listing = this.draw(run, snapshot, sources, guidance);
    if (variants.size >= mostVariants) variants.delete(variants.keys().next().value as string);
    variants.set(key, listing);
    return listing;
  }

  private draw(
    run: RunContext,
    snapshot: CatalogSnapshot,
    sources: readonly SourceSummary[],
    guidance: DirectoryGuidance,
  ): DirectoryListing {
    // A surface with call names of its own speaks of tools by these, which are unique.
    const deferred = deferredTools(snapshot.entries, this.services.get(SurfaceService).callName === undefined);
    return this.services.get(DirectoryService).render({
      run,
      entries: this.registry.hooks.directory.call(deferred.eligible, run),
      deferred: deferred.total,
      sources: sources.map((source) => ({ ...source, tools: deferred.bySource.get(source.id) ?? 0 })),
      guidance,
    });
  }
}
