import { ContentProviders, sourceId, type ContentProvider } from '@toolrack/contracts';
import type { SharedRun } from '../runs/shared-run.js';

/** A content provider that a run sees, and its key in addresses. */
export interface Place {
  readonly provider: ContentProvider;
  readonly key: string;
  /** `<kind>:<owner>`. */
  readonly id: string;
}

const known = new WeakMap<SharedRun, readonly Place[]>();

/**
 * The providers of the sources that exist for the run, in the order of their ids. `needsTools`: patterns limit the run, so a source that
 * has no tool in it is out of bounds even when it never had one.
 */
export function placesOf(shared: SharedRun, needsTools: boolean): readonly Place[] {
  let places = known.get(shared);
  if (places === undefined) known.set(shared, (places = findPlaces(shared, needsTools)));
  return places;
}

function findPlaces(shared: SharedRun, needsTools: boolean): readonly Place[] {
  const sources = shared.run.catalog.sources.filter((source) => source.state !== 'skipped' && (source.tools > 0 || !needsTools));
  const visible = new Set(sources.map((source) => source.id));
  const all = shared.runtime.contributions(ContentProviders);
  const owners = new Map<string, number>();
  // Counted over all, so that a key does not tell what else there is, and is the same for everyone.
  for (const { owner } of all) owners.set(owner, (owners.get(owner) ?? 0) + 1);
  return all
    .map((provider) => {
      const name = (owners.get(provider.owner) ?? 0) > 1 ? `${provider.kind}~${provider.owner}` : provider.owner;
      return { provider, key: encodeURIComponent(name), id: sourceId(provider) };
    })
    .filter(({ id }) => visible.has(id))
    .sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
}
