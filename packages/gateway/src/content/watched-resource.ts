import type { ContentProvider } from '@toolrack/contracts';
import type { ScopeRuns } from '../runs/scope-runs.js';
import type { SharedRun } from '../runs/shared-run.js';
import type { Place } from './places.js';

/** One resource that a client watches: where it stands, and how it is watched at one provider. */
export interface WatchedResource {
  readonly runs: Pick<ScopeRuns, 'onRenewed'>;
  /** The provider of the same source that the newest run sees; rejects or is `undefined` when it sees none. */
  readonly find: (place: Place) => Promise<ContentProvider | undefined>;
  /** Without a `signal` as long as the client's request lasts. */
  readonly watch: (provider: ContentProvider, onUpdated: () => void, signal?: AbortSignal) => Promise<() => void>;
}

/**
 * Watches a resource for as long as the scope sees its source: the client is told nothing of one that was taken away, and is told again when it is
 * back. After a swap of the runtime the source of the new one is watched. Rejects when it cannot be watched now.
 */
export async function watchResource(
  { runs, find, watch }: WatchedResource,
  { place, shared, onUpdated }: { readonly place: Place; readonly shared: SharedRun; readonly onUpdated: () => void },
): Promise<() => void> {
  let isOver = false;
  let { runtime } = shared;
  let { provider } = place;
  const tell = async (): Promise<void> => {
    const seen = await find(place).catch(() => undefined);
    if (!isOver && seen === provider) onUpdated();
  };
  const ending = new AbortController();
  const begin = (signal?: AbortSignal): Promise<() => void> => watch(provider, () => void tell(), signal);
  let end = await begin();
  const stop = runs.onRenewed((newer) => {
    if (newer.runtime === runtime) return;
    runtime = newer.runtime;
    const follow = async (): Promise<void> => {
      const next = await find(place);
      if (next === undefined || isOver) return;
      provider = next;
      const before = end;
      end = await begin(ending.signal);
      before();
      if (isOver) return end();
      // Nobody has watched it in between.
      onUpdated();
    };
    // What cannot be watched any more never changes, as far as the client is concerned.
    follow().catch(() => undefined);
  });
  return () => {
    isOver = true;
    ending.abort();
    stop();
    end();
  };
}
