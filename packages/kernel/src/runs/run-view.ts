import type { CatalogEntry, DirectoryListing, RunContext, SourceSummary, SurfaceView } from '@toolrack/contracts';
import type { CatalogSnapshot } from '@toolrack/core';
import type { DirectoryGuidance, DirectoryRenderer } from '../directory/directory-renderer.js';

/** A run's catalog as its surface sees it. */
export class RunView implements SurfaceView {
  constructor(
    readonly run: RunContext,
    readonly snapshot: CatalogSnapshot,
    private readonly listSources: () => readonly SourceSummary[],
    private readonly renderer: DirectoryRenderer,
  ) {}

  get entries(): readonly CatalogEntry[] {
    return this.snapshot.entries;
  }

  get sources(): readonly SourceSummary[] {
    return this.listSources();
  }

  find(id: string): CatalogEntry | undefined {
    return this.snapshot.byId.get(id);
  }

  named(name: string): readonly CatalogEntry[] {
    return this.snapshot.byName.get(name) ?? [];
  }

  called(callName: string): CatalogEntry | undefined {
    return this.snapshot.byCallName.get(callName);
  }

  directory(guidance: DirectoryGuidance): DirectoryListing {
    return this.renderer.render(this.run, this.snapshot, this.sources, guidance);
  }

  /** The same view with more members, for one call. */
  extend<Members extends object>(members: Members): RunView & Members {
    return Object.assign(Object.create(this) as RunView, members);
  }
}
