import {
  ContentProviders,
  isJsonObject,
  maskedContent,
  maskedLogger,
  maskedSource,
  SecretMask,
  ToolSources,
  type ContentProvider,
  type ExtensionPoint,
  type Plugin,
  type PluginHost,
  type ToolSource,
} from '@toolrack/contracts';
import { rehostedPlugin } from './rehosted-plugin.js';

/** True for a plugin that has an option `secrets` and hides them itself. */
export function takesSecrets(plugin: Plugin): boolean {
  const known = plugin.optionsSchema?.['properties'];
  return isJsonObject(known) && known['secrets'] !== undefined;
}

/**
 * A plugin whose sources cannot show the values: what they list, answer, report and throw is masked on its way to the runtime, and so is what the plugin
 * logs. Plugins that hide values themselves are left as they are.
 */
export function maskedPlugin(plugin: Plugin, values: readonly string[]): Plugin {
  const mask = new SecretMask(values);
  if (mask.isEmpty || takesSecrets(plugin)) return plugin;
  return rehostedPlugin(plugin, (host) => maskedHost(host, mask));
}

function maskedHost(host: PluginHost, mask: SecretMask): PluginHost {
  return {
    ...host,
    logger: maskedLogger(host.logger, mask),
    contribute: <Value>(point: ExtensionPoint<Value>, value: Value) => host.contribute(point, maskedContribution(point.id, value, mask)),
  };
}

function maskedContribution<Value>(point: string, value: Value, mask: SecretMask): Value {
  if (point === ToolSources.id) return maskedSource(value as ToolSource, mask) as Value;
  return point === ContentProviders.id ? (maskedContent(value as ContentProvider, mask) as Value) : value;
}
