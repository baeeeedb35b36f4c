import type { ApprovalDecision } from './decision.js';
import type { ApprovalRequest } from './hooks.js';
import type { PluginHost } from './plugin.js';
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

/** Leaves a decision with every memory of the runtime; true when there is one. For taps of `approve`. */
export function rememberApproval(
  host: Pick<PluginHost, 'contributions'>,
  request: ApprovalRequest,
  decision: ApprovalDecision,
  options: RememberOptions,
): boolean {
  const memories = host.contributions(ApprovalMemories);
  for (const memory of memories) memory.remember(request, decision, options);
  return memories.length > 0;
}
