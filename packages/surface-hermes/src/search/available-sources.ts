import { compareCodeUnits, type SourceState, type SurfaceView } from '@toolrack/contracts';
import { deferredCatalog } from '../deferral/deferred-catalog.js';
import { sourceLabel } from '../deferral/tool-name.js';

/** States in which the tools of a source cannot be called, in words. A source's own reason may hold foreign text and stays out. */
const outages: Partial<Record<SourceState, string>> = {
  failed: 'it failed to start or to answer',
  unauthorised: 'it needs a sign-in',
  starting: 'it is still starting',
};

/** A source that a model may search. */
export interface AvailableSource {
  readonly name: string;
  readonly tool_count?: number;
  /** Why its tools cannot be called now. */
  readonly unavailable?: string;
}

/** Sources with their numbers of deferred tools, and declared ones that are down, sorted by name. */
export function availableSources(view: SurfaceView): readonly AvailableSource[] {
  const { counts } = deferredCatalog(view);
  const down = new Map<string, string>();
  for (const source of view.sources) {
    const reason = outages[source.state];
    if (reason !== undefined) down.set(sourceLabel(source), reason);
  }
  const rows = [...counts].map(([name, tool_count]) => {
    const unavailable = down.get(name);
    return unavailable === undefined ? { name, tool_count } : { name, tool_count, unavailable };
  });
  const missing = [...down].filter(([name]) => !counts.has(name)).map(([name, unavailable]) => ({ name, unavailable }));
  return [...rows, ...missing].sort((left, right) => compareCodeUnits(left.name, right.name));
}
