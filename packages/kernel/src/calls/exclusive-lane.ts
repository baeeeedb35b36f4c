import { AsyncLocalStorage } from 'node:async_hooks';
import { injectable } from 'inversify';
import { ToolrackError } from '@toolrack/contracts';
import { CatalogLanes } from '@toolrack/core';
import type { CatalogSnapshot, Lane } from '@toolrack/core';
import type { CallView } from '@toolrack/contracts';

/** One ancestor of the code that runs now. */
interface Ancestor {
  readonly lane: Lane;
  readonly exclusive: boolean;
  readonly parent: Ancestor | undefined;
}

/** A call that wants a slot of its catalog's lane; `signal` ends the waiting. */
interface LaneCall {
  readonly call: CallView;
  readonly snapshot: CatalogSnapshot;
  readonly signal: AbortSignal;
}

/** Exclusive execution among the calls of one catalog, over all its runs. */
@injectable()
export class ExclusiveLanes {
  private readonly lanes = new CatalogLanes();
  private readonly ancestry = new AsyncLocalStorage<Ancestor>();

  /**
   * Waits for a slot of the lane, then runs `work` in it. The slot is held until `work` has settled, even when nobody waits for it any more.
   * A call from inside a running tool of the same lane fails with `ERR_CALL_REENTRANT` where waiting could never end.
   */
  async run<Value>({ call, snapshot, signal }: LaneCall, work: () => Promise<Value>): Promise<Value> {
    const tenant = call.run.scope.tenant ?? '';
    const lane = this.lanes.of(tenant, snapshot);
    const exclusive = call.tool.execution === 'sequential';
    const parent = this.ancestry.getStore();
    this.refuseDeadlock(lane, exclusive, parent, call.tool.id);
    const release = await lane.enter(exclusive, signal);
    try {
      return await this.ancestry.run({ lane, exclusive, parent }, work);
    } finally {
      release();
      this.lanes.release(tenant, snapshot, lane);
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
