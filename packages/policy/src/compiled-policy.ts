import { sourceId, type Scope, type ToolSourceIdentity } from '@toolrack/contracts';
import { checkPolicyOptions } from './check-policy.js';
import { checkedSchemaOf, compileRule, type CompiledRule, type PolicyTool } from './compiled-rule.js';
import { isSourceHidden } from './hidden-source.js';
import type { PolicyDefault, PolicyOptions, RuleDecision } from './rule.js';

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
  /** The decision when it is a denial; quicker than `decide`. */
  denies(tool: PolicyTool, callArguments?: unknown): PolicyDecision | undefined;
  /** True when nothing that the source could list is allowed. */
  hides(source: ToolSourceIdentity): boolean;
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

/** The rules that can concern tools of one source, by decision. */
type RuleGroups = Readonly<Record<RuleDecision, readonly CompiledRule[]>>;

/** Sorts the rules of a scope by source, once for each source; tools come source by source, so the last one is remembered. */
function groupBySource(rules: readonly CompiledRule[]): (source: ToolSourceIdentity) => RuleGroups {
  const known = new Map<string, RuleGroups>();
  let last: { readonly kind: string; readonly owner: string; readonly groups: RuleGroups } | undefined;
  return (source) => {
    const { kind, owner } = source;
    if (last !== undefined && last.owner === owner && last.kind === kind) return last.groups;
    const id = sourceId(source);
    let groups = known.get(id);
    if (groups === undefined) {
      const concerning = rules.filter((rule) => rule.concerns(source));
      const by = (decision: RuleDecision): readonly CompiledRule[] => concerning.filter((rule) => rule.decision === decision);
      groups = { deny: by('deny'), ask: by('ask'), allow: by('allow') };
      known.set(id, groups);
    }
    last = { kind, owner, groups };
    return groups;
  };
}

function matches(rule: CompiledRule, tool: PolicyTool, callArguments: unknown): boolean {
  const { matchesArguments } = rule;
  if (matchesArguments === undefined) return rule.matchesTool(tool);
  return callArguments !== undefined && rule.matchesTool(tool) && matchesArguments(callArguments, checkedSchemaOf(tool));
}

function scopePolicy(policy: Pick<CompiledPolicy, 'rules' | 'default'>, scope: Scope): ScopedPolicy {
  const rulesFor = groupBySource(policy.rules.filter((rule) => rule.matchesScope(scope) === 'yes'));
  const isAllowList = isAllowListFor(policy, scope);
  const denies: ScopedPolicy['denies'] = (tool, callArguments) => {
    const { deny, allow } = rulesFor(tool.source);
    for (const rule of deny) if (matches(rule, tool, callArguments)) return { decision: 'deny', rule, asking: [] };
    if (!isAllowList) return undefined;
    for (const rule of allow) if (rule.matchesTool(tool)) return undefined;
    return unlisted;
  };
  const decide: ScopedPolicy['decide'] = (tool, callArguments) => {
    const denied = denies(tool, callArguments);
    if (denied !== undefined) return denied;
    const { ask, allow } = rulesFor(tool.source);
    const asking = ask.filter((rule) => matches(rule, tool, callArguments));
    if (asking.length > 0) return { decision: 'ask', rule: asking[0], asking };
    const rule = allow.find((allowing) => allowing.matchesTool(tool));
    if (rule !== undefined) return { decision: 'allow', rule, asking };
    return policy.default === 'ask' ? unmatched : allowed;
  };
  const hides: ScopedPolicy['hides'] = (source) => {
    const { deny, allow } = rulesFor(source);
    return isSourceHidden(source, deny, isAllowList ? allow : undefined);
  };
  return Object.freeze({ isAllowList, denies, hides, decide } satisfies ScopedPolicy);
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
