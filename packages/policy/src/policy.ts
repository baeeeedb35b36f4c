import { approval, definePlugin, deny, isSourceQuestion, type Denial, type Plugin, type PluginHost } from '@toolrack/contracts';
import { checkPolicyOptions } from './check-policy.js';
import type { PolicyDecision } from './compiled-policy.js';
import { createPolicyRules, type PolicyRules } from './policy-rules.js';
import { PolicyExplainers } from './policy-explainer.js';
import { policySchema } from './policy-schema.js';
import type { PolicyOptions } from './rule.js';

const identity = { name: '@toolrack/policy', version: '0.1.0', api: '^1' } as const;

/** After every channel has had its say. */
const afterAll = 1_000_000;
/** Packages of this project that ask somebody. */
export const approvalChannels = Object.freeze(['@toolrack/approval-http', '@toolrack/approval-elicitation', '@toolrack/approval-terminal']);
const nobodyAsks = `nobody is there to approve it; whoever runs this adds ${approvalChannels.slice(0, -1).join(', ')} or ${approvalChannels.at(-1) as string} to the plugins`;

function denial(decision: PolicyDecision | undefined): Denial | undefined {
  if (decision === undefined) return undefined;
  const { rule } = decision;
  if (rule === undefined) return deny('No allow rule names this tool.', { rule: 'allow list' });
  return deny(rule.reason ?? `Denied by rule: ${rule.label}`, { isPublic: rule.isPublic, rule: rule.label });
}

/** Taps the hooks; every question goes to the rules that are in force at that moment. */
function enforce(host: PluginHost, rules: PolicyRules): void {
  rules.attach(host);
  host.contribute(PolicyExplainers, rules);
  host.hooks.policy.tap((tool, { run }) => {
    const scoped = rules.current.forScope(run.scope);
    if (!isSourceQuestion(tool)) return denial(scoped.denies(tool));
    return scoped.hides(tool.source) ? deny('No tool of this source is allowed.') : undefined;
  });
  host.hooks.authorize.tap((call) => denial(rules.current.forScope(call.run.scope).denies(call.tool, call.arguments)));
  host.hooks.approvalNeeded.tap((call, dossier) => {
    const { decision, asking } = rules.current.forScope(call.run.scope).decide(call.tool, call.arguments);
    if (decision !== 'ask') return;
    if (asking.length === 0) dossier.require('No rule allows this tool without asking.');
    for (const rule of asking) dossier.require(rule.reason ?? `Rule: ${rule.label}`);
  });
  host.hooks.approve.tap(() => approval('deny', { by: identity.name, reason: nobodyAsks }), { stage: afterAll });
}

const definePolicy = definePlugin<PolicyOptions>({
  ...identity,
  optionsSchema: policySchema,
  apply: (host, options) => enforce(host, createPolicyRules(options)),
});

/** Declarative rules: who may use which tools, and which calls need an approval. Throws `ERR_PLUGIN_OPTIONS` for invalid rules. */
export const policy = (options: PolicyOptions = {}): Plugin => {
  checkPolicyOptions(options);
  return definePolicy(options);
};

/** The same plugin over rules that can be replaced while it runs. */
export const policyWith = (rules: PolicyRules): Plugin => definePlugin({ ...identity, apply: (host) => enforce(host, rules) })({});

const defineOpenPolicy = definePlugin({
  ...identity,
  apply: (host) => {
    host.logger.warn('No policy is in force: every tool of every source is allowed (policyOpen).');
    host.hooks.policy.tap(() => undefined);
  },
});

/** Allows everything and says so in the log once at boot. */
export const policyOpen = (): Plugin => defineOpenPolicy({});
