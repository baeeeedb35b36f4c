import { apiVersion, isPlugin, issueText, reasonOf, ToolrackError } from '@toolrack/contracts';
import type { Plugin, SchemaValidator } from '@toolrack/contracts';

/** Checks plugins before any of them runs and answers them in the order in which they apply: requirements first, else as listed. */
export function checkPlugins(plugins: readonly unknown[], validator: SchemaValidator): readonly Plugin[] {
  if (!Array.isArray(plugins)) throw new ToolrackError('ERR_PLUGIN_SHAPE', 'plugins must be an array of plugins.');
  const checked = plugins.map((plugin, position) => checkShape(plugin, position));
  const byName = new Map<string, Plugin>();
  for (const plugin of checked) {
    if (byName.has(plugin.name))
      throw new ToolrackError('ERR_PLUGIN_NAME', `Plugin ${plugin.name} is listed twice.`, {
        plugin: plugin.name,
        hint: 'List each plugin once.',
      });
    byName.set(plugin.name, plugin);
    checkApi(plugin);
    checkOptions(plugin, validator);
  }
  return inOrder(checked, byName);
}

function checkShape(plugin: unknown, position: number): Plugin {
  if (!isPlugin(plugin)) {
    const hint = typeof plugin === 'function' ? 'It is a function: call the factory.' : 'Use definePlugin.';
    throw new ToolrackError('ERR_PLUGIN_SHAPE', `plugins[${position}] is no plugin.`, { hint });
  }
  if (typeof plugin.name !== 'string' || plugin.name.trim() === '')
    throw new ToolrackError('ERR_PLUGIN_NAME', `plugins[${position}] has no name.`);
  if (typeof plugin.version !== 'string' || !/^\d+\.\d+\.\d+/u.test(plugin.version)) {
    throw new ToolrackError('ERR_PLUGIN_NAME', `Plugin ${plugin.name} has no version of the form 1.2.3.`, {
      plugin: plugin.name,
    });
  }
  if (typeof plugin.apply !== 'function')
    throw new ToolrackError('ERR_PLUGIN_SHAPE', `Plugin ${plugin.name} has no apply function.`, {
      plugin: plugin.name,
    });
  return plugin;
}

/** Ranges are `^major` or `^major.minor`: the contract promises no more. */
function checkApi(plugin: Plugin): void {
  const match = /^\^(\d+)(?:\.(\d+))?(?:\.0)?$/u.exec(plugin.api);
  const [major, minor] = apiVersion.split('.').map(Number) as [number, number];
  if (match !== null && Number(match[1]) === major && Number(match[2] ?? 0) <= minor) return;
  throw new ToolrackError('ERR_PLUGIN_API', `Plugin ${plugin.name} needs contract ${plugin.api}, this kernel has ${apiVersion}.`, {
    plugin: plugin.name,
    hint: match === null ? 'Write the range as ^1 or ^1.2.' : 'Install a version of the plugin that fits.',
  });
}

function checkOptions(plugin: Plugin, validator: SchemaValidator): void {
  if (plugin.optionsSchema === undefined) return;
  let issues;
  try {
    issues = validator.compile(plugin.optionsSchema).check(plugin.options);
  } catch (error) {
    throw new ToolrackError('ERR_PLUGIN_OPTIONS', `The options schema of plugin ${plugin.name} cannot be compiled: ${reasonOf(error)}`, {
      plugin: plugin.name,
    });
  }
  if (issues.length > 0)
    throw new ToolrackError('ERR_PLUGIN_OPTIONS', `The options of plugin ${plugin.name} are wrong: ${issueText(issues)}.`, {
      plugin: plugin.name,
      fields: { issues },
    });
}

function inOrder(plugins: readonly Plugin[], byName: ReadonlyMap<string, Plugin>): readonly Plugin[] {
  const ordered = new Set<Plugin>();
  const visit = (plugin: Plugin, path: readonly string[]): void => {
    if (ordered.has(plugin)) return;
    if (path.includes(plugin.name)) {
      throw new ToolrackError(
        'ERR_PLUGIN_REQUIRES',
        `Plugins require each other in a circle: ${[...path.slice(path.indexOf(plugin.name)), plugin.name].join(' → ')}.`,
        { plugin: plugin.name },
      );
    }
    for (const name of plugin.requires) {
      const required = byName.get(name);
      if (required === undefined)
        throw new ToolrackError('ERR_PLUGIN_REQUIRES', `Plugin ${plugin.name} requires ${name}, which is not present.`, {
          plugin: plugin.name,
          hint: `Add ${name}.`,
        });
      visit(required, [...path, plugin.name]);
    }
    ordered.add(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return [...ordered];
}
