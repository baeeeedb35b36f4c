import { dirname } from 'node:path';

import { ToolrackError, type Logger, type Plugin } from '@toolrack/contracts';

import type { Configuration } from '../config/configuration.js';
import { loadPlugin } from '../config/load-plugin.js';
import { withRanker } from './ranker-probe.js';

/**
 * The ranker plugin of that name, path or short name (`bm25` is `@toolrack/ranker-bm25`). One that the configuration has keeps the options that
 * it has there. Rejects with `ERR_PLUGIN_UNKNOWN` or `ERR_PLUGIN_SHAPE`.
 */
export async function rankerPlugin(name: string, configuration: Configuration | undefined): Promise<Plugin> {
  const isShort = /^[a-z0-9-]+$/u.test(name);
  const names = isShort ? [`@toolrack/ranker-${name}`, name] : [name];
  const configured = configuration?.plugins.find((plugin) => names.includes(plugin.name));
  if (configured !== undefined) return configured;
  const folder = configuration === undefined ? process.cwd() : dirname(configuration.file);
  for (const candidate of names) {
    try {
      return await loadPlugin({ name: candidate, folder, place: '--ranker' });
    } catch (error) {
      const isLast = candidate === names.at(-1);
      if (isLast || !ToolrackError.is(error) || error.code !== 'ERR_PLUGIN_UNKNOWN' || !error.message.includes('is not installed'))
        throw error;
    }
  }
  throw new Error('unreachable: the last name throws');
}

/**
 * The plugin of the configuration that provides its ranker, found without starting a source: first-party ones by their name, others by booting
 * them alone. The default ranker where none of them does.
 */
export async function configuredRankerPlugin(configuration: Configuration | undefined): Promise<Plugin> {
  for (const plugin of [...(configuration?.plugins ?? [])].reverse()) {
    const isOurs = plugin.name.startsWith('@toolrack/');
    const isNamedRanker = /(?:^|[/-])ranker(?:-|$)/u.test(plugin.name);
    if (isOurs ? isNamedRanker : isNamedRanker || (await providesRanker(plugin))) return plugin;
  }
  return rankerPlugin('lexical', configuration);
}

/** A plugin that cannot boot alone, because it wants what others provide, is taken for none. */
async function providesRanker(plugin: Plugin): Promise<boolean> {
  try {
    return await withRanker(plugin, silent, () => Promise.resolve(true));
  } catch {
    return false;
  }
}

const nothing = (): void => undefined;
const silent: Logger = { error: nothing, warn: nothing, info: nothing, debug: nothing };
