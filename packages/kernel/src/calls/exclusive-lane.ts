import { AsyncLocalStorage } from 'node:async_hooks';
import { injectable } from 'inversify';
import { ToolrackError } from '@toolrack/contracts';
import { Lane } from '@toolrack/core';
import type { Execution } from '@toolrack/contracts';

/** One ancestor of the code that runs now. */
interface Ancestor {
  readonly lane: Lane;
  readonly exclusive: boolean;
  readonly parent: Ancestor | undefined;
}

/** Exclusive execution among the calls of one catalog, over all its runs. */
@injectable()
export class ExclusiveLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly ancestry = new AsyncLocalStorage<Ancestor>();

  /**
   * Waits for a slot of the lane, then runs `work` in it. The slot is held until `work` has settled, even when nobody waits for it any more.
   * A call from inside a running tool of the same lane fails with `ERR_CALL_REENTRANT` where waiting could never end.
   */
  async run<Value>(key: string, execution: Execution, signal: AbortSignal, toolId: string, work: () => Promise<Value>): Promise<Value> {
    let lane = this.lanes.get(key);
    if (lane === undefined) this.lanes.set(key, (lane = new Lane()));
    const exclusive = execution === 'sequential';
    const parent = this.ancestry.getStore();
    this.refuseDeadlock(lane, exclusive, parent, toolId);
    const release = await lane.enter(exclusive, signal);
    try {
      return await this.ancestry.run({ lane, exclusive, parent }, work);
    } finally {
      release();
      if (lane.idle) this.lanes.delete(key);
    }
  }

  private refuseDeadlock(lane: Lane, exclusive: boolean, parent: Ancestor | undefined, toolId: string): void {
    for (let ancestor = parent; ancestor !== undefined; ancestor = ancestor.parent) {
      if (ancestor.lane !== lane) continue;
      if (ancestor.exclusive || exclusive || lane.exclusiveWaiting) {
        throw new ToolrackError(
          'ERR_CALL_REENTRANT',
          `The call of ${toolId} from inside a running tool would wait for that tool for ever.`,
          { toolId, hint: 'Call it after the running tool has ended.' },
        );
      }
    }
  }
}
