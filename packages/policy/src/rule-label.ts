import { asArray } from './matcher.js';
import type { PolicyRule, RuleDecision } from './rule.js';

const conditionKeys = [
  'except',
  'tenants',
  'agents',
  'profiles',
  'sandboxes',
  'sessions',
  'sources',
] as const satisfies readonly (keyof PolicyRule)[];

/** Longest label in characters. */
const longestLabel = 160;

/** The name of a rule, or a short sentence made from it: `deny mcp:*:delete_* (agents guest)`. Values of arguments are not shown. */
export function ruleLabel(rule: PolicyRule, decision: RuleDecision): string {
  if (rule.name !== undefined) return rule.name;
  const conditions: string[] = [];
  for (const key of conditionKeys) {
    const patterns = rule[key];
    if (patterns !== undefined) conditions.push(`${key} ${asArray(patterns).join(', ')}`);
  }
  if (rule.trust !== undefined) conditions.push(`trust ${rule.trust}`);
  for (const [name, value] of Object.entries(rule.annotations ?? {})) conditions.push(`${name} ${value}`);
  const paths = Object.keys(rule.arguments ?? {});
  if (paths.length > 0) conditions.push(`arguments ${paths.join(', ')}`);
  const patterns = asArray(rule[decision] ?? []).join(', ');
  const label = `${decision} ${patterns}${conditions.length === 0 ? '' : ` (${conditions.join('; ')})`}`;
  return label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 3)}...`;
}

/** The rule as JSON with sorted keys. */
export function canonicalRule(rule: PolicyRule): string {
  return JSON.stringify(rule, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
