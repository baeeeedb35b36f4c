import { type SourceState, type SourceSummary } from '@toolrack/contracts';
import { groupLabel } from './tool-groups.js';

/** States in which the tools of a source cannot be called, in words. A source's own reason may hold foreign text and stays out. */
const outages: Partial<Record<SourceState, string>> = {
  failed: 'it failed to start or to answer',
  unauthorised: 'it needs a sign-in',
  starting: 'it is still starting',
};

/** A source that is declared but cannot be used now. */
export interface UnavailableSource {
  readonly id: string;
  readonly label: string;
  /** Tools that it is known to have among the deferred ones. */
  readonly tools: number;
  readonly line: string;
}

/** The sources whose tools cannot be called now, each with its line. */
export function unavailableSources(sources: readonly SourceSummary[]): readonly UnavailableSource[] {
  return sources.flatMap((source) => {
    const reason = outages[source.state];
    if (reason === undefined) return [];
    const label = groupLabel(source);
    const count = source.tools > 0 ? `${source.tools} tools` : 'tools';
    return [{ id: source.id, label, tools: source.tools, line: `${label} (${count} unavailable: ${reason})` }];
  });
}
