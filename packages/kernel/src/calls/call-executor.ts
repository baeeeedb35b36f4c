import { inject, injectable } from 'inversify';
import { linkedController, reasonOf, settledWithin, ToolrackError, untilAborted, ValidatorService } from '@toolrack/contracts';
import type { CallView, RuntimeLimits, ToolResult } from '@toolrack/contracts';
import { callEvent, interrupted, interruption, normaliseResult, outputCheck, timedOut, unavailable, unlisted } from '@toolrack/core';
import type { LaneSlot } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { tokens } from '../services/tokens.js';
import { ExclusiveLanes } from './exclusive-lane.js';
import type { PipelineCall } from './pipeline-call.js';

/** Carries out one prepared call: exclusive slot, a second look, execution once, output check, result hooks. */
@injectable()
export class CallExecutor {
  constructor(
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(ExclusiveLanes) private readonly lanes: ExclusiveLanes,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
  ) {}

  /** `checkPolicy` throws when the tool is no longer allowed. */
  async execute(call: CallView, request: PipelineCall, checkPolicy: () => void): Promise<ToolResult> {
    const { controller, release } = linkedController(call.signal);
    const bounded: CallView = Object.freeze({ ...call, signal: controller.signal });
    let isPassedOn = false;
    let taken: LaneSlot | undefined;
    const working = this.lanes.run({ call, snapshot: request.snapshot, signal: controller.signal }, async (slot) => {
      taken = slot;
      if (request.record(call.tool)?.isOutdated === true) await this.listAgain(bounded, request);
      this.lookAgain(bounded, request, checkPolicy);
      const checkOutput = outputCheck(() => this.services.get(ValidatorService), call.tool);
      this.events.emit('call:started', callEvent(call));
      isPassedOn = true;
      const timer =
        this.limits.callTimeoutMs > 0
          ? setTimeout(() => controller.abort(timedOut(call.tool, this.limits.callTimeoutMs)), this.limits.callTimeoutMs)
          : undefined;
      try {
        const result = normaliseResult(await this.dispatch(bounded, request, slot), call.tool);
        if (controller.signal.aborted) throw interrupted(call.tool, controller.signal, true);
        const tapped = await this.registry.hooks.result.promise(result, bounded);
        const final = tapped === result ? result : normaliseResult(tapped, call.tool);
        checkOutput(final);
        return final;
      } finally {
        clearTimeout(timer);
      }
    });
    // The caller stops waiting at once; the slot stays taken until the implementation has really ended.
    working.catch(() => undefined).finally(release);
    try {
      return await untilAborted(working, controller.signal);
    } catch (error) {
      taken?.giveUp();
      throw await interruption(error, bounded, working, isPassedOn);
    }
  }

  private dispatch(call: CallView, request: PipelineCall, slot: LaneSlot): Promise<unknown> {
    const execute = async (): Promise<unknown> => {
      const tapped = await this.registry.hooks.execute.promise(call);
      if (tapped !== undefined) return tapped;
      const record = request.record(call.tool);
      if (record === undefined) throw unavailable(call.tool);
      return record.source.call({
        tool: call.tool,
        name: call.tool.name,
        arguments: call.arguments,
        callId: call.callId,
        run: call.run,
        signal: call.signal,
        ...(call.peer === undefined ? {} : { peer: call.peer }),
        waitUntil: (work) => slot.hold(work),
        onProgress: (progress) => {
          this.events.emit('call:progressed', { ...callEvent(call), ...progress });
          request.onProgress(progress);
        },
      });
    };
    return execute().catch((error: unknown) => {
      if (ToolrackError.is(error)) throw error;
      throw new ToolrackError('ERR_CALL_FAILED', `The tool ${call.tool.id} failed: ${reasonOf(error)}`, {
        toolId: call.tool.id,
        cause: error,
      });
    });
  }

  /** What the source has told of since it was last listed must be known before one of its tools runs. */
  private async listAgain({ signal, tool }: CallView, { record, snapshot }: PipelineCall): Promise<void> {
    if (!snapshot.byId.has(tool.id)) return;
    const listing = record(tool)?.renewed() ?? Promise.resolve();
    if (!(await untilAborted(settledWithin(listing, this.limits.discoveryTimeoutMs), signal))) throw unlisted(tool);
  }

  /** After waiting, the tool must still be there as it was, and still be allowed. */
  private lookAgain(call: CallView, request: PipelineCall, checkPolicy: () => void): void {
    if (call.signal.aborted) throw interrupted(call.tool, call.signal);
    checkPolicy();
    const record = request.record(call.tool);
    const current = record?.find(call.tool.name) ?? (request.snapshot.byId.has(call.tool.id) ? undefined : call.tool);
    // A source that failed or restarts keeps its say: its own `call` tells what is wrong. Only a list without the tool is a loss.
    if (record === undefined || (current === undefined && !record.failed)) throw unavailable(call.tool);
    if (current !== undefined && current !== call.tool && current.digest !== call.tool.digest) {
      throw new ToolrackError('ERR_TOOL_UNAVAILABLE', `The definition of ${call.tool.id} has changed since this run began.`, {
        toolId: call.tool.id,
        hint: 'Search for the tool again in a new run.',
      });
    }
  }
}
