import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { approval, canonicalJson, ToolrackError, untilAborted, withTimeout } from '@toolrack/contracts';
import type { ApprovalDecision, ApprovalRequest, CallView, RuntimeLimits } from '@toolrack/contracts';
import { callEvent, sha256 } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { tokens } from '../services/tokens.js';

/** Asks for approvals: collects the reasons, then waits for the first channel that decides, no longer than the deadline. */
@injectable()
export class ApprovalDesk {
  constructor(
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
  ) {}

  /** Resolves when the call may go on: with the decision, or `undefined` when none was needed. Rejects with `ERR_CALL_APPROVAL` otherwise. */
  async clear(call: CallView): Promise<ApprovalDecision | undefined> {
    const reasons: string[] = [];
    if (!this.registry.isTapped('approvalNeeded')) return undefined;
    await this.registry.hooks.approvalNeeded.promise(call, { require: (reason) => void reasons.push(String(reason)) });
    if (reasons.length === 0) return undefined;
    const request: ApprovalRequest = Object.freeze({
      ...call,
      approvalId: randomUUID(),
      reasons: Object.freeze(reasons),
      argumentsDigest: sha256(canonicalJson(call.arguments)),
      deadline: Date.now() + this.limits.approvalTimeoutMs,
    });
    this.events.emit('approval:requested', {
      ...callEvent(call),
      approvalId: request.approvalId,
      reasons,
      deadline: request.deadline,
    });
    const decision = await this.decide(request);
    this.events.emit('approval:decided', {
      ...callEvent(call),
      approvalId: request.approvalId,
      decision: decision.decision,
      edited: decision.arguments !== undefined,
      ...(decision.by === undefined ? {} : { by: decision.by }),
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    });
    if (decision.decision !== 'allow') {
      throw new ToolrackError('ERR_CALL_APPROVAL', `The call of ${call.tool.id} was not approved: ${decision.reason ?? 'denied'}.`, {
        toolId: call.tool.id,
        hint: 'Do not try it again unless the person in charge asks for it.',
        fields: { approvalId: request.approvalId },
      });
    }
    return decision;
  }

  private async decide(request: ApprovalRequest): Promise<ApprovalDecision> {
    const timedOut = new Error('deadline');
    try {
      const decision = await withTimeout(
        untilAborted(this.registry.hooks.approve.promise(request), request.signal),
        request.deadline - Date.now(),
        () => timedOut,
      );
      return decision ?? approval('deny', { reason: 'nobody is there to approve it' });
    } catch (error) {
      if (error === timedOut) return approval('deny', { reason: 'nobody decided in time' });
      throw error;
    }
  }
}
