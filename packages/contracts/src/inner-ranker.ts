import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolrackError, reasonOf } from './errors.js';
import type { JsonObject } from './json.js';
import { isPlugin, type Plugin, type PluginHost } from './plugin.js';
import type { Ranker } from './ranker.js';
import { RankerService, ValidatorService } from './tokens.js';
import { issueText } from './validation.js';

/** A ranker to build on: itself, a configured ranker plugin, or the name (or path) of a ranker plugin with its options. */
export type InnerRanker = Ranker | Plugin | string | readonly [name: string, options?: JsonObject];

/**
 * Makes the ranker that another one is built on. A plugin is applied with the host of the outer one, except that what it provides as
 * `RankerService` is kept here instead of being registered; its other services, taps and disposers are registered as the outer plugin's.
 * Answers a factory, to be called where services can be used. Rejects with `ERR_PLUGIN_OPTIONS`, `ERR_PLUGIN_UNKNOWN` or `ERR_PLUGIN_SHAPE`.
 */
export async function innerRanker(given: InnerRanker, host: PluginHost, baseDirectory: string): Promise<() => Ranker> {
  if (isRanker(given)) return () => given;
  const plugin = isPlugin(given) ? given : await loadPlugin(given, host, baseDirectory);
  let provided: (() => Ranker) | undefined;
  await plugin.apply({
    ...host,
    provide: (token, factory) => {
      if (token.id === RankerService.id) provided = factory as unknown as () => Ranker;
      else host.provide(token, factory);
    },
  });
  if (provided === undefined) throw refused(host, 'ERR_PLUGIN_SHAPE', `${plugin.name} provides no ranker`);
  const make = provided;
  return () => {
    checkOptions(plugin, host);
    return make();
  };
}

function isRanker(value: InnerRanker): value is Ranker {
  return typeof value === 'object' && typeof (value as Partial<Ranker>).index === 'function';
}

async function loadPlugin(given: string | readonly [string, JsonObject?], host: PluginHost, baseDirectory: string): Promise<Plugin> {
  const [name, options] = typeof given === 'string' ? [given] : Array.isArray(given) ? (given as readonly [string, JsonObject?]) : [];
  if (typeof name !== 'string' || name === '') {
    throw refused(host, 'ERR_PLUGIN_OPTIONS', 'the inner ranker must be the name of a plugin, ["name", { options }], a plugin or a ranker');
  }
  let exported: unknown;
  try {
    exported = ((await importModule(name, baseDirectory)) as { default?: unknown }).default;
  } catch (error) {
    throw refused(host, 'ERR_PLUGIN_UNKNOWN', `the inner ranker "${name}" cannot be loaded: ${reasonOf(error).split('\n')[0]}`);
  }
  const plugin = typeof exported === 'function' ? (exported as (options?: JsonObject) => unknown)(options) : exported;
  if (isPlugin(plugin)) return plugin;
  throw refused(host, 'ERR_PLUGIN_SHAPE', `"${name}" has no plugin as its default export`);
}

/** A path is meant from the base directory; a package is looked up from here, then from there. */
async function importModule(name: string, baseDirectory: string): Promise<unknown> {
  if (name.startsWith('.') || isAbsolute(name)) return import(pathToFileURL(resolve(baseDirectory, name)).href);
  try {
    return await import(name);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    return import(pathToFileURL(createRequire(join(resolve(baseDirectory), 'package.json')).resolve(name)).href);
  }
}

/** The kernel checks the options of plugins that it applies itself; those of an inner one are checked here. */
function checkOptions(plugin: Plugin, host: PluginHost): void {
  if (plugin.optionsSchema === undefined || Object.keys(plugin.options).length === 0) return;
  const issues = host.service(ValidatorService).compile(plugin.optionsSchema).check(plugin.options);
  if (issues.length > 0) throw refused(host, 'ERR_PLUGIN_OPTIONS', `the options of ${plugin.name} are wrong: ${issueText(issues)}`);
}

function refused(host: PluginHost, code: 'ERR_PLUGIN_OPTIONS' | 'ERR_PLUGIN_UNKNOWN' | 'ERR_PLUGIN_SHAPE', problem: string): ToolrackError {
  return new ToolrackError(code, `Plugin ${host.plugin.name}: ${problem}.`, { plugin: host.plugin.name });
}
