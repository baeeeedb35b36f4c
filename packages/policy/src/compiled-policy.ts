import type { Scope } from '@toolrack/contracts';
import { checkPolicyOptions } from './check-policy.js';
import { compileRule, type CompiledRule, type PolicyTool } from './compiled-rule.js';
import type { PolicyDefault, PolicyOptions } from './rule.js';

/** What a policy decides about one tool or one call. */
export interface PolicyDecision {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decides; absent when none does. */
  readonly rule?: CompiledRule;
  /** All rules that ask; more than one reason may be shown to an approver. */
  readonly asking: readonly CompiledRule[];
}

/** The rules that apply to one scope. */
export interface ScopedPolicy {
  /** Only what an `allow` rule matches is allowed. */
  readonly isAllowList: boolean;
  /** The decision. Without arguments, rules that look at arguments are left out. */
  decide(tool: PolicyTool, callArguments?: unknown): PolicyDecision;
}

/** A checked and compiled policy. Immutable. */
export interface CompiledPolicy {
  readonly rules: readonly CompiledRule[];
  readonly default?: PolicyDefault;
  /** Cached for the same scope object. */
  forScope(scope: Scope): ScopedPolicy;
}

const allowed: PolicyDecision = Object.freeze({ decision: 'allow', asking: Object.freeze([]) });
const unlisted: PolicyDecision = Object.freeze({ decision: 'deny', asking: Object.freeze([]) });
const unmatched: PolicyDecision = Object.freeze({ decision: 'ask', asking: Object.freeze([]) });

/**
 * An `allow` rule about a part of the scope that the run does not state grants nothing, but still makes the run an
 * allow-list run: leaving out an identity never widens what is allowed.
 */
function isAllowListFor(policy: Pick<CompiledPolicy, 'rules' | 'default'>, scope: Scope): boolean {
  if (policy.default !== undefined) return policy.default === 'deny';
  return policy.rules.some((rule) => rule.decision === 'allow' && rule.matchesScope(scope) !== 'no');
}

function scopePolicy(policy: Pick<CompiledPolicy, 'rules' | 'default'>, scope: Scope): ScopedPolicy {
  const applying = policy.rules.filter((rule) => rule.matchesScope(scope) === 'yes');
  const denies = applying.filter((rule) => rule.decision === 'deny');
  const asks = applying.filter((rule) => rule.decision === 'ask');
  const allows = applying.filter((rule) => rule.decision === 'allow');
  const isAllowList = isAllowListFor(policy, scope);
  const asksByDefault = policy.default === 'ask';
  const matches = (rule: CompiledRule, tool: PolicyTool, callArguments: unknown): boolean =>
    (rule.matchesArguments === undefined || (callArguments !== undefined && rule.matchesArguments(callArguments))) &&
    rule.matchesTool(tool);
  return Object.freeze({
    isAllowList,
    decide: (tool, callArguments) => {
      const denying = denies.find((rule) => matches(rule, tool, callArguments));
      if (denying !== undefined) return { decision: 'deny', rule: denying, asking: [] };
      const allowing = isAllowList || asksByDefault ? allows.find((rule) => rule.matchesTool(tool)) : undefined;
      if (isAllowList && allowing === undefined) return unlisted;
      const asking = asks.filter((rule) => matches(rule, tool, callArguments));
      if (asking.length > 0) return { decision: 'ask', rule: asking[0] as CompiledRule, asking };
      if (allowing !== undefined) return { decision: 'allow', rule: allowing, asking };
      return asksByDefault ? unmatched : allowed;
    },
  } satisfies ScopedPolicy);
}

/** Public reasons first, then by content: which rule speaks does not depend on the order of the file. */
function compareRules(left: CompiledRule, right: CompiledRule): number {
  if (left.isPublic !== right.isPublic) return left.isPublic ? -1 : 1;
  return left.canonical < right.canonical ? -1 : left.canonical > right.canonical ? 1 : left.position - right.position;
}

/** Checks and compiles a policy; throws `ERR_PLUGIN_OPTIONS` with every fault when it is not valid. */
export function compilePolicy(options: PolicyOptions): CompiledPolicy {
  checkPolicyOptions(options);
  const rules = Object.freeze((options.rules ?? []).map(compileRule).sort(compareRules));
  const policy = { rules, ...(options.default === undefined ? {} : { default: options.default }) };
  const scopes = new WeakMap<Scope, ScopedPolicy>();
  return Object.freeze({
    ...policy,
    forScope: (scope: Scope) => {
      const known = scopes.get(scope);
      if (known !== undefined) return known;
      const scoped = scopePolicy(policy, scope);
      scopes.set(scope, scoped);
      return scoped;
    },
  });
}
