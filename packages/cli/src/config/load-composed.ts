import { dirname } from 'node:path';

import { isJsonObject, isPlugin, ToolrackError, type JsonObject, type Plugin } from '@toolrack/contracts';

import { hiddenValues } from '../terminal/hidden-values.js';
import type { Configuration } from './configuration.js';
import { configuredSecrets, placeOf } from './configured-secrets.js';
import { importDefault, loadFailure } from './load-module.js';
import { loadPlugin } from './load-plugin.js';
import { maskedPlugin } from './masked-plugin.js';
import { validateConfiguration } from './validate-configuration.js';

const shapes = 'an array of plugins, { plugins, trust?, limits?, secrets?, validateUntrusted? }, or a function that returns one of them';
const allowedKeys = new Set(['plugins', 'trust', 'limits', 'secrets', 'validateUntrusted']);

/** What a function exported by a configuration file receives. */
export interface ComposedContext {
  /** Folder of the file. */
  readonly baseDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Loads a `toolrack.config.{js,mjs,ts}`. Rejects with a `misconfigured` error that names the file and what is wrong in it. */
export async function loadComposed(file: string, environment: ComposedContext['env']): Promise<Configuration> {
  const context: ComposedContext = { baseDirectory: dirname(file), env: environment };
  let exported: unknown;
  try {
    exported = await importDefault(file);
    if (typeof exported === 'function') exported = await (exported as (given: ComposedContext) => unknown)(context);
  } catch (error) {
    if (ToolrackError.is(error)) throw error;
    throw new ToolrackError('ERR_CONFIG_FILE', `${file}: cannot be loaded: ${loadFailure(error)}`, { cause: error });
  }
  const value = Array.isArray(exported) ? { plugins: exported as unknown[] } : exported;
  if (!isJsonObject(value) || !Array.isArray(value['plugins'])) {
    throw new ToolrackError('ERR_CONFIG_FILE', `${file}: the default export must be ${shapes}.`);
  }
  const { plugins: entries, ...options } = value as { plugins: unknown[] } & JsonObject;
  const strange = Object.keys(options).find((key) => !allowedKeys.has(key));
  if (strange !== undefined) {
    throw new ToolrackError('ERR_CONFIG_VALUE', `${file}: unknown key "${strange}"; the default export must be ${shapes}.`);
  }
  validateConfiguration(options, { written: options, where: () => file });
  const { secrets: _named, ...runtimeOptions } = options as { readonly secrets?: unknown } & JsonObject;
  const { named: secrets, warnings } = configuredSecrets(
    options,
    [],
    placeOf(() => file),
  );
  hiddenValues.add(secrets);
  const plugins: Plugin[] = [];
  for (const [index, entry] of entries.entries()) {
    plugins.push(maskedPlugin(await toPlugin(entry, `${file}: plugins[${index}]`, context, secrets), secrets));
  }
  const origins = new Map(plugins.map((plugin, index) => [plugin.name, `${file}: plugins[${index}]`]));
  return { file, preset: 'composed', plugins, options: runtimeOptions, origins, warnings };
}

async function toPlugin(entry: unknown, place: string, context: ComposedContext, secrets: readonly string[]): Promise<Plugin> {
  if (isPlugin(entry)) return entry;
  const [name, options] = (Array.isArray(entry) ? entry : [entry]) as [unknown, unknown];
  if (typeof name === 'string' && (options === undefined || isJsonObject(options))) {
    return loadPlugin({ name, options, secrets, folder: context.baseDirectory, place });
  }
  const hint = typeof entry === 'function' ? 'it is a function: call the factory, as in rankerBm25()' : 'it is not made by definePlugin';
  throw new ToolrackError('ERR_PLUGIN_SHAPE', `${place}: not a plugin: ${hint}.`);
}
