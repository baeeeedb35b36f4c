import type { PluginHost, Scope } from '@toolrack/contracts';
import { compilePolicy, type CompiledPolicy } from './compiled-policy.js';
import type { PolicyTool } from './compiled-rule.js';
import { explainPolicy, type PolicyExplanation } from './explain-policy.js';
import type { PolicyOptions } from './rule.js';

/** Rules that can be replaced while runtimes use them. */
export interface PolicyRules {
  /** The rules in force. */
  readonly current: CompiledPolicy;
  /**
   * Puts other rules in force at once: the next search, describe and call of every run follows them, and the next run lists by
   * them. Throws `ERR_PLUGIN_OPTIONS` and changes nothing when they are not valid.
   */
  replace(options: PolicyOptions): void;
  explain(tool: PolicyTool, scope?: Scope, callArguments?: unknown): PolicyExplanation;
  /** Makes catalogs of this runtime stale at every replacement, until it is disposed. */
  attach(host: Pick<PluginHost, 'invalidateCatalog' | 'onDispose'>): void;
}

/** Rules for `policyWith`; `options` are the first ones. */
export function createPolicyRules(options: PolicyOptions = {}): PolicyRules {
  let current = compilePolicy(options);
  const hosts = new Set<Pick<PluginHost, 'invalidateCatalog'>>();
  return Object.freeze({
    get current() {
      return current;
    },
    replace: (next: PolicyOptions) => {
      current = compilePolicy(next);
      for (const host of hosts) host.invalidateCatalog();
    },
    explain: (tool: PolicyTool, scope?: Scope, callArguments?: unknown) => explainPolicy(current, tool, scope, callArguments),
    attach: (host: Pick<PluginHost, 'invalidateCatalog' | 'onDispose'>) => {
      hosts.add(host);
      host.onDispose(() => void hosts.delete(host));
    },
  });
}
