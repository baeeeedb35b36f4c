import { ToolrackError, type Plugin } from '@toolrack/contracts';
import { hermes, openclaw, standard, type HermesPresetOptions, type PresetOptions } from '@toolrack/presets';

import type { ConfigurationFile } from './configuration.js';
import { didYouMean } from './did-you-mean.js';
import { firstPartyPlugins } from './first-party-plugins.js';
import type { KeyPath } from './key-path.js';
import { placeError } from './place-error.js';

/** A block of the file that configures one plugin, which therefore cannot be listed under `plugins` as well. */
export const blocks = {
  policy: '@toolrack/policy',
  toolSearch: '@toolrack/surface-openclaw',
  mcpServers: '@toolrack/source-mcp',
} as const;

/** OpenClaw's block and where it stands. */
export interface ToolSearch {
  readonly value: unknown;
  readonly path: KeyPath;
}

/** Finds the block at `toolSearch` or `tools.toolSearch`. Throws `ERR_CONFIG_VALUE` for both. */
export function findToolSearch(file: ConfigurationFile, at: (path: KeyPath) => string): ToolSearch {
  const nested = file.tools?.toolSearch;
  if (nested === undefined) return { value: file.toolSearch, path: ['toolSearch'] };
  if (file.toolSearch === undefined) return { value: nested, path: ['tools', 'toolSearch'] };
  const text = `${at(['tools', 'toolSearch'])}: says the same as toolSearch. Remove one of the two.`;
  throw new ToolrackError('ERR_CONFIG_VALUE', text);
}

/** The plugins of the file's preset with its blocks. Throws a `misconfigured` error that names the key. */
export function presetPlugins(file: ConfigurationFile, toolSearch: ToolSearch, at: (path: KeyPath) => string): readonly Plugin[] {
  const options = {
    ...(file.policy === undefined ? {} : { policy: file.policy }),
    ...(toolSearch.value === undefined ? {} : { toolSearch: toolSearch.value }),
  } as PresetOptions;
  switch (file.preset ?? 'standard') {
    case 'standard':
      return checked(() => standard(options), at);
    case 'openclaw':
      return checked(() => openclaw(options), at);
    case 'hermes':
      return checked(() => hermes(hermesOptions(file)), at);
    case 'none': {
      const unused = file.policy !== undefined ? 'policy' : toolSearch.value !== undefined ? 'toolSearch' : undefined;
      if (unused === undefined) return [];
      const text = `${at([unused])}: configures a plugin of a preset, and the preset is "none". List ${blocks[unused]} under plugins with these options instead.`;
      throw new ToolrackError('ERR_CONFIG_VALUE', text);
    }
  }
}

function hermesOptions(file: ConfigurationFile): HermesPresetOptions {
  return {
    ...(file.policy === undefined ? {} : { policy: file.policy }),
    ...(file.tool_search === undefined ? {} : { toolSearch: file.tool_search }),
    ...(file.connectors === false ? { connectors: false } : {}),
  };
}

/** Rules are checked while a preset is made. */
function checked<Value>(make: () => Value, at: (path: KeyPath) => string): Value {
  try {
    return make();
  } catch (error) {
    const isPolicy = ToolrackError.is(error) && error.plugin === blocks.policy;
    throw isPolicy ? placeError(error, at(['policy'])) : error;
  }
}

/** Presets change; a name of ours that this one does not have is left out already. Any other name is a mistake. */
export function leftOut(
  file: ConfigurationFile,
  preset: readonly Plugin[],
  at: (path: KeyPath) => string,
): { readonly without: readonly string[]; readonly warnings: readonly string[] } {
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
