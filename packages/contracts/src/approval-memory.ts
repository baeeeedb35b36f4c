import type { ApprovalDecision } from './decision.js';
import type { ApprovalRequest } from './hooks.js';
import type { PluginHost } from './plugin.js';
import { reasonOf } from './errors.js';
import { extensionPoint } from './tokens.js';

/** How far a remembered decision reaches. */
export interface RememberOptions {
  /** `call`: the same arguments only; `tool`: whatever the arguments. */
  readonly for: 'call' | 'tool';
  /** Milliseconds after which it is forgotten; the memory's own limit holds as well. */
  readonly durationMs?: number;
}

/**
 * Keeps decisions so that the same question is not asked again. It holds for the same definition of the tool, the same reasons for
 * asking and the same scope. A decision that changed the arguments is never kept.
 */
export interface ApprovalMemory {
  remember(request: ApprovalRequest, decision: ApprovalDecision, options: RememberOptions): void;
}

/** Where approval channels leave decisions that a person wants to be remembered. */
export const ApprovalMemories = extensionPoint<ApprovalMemory>('kernel.approvalMemories');

/**
 * Leaves a decision with every memory of the runtime; true when one has taken it. One that fails is told to the operator: the decision was made
 * all the same. For taps of `approve`.
 */
export function rememberApproval(
  host: Pick<PluginHost, 'contributions' | 'logger'>,
  request: ApprovalRequest,
  decision: ApprovalDecision,
  options: RememberOptions,
): boolean {
  let isTaken = false;
  for (const memory of host.contributions(ApprovalMemories)) {
    try {
      memory.remember(request, decision, options);
      isTaken = true;
    } catch (error) {
      host.logger.warn(`a decision about ${request.tool.id} could not be remembered: ${reasonOf(error)}`);
    }
  }
  return isTaken;
}
