import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isJsonObject, isPlugin, ToolrackError, type JsonObject, type Plugin } from '@toolrack/contracts';

import { didYouMean } from './did-you-mean.js';
import { firstPartyPlugins } from './first-party-plugins.js';
import { placeError } from './place-error.js';
import { importDefault, loadFailure, resolvePackage } from './load-module.js';

/** One entry of `plugins`: where it is, what it says, and in which folder it looks things up. */
export interface PluginEntry {
  /** Package name or path. */
  readonly name: string;
  readonly options?: JsonObject;
  /** Values to hide; a plugin whose options have `secrets` gets them. */
  readonly secrets?: readonly string[];
  /** Folder that relative paths and packages are resolved from. */
  readonly folder: string;
  /** Start of every message, for example `toolrack.json:4: plugins[0]`. */
  readonly place: string;
}

/**
 * Loads a plugin and configures it. A plugin whose options have a `baseDirectory` gets the folder of the configuration unless
 * the options say otherwise. Rejects with `ERR_PLUGIN_UNKNOWN` (nothing there, or it cannot be loaded) or `ERR_PLUGIN_SHAPE`.
 */
export async function loadPlugin(entry: PluginEntry): Promise<Plugin> {
  const exported = await load(entry);
  if (isPlugin(exported)) {
    if (entry.options === undefined) return exported;
    throw shape(entry, 'exports a plugin that is configured already, so it takes no options. Remove the options.');
  }
  if (typeof exported !== 'function') {
    throw shape(entry, 'has no plugin as its default export. Export definePlugin({ … }) as the default.');
  }
  const configure = exported as (options?: object) => unknown;
  const plugin = await make(entry, configure, entry.options);
  const known = plugin.optionsSchema?.['properties'];
  if (!isJsonObject(known)) return plugin;
  const more = {
    ...(known['baseDirectory'] === undefined ? {} : { baseDirectory: baseDirectoryOf(entry) }),
    ...(known['secrets'] === undefined ? {} : secretsOf(entry)),
  };
  return Object.keys(more).length === 0 ? plugin : make(entry, configure, { ...entry.options, ...more });
}

function baseDirectoryOf({ options, folder }: PluginEntry): unknown {
  const given = options?.['baseDirectory'];
  return typeof given === 'string' ? resolve(folder, given) : (given ?? folder);
}

function secretsOf({ options, secrets = [] }: PluginEntry): { readonly secrets?: unknown } {
  const given = options?.['secrets'];
  // Its schema says what is wrong with anything else.
  if (secrets.length === 0 || (given !== undefined && !Array.isArray(given))) return {};
  return { secrets: [...((given as readonly unknown[] | undefined) ?? []), ...secrets] };
}

async function make(entry: PluginEntry, configure: (options?: object) => unknown, options?: object): Promise<Plugin> {
  let made: unknown;
  try {
    made = await configure(options);
  } catch (error) {
    if (ToolrackError.is(error)) throw placeError(error, entry.place);
    throw shape(entry, `threw when it was configured: ${loadFailure(error)}`, error);
  }
  if (isPlugin(made)) return made;
  throw shape(entry, 'exports a function that returns no plugin. Export definePlugin({ … }) as the default.');
}

async function load(entry: PluginEntry): Promise<unknown> {
  const { name, folder } = entry;
  const path = isPath(name) ? toPath(name, folder) : await resolvePackage(name, folder);
  try {
    if (path !== undefined && existsSync(toPath(path, folder))) return await importDefault(toPath(path, folder));
    const bundled = Object.hasOwn(firstPartyPlugins, name) ? firstPartyPlugins[name] : undefined;
    if (bundled !== undefined) return (await bundled()).default;
  } catch (error) {
    throw unknown(entry, `cannot be loaded: ${loadFailure(error)}`, error);
  }
  if (isPath(name)) throw unknown(entry, `does not exist (looked at ${path}). Correct the path.`);
  const near = didYouMean(name, Object.keys(firstPartyPlugins));
  throw unknown(entry, `is not installed.${near} Install it with "npm install ${name}", or write a path that starts with "./".`);
}

function isPath(name: string): boolean {
  return name.startsWith('.') || name.startsWith('file:') || isAbsolute(name);
}

function toPath(name: string, folder: string): string {
  return name.startsWith('file:') ? fileURLToPath(name) : resolve(folder, name);
}

function unknown(entry: PluginEntry, problem: string, cause?: unknown): ToolrackError {
  return new ToolrackError('ERR_PLUGIN_UNKNOWN', `${entry.place}: the plugin "${entry.name}" ${problem}`, { cause });
}

function shape(entry: PluginEntry, problem: string, cause?: unknown): ToolrackError {
  return new ToolrackError('ERR_PLUGIN_SHAPE', `${entry.place}: the plugin "${entry.name}" ${problem}`, { cause });
}
