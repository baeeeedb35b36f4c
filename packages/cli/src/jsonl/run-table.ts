import type { Run } from '@toolrack/contracts';

import { protocolError } from './fields.js';
import { RecentMap } from './recent-map.js';

/** How many ended runs are remembered, so that a late request is told so. */
const mostRemembered = 10_000;

/** The runs that were started and not ended. */
export class RunTable {
  private readonly runs = new Map<string, Run>();
  private readonly ended = new RecentMap<true>(mostRemembered);

  add(run: Run): void {
    this.runs.set(run.id, run);
  }

  /** Throws `ERR_PROTOCOL` for a run that was never started or has ended. */
  get(id: string): Run {
    const run = this.runs.get(id);
    if (run !== undefined) return run;
    const problem = this.hasEnded(id) ? 'has ended' : 'is unknown';
    throw protocolError(`The run ${JSON.stringify(id.slice(0, 100))} ${problem}. Start one with the operation "start".`);
  }

  /** True for a run that was started here, also when it has ended. */
  isKnown(id: string): boolean {
    return this.runs.has(id) || this.hasEnded(id);
  }

  /** Takes a run out; the caller ends it. */
  remove(id: string): Run {
    const run = this.get(id);
    this.runs.delete(id);
    this.ended.set(id, true);
    return run;
  }

  private hasEnded(id: string): boolean {
    return this.ended.get(id) !== undefined;
  }
}
