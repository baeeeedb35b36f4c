import type { Scope } from '@toolrack/contracts';
import type { CompiledPolicy, PolicyDecision } from './compiled-policy.js';
import { checkedSchemaOf, type CompiledRule, type PolicyTool } from './compiled-rule.js';
import type { RuleDecision } from './rule.js';

/** Why a rule did or did not take part. */
export type RuleOutcome = 'matches' | 'other tool' | 'other scope' | 'scope not stated' | 'other arguments' | 'needs arguments';

/** One rule in an explanation. */
export interface ConsideredRule {
  /** Place in the file, from 0. */
  readonly position: number;
  readonly label: string;
  readonly decision: RuleDecision;
  readonly reason?: string;
  readonly outcome: RuleOutcome;
}

/** What a policy decides about a tool, and why. */
export interface PolicyExplanation {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decides; absent when the default does. */
  readonly rule?: ConsideredRule;
  /** One sentence. */
  readonly why: string;
  /** Every rule, in the order of the file. */
  readonly considered: readonly ConsideredRule[];
}

function outcome(rule: CompiledRule, tool: PolicyTool, scope: Scope, callArguments: unknown): RuleOutcome {
  const inScope = rule.matchesScope(scope);
  if (inScope === 'no') return 'other scope';
  if (!rule.matchesTool(tool)) return 'other tool';
  if (inScope === 'unknown') return 'scope not stated';
  if (rule.matchesArguments === undefined) return 'matches';
  if (callArguments === undefined) return 'needs arguments';
  return rule.matchesArguments(callArguments, checkedSchemaOf(tool)) ? 'matches' : 'other arguments';
}

function sentence(decision: PolicyDecision, policy: CompiledPolicy, isAllowList: boolean): string {
  const { rule } = decision;
  const reason = rule?.reason === undefined ? '' : `: ${rule.reason}`;
  if (rule !== undefined) {
    const verb = { allow: 'allows it', ask: 'asks for an approval', deny: 'denies it' }[decision.decision];
    return `Rule ${rule.position + 1} (${rule.label}) ${verb}${reason}.`;
  }
  if (decision.decision === 'ask') return 'No rule allows it, and the default is to ask.';
  if (decision.decision === 'allow') return 'No rule is against it.';
  if (policy.default === 'deny') return 'No rule allows it, and the default is to deny.';
  return isAllowList ? 'This run may only use what an allow rule names, and no allow rule that applies names this tool.' : '';
}

/**
 * Which rule decides about a tool in a scope, and why. Without `callArguments`, rules that look at arguments do not decide;
 * they appear as `needs arguments`.
 */
export function explainPolicy(policy: CompiledPolicy, tool: PolicyTool, scope: Scope = {}, callArguments?: unknown): PolicyExplanation {
  const scoped = policy.forScope(scope);
  const decision = scoped.decide(tool, callArguments);
  const considered = policy.rules
    .map((rule) => ({
      position: rule.position,
      label: rule.label,
      decision: rule.decision,
      ...(rule.reason === undefined ? {} : { reason: rule.reason }),
      outcome: outcome(rule, tool, scope, callArguments),
    }))
    .sort((left, right) => left.position - right.position);
  const rule = considered.find(({ position }) => position === decision.rule?.position);
  return {
    decision: decision.decision,
    ...(rule === undefined ? {} : { rule }),
    why: sentence(decision, policy, scoped.isAllowList),
    considered,
  };
}
