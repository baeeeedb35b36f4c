import { extensionPoint, type Scope } from '@toolrack/contracts';
import type { CompiledPolicy } from './compiled-policy.js';
import type { PolicyTool } from './compiled-rule.js';
import type { PolicyExplanation } from './explain-policy.js';

/** Says what rules decide and why, for the people who write them; a host reads it with `Runtime.contributions`. */
export interface PolicyExplainer {
  /** The rules in force, for `evaluateExpectations`. */
  readonly current: CompiledPolicy;
  /** Without `callArguments`, rules that look at arguments do not decide. */
  explain(tool: PolicyTool, scope?: Scope, callArguments?: unknown): PolicyExplanation;
}

/** The rules of a runtime; `policy` and `policyWith` contribute theirs. */
export const PolicyExplainers = extensionPoint<PolicyExplainer>('@toolrack/policy.explainers');
