import { isJsonObject, ToolrackError } from '@toolrack/contracts';
import { compilePolicy, evaluateExpectations, explainPolicy, parseExpectations, policyFaults, toolOfId } from '@toolrack/policy';

import { check, refusable } from '../loop/check.mjs';

const tools = ['mcp:github:create_issue', 'mcp:shell:exec', 'client:app:open', 'openclaw:core:read'].map((id) =>
  toolOfId(id, { annotations: { destructiveHint: true } }),
);
const scopes = [{}, { agent: 'main', tenant: 'acme' }];
const values = [undefined, {}, { command: 'rm -rf /', path: '/etc/passwd', nested: { deep: ['x'] } }];
export const words = tools.map(({ id }) => id).concat(['mcp:*', '*:exec', 'deny', 'allow', 'ask', 'agents', 'arguments', 'annotations']);

/** Rules and tables of expectations. Valid is what compiles; a denial holds whatever else is said, and the order of rules never matters. */
export async function create() {
  const run = async (input) => {
    let value;
    try {
      value = JSON.parse(input.toString());
    } catch {
      value = { rules: [{ deny: input.toString() }] };
    }
    const { expectations = value, ...rest } = isJsonObject(value) ? value : { expectations: value };
    const faults = policyFaults(rest);
    const policy = await refusable(() => compilePolicy(rest), ToolrackError);
    check((faults.length === 0) === (policy !== undefined), 'faults and compilation disagree');
    if (policy !== undefined) decide(rest, policy);
    const table = await refusable(() => parseExpectations(expectations), ToolrackError);
    if (table !== undefined) evaluateExpectations(policy ?? compilePolicy({}), table);
  };
  return { run };
}

function decide(value, policy) {
  const reversed = compilePolicy({ ...value, rules: [...(value.rules ?? [])].reverse() });
  const closed = compilePolicy({ ...value, rules: [...(value.rules ?? []), { deny: '*' }] });
  for (const tool of tools) {
    for (const scope of scopes) {
      for (const given of values) {
        const { decision } = policy.forScope(scope).decide(tool, given);
        check(reversed.forScope(scope).decide(tool, given).decision === decision, 'a decision depends on the order of rules');
        check(closed.forScope(scope).decide(tool, given).decision === 'deny', 'a rule that denies everything is overruled');
        check(explainPolicy(policy, tool, scope, given).decision === decision, 'an explanation tells another decision');
      }
    }
  }
}
