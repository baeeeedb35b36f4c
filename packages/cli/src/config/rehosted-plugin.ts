import { definePlugin, type Plugin, type PluginHost } from '@toolrack/contracts';

/** The same plugin, with the same options, that meets another host in place of the one it is given. */
export function rehostedPlugin(plugin: Plugin, rehost: (host: PluginHost) => PluginHost): Plugin {
  const { name, version, api, optionsSchema, requires, critical, options } = plugin;
  return definePlugin<object>({
    name,
    version,
    api,
    ...(optionsSchema === undefined ? {} : { optionsSchema }),
    requires,
    critical,
    apply: (host) => plugin.apply(rehost(host)),
  })(options);
}
