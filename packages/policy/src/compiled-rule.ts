import { sourceId, type Scope, type ToolDescriptor, type ToolSourceIdentity } from '@toolrack/contracts';
import { matchesAnnotations } from './annotation-matcher.js';
import { compileArguments, type ArgumentMatcher } from './argument-matcher.js';
import type { CheckedSchema } from './declared-type.js';
import { asArray, compileMatcher, compileSourceSieve, compileToolMatcher } from './matcher.js';
import { canonicalRule, ruleLabel } from './rule-label.js';
import { decisions, scopeConditions, type OneOrMany, type PolicyRule, type RuleDecision } from './rule.js';

/** What a policy looks at in a tool. */
export type PolicyTool = Pick<ToolDescriptor, 'id' | 'name' | 'source' | 'trust' | 'annotations'> &
  Partial<Pick<ToolDescriptor, 'inputSchema'>>;

/** What the arguments of a call are checked against before rules see them. Those of an untrusted tool are not, nor those of one that is only named. */
export const checkedSchemaOf = ({ trust, inputSchema }: PolicyTool): CheckedSchema => (trust === 'trusted' ? inputSchema : undefined);

/** `unknown`: the rule is about a part of the scope that the run does not state, and nothing else rules it out. */
export type ScopeMatch = 'yes' | 'no' | 'unknown';

/** A rule, ready to be asked many times. */
export interface CompiledRule {
  /** Place in the file, from 0. */
  readonly position: number;
  readonly label: string;
  /** Equal for equal rules; the order in which the reasons of several rules are preferred. */
  readonly canonical: string;
  readonly decision: RuleDecision;
  readonly reason?: string;
  readonly isPublic: boolean;
  matchesScope(scope: Scope): ScopeMatch;
  /** False when no tool of this source can match. */
  concerns(source: ToolSourceIdentity): boolean;
  matchesTool(tool: PolicyTool): boolean;
  /** Its patterns over tools, and those of the tools that it leaves alone. */
  readonly patterns: readonly string[];
  readonly exceptions: readonly string[];
  /** Whether it looks at more of a tool or call than names and source. */
  readonly isConditional: boolean;
  /** Absent when the rule does not look at arguments. */
  readonly matchesArguments?: ArgumentMatcher;
}

/** The decision of a valid rule. */
export function decisionOf(rule: PolicyRule): RuleDecision {
  return decisions.find((decision) => rule[decision] !== undefined) as RuleDecision;
}

function compileScope(rule: PolicyRule): CompiledRule['matchesScope'] {
  const tests = (Object.keys(scopeConditions) as (keyof typeof scopeConditions)[])
    .filter((key) => rule[key] !== undefined)
    .map((key) => ({ part: scopeConditions[key], matches: compileMatcher(rule[key] as OneOrMany) }));
  return (scope) => {
    let match: ScopeMatch = 'yes';
    for (const { part, matches } of tests) {
      const value = scope[part];
      if (value === undefined) match = 'unknown';
      else if (!matches(value)) return 'no';
    }
    return match;
  };
}

function compileTool(rule: PolicyRule, decision: RuleDecision): CompiledRule['matchesTool'] {
  const tests: ((tool: PolicyTool) => boolean)[] = [compileToolMatcher(rule[decision] as OneOrMany)];
  const { except, sources, trust, annotations } = rule;
  if (except !== undefined) {
    const isExcepted = compileToolMatcher(except);
    tests.push((tool) => !isExcepted(tool));
  }
  if (sources !== undefined) {
    const matches = compileMatcher(sources);
    tests.push((tool) => matches(sourceId(tool.source)));
  }
  if (trust !== undefined) tests.push((tool) => tool.trust === trust);
  if (annotations !== undefined) tests.push((tool) => matchesAnnotations(tool.annotations, annotations));
  if (tests.length === 1) return tests[0] as (tool: PolicyTool) => boolean;
  return (tool) => tests.every((test) => test(tool));
}

function compileSource(rule: PolicyRule, decision: RuleDecision): CompiledRule['concerns'] {
  const mayMatch = compileSourceSieve(rule[decision] as OneOrMany);
  const isNamed = rule.sources === undefined ? () => true : compileMatcher(rule.sources);
  return (source) => {
    const id = sourceId(source);
    return isNamed(id) && mayMatch(`${id}:`);
  };
}

/** Compiles one valid rule. */
export function compileRule(rule: PolicyRule, position: number): CompiledRule {
  const decision = decisionOf(rule);
  return Object.freeze({
    position,
    label: ruleLabel(rule, decision),
    canonical: canonicalRule(rule),
    decision,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    isPublic: rule.public === true,
    matchesScope: compileScope(rule),
    concerns: compileSource(rule, decision),
    matchesTool: compileTool(rule, decision),
    patterns: asArray(rule[decision] as OneOrMany),
    exceptions: asArray(rule.except ?? []),
    isConditional: rule.trust !== undefined || rule.annotations !== undefined || rule.arguments !== undefined,
    ...(rule.arguments === undefined ? {} : { matchesArguments: compileArguments(rule.arguments) }),
  });
}
