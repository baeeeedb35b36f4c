import { dirname } from 'node:path';

import { ToolrackError, type Plugin } from '@toolrack/contracts';

import type { Configuration } from '../config/configuration.js';
import { loadPlugin } from '../config/load-plugin.js';

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

/** The ranker of the configuration as a plugin of its own; the default ranker when none is recognised by its name. */
export async function configuredRankerPlugin(configuration: Configuration | undefined): Promise<Plugin> {
  const named = configuration?.plugins.filter(({ name }) => /(?:^|[/-])ranker(?:-|$)/u.test(name)).at(-1);
  return named ?? rankerPlugin('lexical', configuration);
}
