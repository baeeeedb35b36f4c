import { AsyncLocalStorage } from 'node:async_hooks';
import { inject, injectable } from 'inversify';
import type { CallView, Logger, RuntimeLimits } from '@toolrack/contracts';
import { callEvent, CatalogLanes, LaneSlot, refuseDeadlock } from '@toolrack/core';
import type { CatalogSnapshot, LaneAncestor } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { tokens } from '../services/tokens.js';

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
  private readonly ancestry = new AsyncLocalStorage<LaneAncestor>();

  constructor(
    @inject(EventBus) private readonly events: EventBus,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
    @inject(tokens.logger) private readonly logger: Logger,
  ) {}

  /**
   * Waits for a slot of the lane, then runs `work` in it. The slot is held until `work` and what it leaves behind have settled, even when nobody
   * waits for it any more; from then on at most `settleTimeoutMs`.
   * A call from inside a running tool of the same lane fails with `ERR_CALL_REENTRANT` where waiting could never end.
   */
  async run<Value>({ call, snapshot, signal }: LaneCall, work: (slot: LaneSlot) => Promise<Value>): Promise<Value> {
    const tenant = call.run.scope.tenant ?? '';
    const lane = this.lanes.of(tenant, snapshot);
    const exclusive = call.tool.execution === 'sequential';
    const parent = this.ancestry.getStore();
    refuseDeadlock(parent, lane, exclusive, call.tool.id);
    const release = await lane.enter(exclusive, signal);
    const free = (): void => {
      release();
      this.lanes.release(tenant, snapshot, lane);
    };
    const slot = new LaneSlot(free, this.limits.settleTimeoutMs, () => this.abandon(call));
    try {
      return await this.ancestry.run({ lane, exclusive, parent }, work, slot);
    } finally {
      slot.close();
    }
  }

  private abandon(call: CallView): void {
    const waitedMs = this.limits.settleTimeoutMs;
    this.events.emit('call:abandoned', { ...callEvent(call), waitedMs });
    const words = `The tool ${call.tool.id} still runs ${waitedMs} ms after its call was given up; other calls no longer wait for it.`;
    this.logger.warn(words, { runId: call.run.runId, callId: call.callId });
  }
}
