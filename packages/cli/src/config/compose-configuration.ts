import { dirname, resolve } from 'node:path';

import { ToolrackError, type JsonObject, type Plugin } from '@toolrack/contracts';
import { composePlugins, openclaw, standard, type PresetOptions } from '@toolrack/presets';
import { mcpSource, type McpServerOptions } from '@toolrack/source-mcp';

import { type Configuration, type ConfigurationFile } from './configuration.js';
import { didYouMean } from './did-you-mean.js';
import { firstPartyPlugins } from './first-party-plugins.js';
import { formatKeyPath, type KeyPath } from './key-path.js';
import { loadPlugin } from './load-plugin.js';
import { type ConfigurationDocument } from './read-json-configuration.js';

/** A block of the file that configures one plugin, which therefore cannot be listed under `plugins` as well. */
const blocks = {
  policy: '@toolrack/policy',
  toolSearch: '@toolrack/surface-openclaw',
  mcpServers: '@toolrack/source-mcp',
} as const;

/** Turns the checked blocks of a `toolrack.json` into plugins. Rejects with a `misconfigured` error that names key and fix. */
export async function composeConfiguration(document: ConfigurationDocument, file: ConfigurationFile): Promise<Configuration> {
  const folder = dirname(document.file);
  const at = (path: KeyPath): string => `${document.where(path)}: ${formatKeyPath(path)}`;
  const { toolSearch, path: toolSearchPath } = toolSearchBlock(file, at);
  const preset = presetPlugins(file, toolSearch, at);
  const added: Plugin[] = [];
  const origins = new Map<string, string>();
  for (const [key, name] of Object.entries(blocks)) origins.set(name, at(key === 'toolSearch' ? toolSearchPath : [key]));
  if (file.mcpServers !== undefined) added.push(mcpSource({ servers: servers(file.mcpServers, folder) }));
  for (const [index, entry] of (file.plugins ?? []).entries()) {
    const [name, options] = typeof entry === 'string' ? [entry] : entry;
    const place = at(['plugins', index]);
    const plugin = await loadPlugin({ name, options: options as JsonObject | undefined, folder, place });
    refuseTwice(plugin, file, toolSearch, added, place);
    added.push(plugin);
    origins.set(plugin.name, place);
  }
  const { without, warnings } = leftOut(file, preset, at);
  if (file.connectors !== undefined) throw notThere(at(['connectors']), 'connectors need @toolrack/source-connectors');
  return {
    file: document.file,
    preset: file.preset ?? 'standard',
    plugins: composePlugins(preset, { add: added, without }),
    options: {
      ...(file.trust === undefined ? {} : { trust: file.trust }),
      ...(file.validateUntrusted === undefined ? {} : { validateUntrusted: file.validateUntrusted }),
      ...(file.limits === undefined ? {} : { limits: file.limits }),
    },
    origins,
    warnings,
  };
}

function toolSearchBlock(file: ConfigurationFile, at: (path: KeyPath) => string): { toolSearch: unknown; path: KeyPath } {
  const nested = file.tools?.toolSearch;
  if (nested === undefined) return { toolSearch: file.toolSearch, path: ['toolSearch'] };
  if (file.toolSearch === undefined) return { toolSearch: nested, path: ['tools', 'toolSearch'] };
  const text = `${at(['tools', 'toolSearch'])}: says the same as toolSearch. Remove one of the two.`;
  throw new ToolrackError('ERR_CONFIG_VALUE', text);
}

function presetPlugins(file: ConfigurationFile, toolSearch: unknown, at: (path: KeyPath) => string): readonly Plugin[] {
  const options = {
    ...(file.policy === undefined ? {} : { policy: file.policy }),
    ...(toolSearch === undefined ? {} : { toolSearch }),
  } as PresetOptions;
  switch (file.preset ?? 'standard') {
    case 'standard':
      return standard(options);
    case 'openclaw':
      return openclaw(options);
    case 'hermes':
      throw notThere(at(['preset']), 'the preset "hermes"');
    case 'none': {
      const unused = file.policy !== undefined ? 'policy' : toolSearch !== undefined ? 'toolSearch' : undefined;
      if (unused === undefined) return [];
      const text = `${at([unused])}: configures a plugin of a preset, and the preset is "none". List ${blocks[unused]} under plugins with these options instead.`;
      throw new ToolrackError('ERR_CONFIG_VALUE', text);
    }
  }
}

function notThere(place: string, what: string): ToolrackError {
  const text = `${place}: ${what}: not part of this version of Toolrack. Remove the key, or install a version that has it.`;
  return new ToolrackError('ERR_CONFIG_VALUE', text);
}

/** Relative programs and folders are meant from the configuration's folder, and that is where a server runs. */
function servers(given: NonNullable<ConfigurationFile['mcpServers']>, folder: string): Readonly<Record<string, McpServerOptions>> {
  const entries = Object.entries(given).map(([name, server]): [string, McpServerOptions] => {
    const options = server as McpServerOptions;
    if (options.command === undefined) return [name, options];
    const isRelative = /^\.\.?[/\\]/u.test(options.command);
    const command = isRelative ? resolve(folder, options.command) : options.command;
    return [name, { ...options, command, cwd: resolve(folder, options.cwd ?? '.') }];
  });
  return Object.fromEntries(entries);
}

function refuseTwice(plugin: Plugin, file: ConfigurationFile, toolSearch: unknown, added: readonly Plugin[], place: string): void {
  const present = { policy: file.policy, toolSearch, mcpServers: file.mcpServers };
  const block = Object.entries(blocks).find(
    ([key, name]) => name === plugin.name && present[key as keyof typeof present] !== undefined,
  )?.[0];
  if (block !== undefined) {
    const text = `${place}: ${plugin.name} is configured by the key "${block}" already. Remove one of the two.`;
    throw new ToolrackError('ERR_CONFIG_VALUE', text);
  }
  if (!added.some((other) => other.name === plugin.name)) return;
  throw new ToolrackError('ERR_PLUGIN_NAME', `${place}: ${plugin.name} is listed twice. Remove one of the two.`);
}

/** Presets change; a name of ours that this one does not have is left out already. Any other name is a mistake. */
function leftOut(
  file: ConfigurationFile,
  preset: readonly Plugin[],
  at: (path: KeyPath) => string,
): { without: readonly string[]; warnings: readonly string[] } {
  const without: string[] = [];
  const warnings: string[] = [];
  const present = preset.map((plugin) => plugin.name);
  for (const [index, name] of (file.without ?? []).entries()) {
    const place = at(['without', index]);
    if (present.includes(name)) without.push(name);
    else if (Object.hasOwn(firstPartyPlugins, name)) {
      warnings.push(`${place}: "${name}" is not in the preset, so there is nothing to leave out.`);
    } else {
      const near = didYouMean(name, [...present, ...Object.keys(firstPartyPlugins)]);
      const text = `${place}: "${name}" is not a plugin of the preset.${near} Its plugins: ${present.join(', ') || 'none'}.`;
      throw new ToolrackError('ERR_CONFIG_VALUE', text);
    }
  }
  return { without, warnings };
}
