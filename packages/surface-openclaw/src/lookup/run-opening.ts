import { type SourceSummary, type SurfaceView, ToolrackError } from '@toolrack/contracts';
import { quoted } from '../text/quoted.js';

/** States of a source in which its tools are missing from the catalog although they may exist. */
const outages: ReadonlySet<string> = new Set(['failed', 'unauthorised', 'starting']);
/** Most patterns that an error repeats. */
const mostPatterns = 5;

/** True for a source whose tools may exist and are not in the catalog. */
export function isOut({ state }: SourceSummary): boolean {
  return outages.has(state);
}

/** The first look at a run's catalog. What a prompt hook leaves of it later may be empty; what the run begins with may not. */
export class RunOpening {
  private isOpen = false;

  constructor(private readonly refusesEmptyAllow: boolean) {}

  /**
   * Throws `ERR_RUN_REQUEST` when the run keeps to a list of tools and none is there: only the controls would be left, which call nothing. A
   * listed source that is out for now is no empty list.
   */
  check(view: SurfaceView): void {
    if (this.isOpen) return;
    const { allow } = view.run;
    if (this.refusesEmptyAllow && allow !== undefined && view.entries.length === 0 && !view.sources.some(isOut))
      throw nothingAllowed(allow);
    this.isOpen = true;
  }
}

function nothingAllowed(allow: readonly string[]): ToolrackError {
  const more = allow.length > mostPatterns ? ` and ${allow.length - mostPatterns} more` : '';
  const list = allow.length === 0 ? 'an empty list' : `${allow.slice(0, mostPatterns).map(quoted).join(', ')}${more}`;
  return new ToolrackError('ERR_RUN_REQUEST', `The run is not started: allow (${list}) leaves no tool that can be called.`, {
    hint: 'Correct the patterns, add the source of the tools, or leave allow out.',
    fields: { allow },
  });
}
