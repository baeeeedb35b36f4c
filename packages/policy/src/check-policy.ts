import { ToolrackError } from '@toolrack/contracts';
import { checkRule } from './check-rule.js';
import { closestKey, isPlainObject, type Report } from './check-values.js';

const optionKeys = ['rules', 'default'] as const;

/** All faults of a policy, each with the path of the value: `rules[2].agents: must be …`. Empty when it is valid. */
export function policyFaults(options: unknown): readonly string[] {
  const faults: string[] = [];
  const report: Report = (path, message) => faults.push(`${path}: ${message}`);
  if (!isPlainObject(options)) return ['policy: must be an object such as { "rules": [] }.'];
  for (const key of Object.keys(options)) {
    if (!(optionKeys as readonly string[]).includes(key)) report(key, `unknown key.${closestKey(key, optionKeys)}`);
  }
  const { rules, default: fallback } = options;
  if (fallback !== undefined && fallback !== 'deny' && fallback !== 'ask') report('default', 'must be "deny" or "ask".');
  if (rules === undefined) return faults;
  if (!Array.isArray(rules)) report('rules', 'must be an array of rules.');
  else rules.forEach((rule: unknown, index) => checkRule(rule, `rules[${index}]`, report));
  return faults;
}

/** Throws `ERR_PLUGIN_OPTIONS` that names every fault (at most ten) when the options are not a valid policy. */
export function checkPolicyOptions(options: unknown): void {
  const faults = policyFaults(options);
  if (faults.length === 0) return;
  const shown = faults.slice(0, 10).join(' ');
  const more = faults.length > 10 ? ` And ${faults.length - 10} more.` : '';
  throw new ToolrackError('ERR_PLUGIN_OPTIONS', `The policy is not valid. ${shown}${more}`, {
    plugin: '@toolrack/policy',
    fields: { faults },
  });
}
