export { effectiveAnnotation } from './annotation-matcher.js';
export { checkPolicyOptions, policyFaults } from './check-policy.js';
export { compilePolicy, type CompiledPolicy, type PolicyDecision, type ScopedPolicy } from './compiled-policy.js';
export type { CompiledRule, PolicyTool, ScopeMatch } from './compiled-rule.js';
export {
  evaluateExpectations,
  parseExpectations,
  toolOfId,
  type ExpectationResult,
  type PolicyExpectation,
} from './expectations.js';
export { explainPolicy, type ConsideredRule, type PolicyExplanation, type RuleOutcome } from './explain-policy.js';
export { createPolicyRules, type PolicyRules } from './policy-rules.js';
export { policySchema } from './policy-schema.js';
export { policy, policy as default, policyOpen, policyWith } from './policy.js';
export type {
  ArgumentCondition,
  OneOrMany,
  PolicyDefault,
  PolicyOptions,
  PolicyRule,
  RuleConditions,
  RuleDecision,
} from './rule.js';
