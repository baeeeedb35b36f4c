import { dirname } from 'node:path';

import { ToolrackError, type Plugin } from '@toolrack/contracts';
import { composePlugins } from '@toolrack/presets';

import type { Configuration, ConfigurationFile } from './configuration.js';
import { serversWithSecrets, type ConfiguredSecrets } from './configured-secrets.js';
import { formatKeyPath, valueAt, type KeyPath } from './key-path.js';
import { loadPlugin } from './load-plugin.js';
import { maskedPlugin } from './masked-plugin.js';
import { blocks, findToolSearch, leftOut, presetPlugins, type ToolSearch } from './preset-plugins.js';
import type { ConfigurationDocument } from './read-json-configuration.js';
import { serverCacheFolder } from './server-cache-folder.js';
import { validateOptions } from './validate-configuration.js';

/** What was done to a file before it was checked. */
export interface Preparation {
  /** From a path in the checked value to the path in the file. */
  readonly locate: (path: KeyPath) => KeyPath;
  readonly warnings: readonly string[];
  /** Values that nobody may read. */
  readonly secrets: ConfiguredSecrets;
  /** The client behind a call can be asked. */
  readonly asksClient?: boolean;
  /** The runtimes of this process take over from each other. */
  readonly handsOver?: boolean;
  /** Given by a host that keeps the tools of servers between two starts: the variables that say where. */
  readonly keepsToolsIn?: Readonly<Record<string, string | undefined>>;
}

/** Turns the checked blocks of a `toolrack.json` into plugins. Rejects with a `misconfigured` error that names key and fix. */
export async function composeConfiguration(
  document: ConfigurationDocument,
  file: ConfigurationFile,
  preparation: Preparation,
): Promise<Configuration> {
  const folder = dirname(document.file);
  const at = (path: KeyPath): string => `${document.where(path)}: ${formatKeyPath(path)}`;
  const check = (plugin: Plugin, locate: (path: KeyPath) => KeyPath): void =>
    validateOptions(plugin, { written: document.value, where: document.where, locate });
  const toolSearch = findToolSearch(file, at);
  const preset = presetPlugins(file, toolSearch, at);
  for (const plugin of preset) check(plugin, (path) => (path[0] === 'toolSearch' ? [...toolSearch.path, ...path.slice(1)] : path));
  const added: Plugin[] = [];
  const secrets = preparation.secrets.named;
  const hidden = secrets.length === 0 ? {} : { secrets };
  if (file.mcpServers !== undefined) {
    const { mcpSource } = await import('@toolrack/source-mcp');
    // Hermes lists and indexes every configured server, so its preset takes them as trusted unless the file says otherwise.
    const defaultTrust = file.preset === 'hermes' ? ({ defaultTrust: 'trusted' } as const) : {};
    const { cache, ...shared } = file.mcp ?? {};
    const environment = preparation.keepsToolsIn;
    const request = { file: document.file, configured: cache };
    const cacheFolder = environment === undefined ? undefined : serverCacheFolder({ ...request, environment });
    const asking = preparation.asksClient === true ? { clientQuestions: true } : {};
    const kept = cacheFolder === undefined ? {} : { cacheFolder };
    const handedOver = preparation.handsOver === true ? { handOver: document.file } : {};
    const servers = serversWithSecrets(file.mcpServers, preparation.secrets);
    const plugin = mcpSource({ servers, ...hidden, baseDirectory: folder, ...defaultTrust, ...shared, ...kept, ...handedOver, ...asking });
    check(plugin, (path) => (path[0] === 'servers' ? ['mcpServers', ...path.slice(1)] : ['mcp', ...path]));
    added.push(plugin);
  }
  const gateway = await gatewayPlugin(file, hidden, at);
  if (gateway !== undefined) {
    check(gateway, (path) => preparation.locate(['connectors', ...path]));
    added.push(gateway);
  }
  const origins = originsOfBlocks(document, toolSearch, at);
  for (const [index, entry] of (file.plugins ?? []).entries()) {
    const [name, options] = typeof entry === 'string' ? [entry] : entry;
    const path = ['plugins', index];
    const plugin = maskedPlugin(await loadPlugin({ name, options: options, secrets, folder, place: at(path) }), secrets);
    check(plugin, (inside) => (options === undefined ? path : [...path, 1, ...inside]));
    refuseTwice(plugin, document, toolSearch, added, at(path));
    added.push(plugin);
    origins.set(plugin.name, at(path));
  }
  const { without, warnings } = leftOut(file, preset, at);
  return {
    file: document.file,
    preset: file.preset ?? 'standard',
    plugins: composePlugins(preset, { add: added, without }),
    options: {
      ...(file.trust === undefined ? {} : { trust: file.trust }),
      ...(file.validateUntrusted === undefined ? {} : { validateUntrusted: file.validateUntrusted }),
      ...(file.limits === undefined ? {} : { limits: file.limits }),
    },
    ...(file.gateway === undefined ? {} : { gateway: file.gateway }),
    reach: reachOf(file),
    origins,
    warnings: [...preparation.warnings, ...unusedBlocks(file, at), ...warnings],
  };
}

function reachOf(file: ConfigurationFile): ReadonlyMap<string, string> {
  const { mcpServers = {}, mcp, plugins, connectors, tools, preset, secrets } = file;
  return new Map([
    ['', JSON.stringify([plugins, connectors, tools?.connectors, preset])],
    ...Object.entries(mcpServers).map(([name, entry]) => [`mcp:${name}`, JSON.stringify([entry, mcp, secrets])] as const),
  ]);
}

/** The source of remote tools; the preset `hermes` has its block at the top by now. */
async function gatewayPlugin(
  file: ConfigurationFile,
  hidden: { readonly secrets?: readonly string[] },
  at: (path: KeyPath) => string,
): Promise<Plugin | undefined> {
  const path = file.connectors === undefined ? ['tools', 'connectors'] : ['connectors'];
  const block = file.connectors ?? file.tools?.connectors;
  if (block === undefined || block === false) return undefined;
  if (file.preset !== 'hermes') {
    const text = `${at(path)}: works with the preset "hermes" only. Set "preset": "hermes" or remove the key.`;
    throw new ToolrackError('ERR_CONFIG_VALUE', text);
  }
  const { connectors } = await import('@toolrack/source-connectors');
  return connectors({ ...(block as Exclude<ConfigurationFile['connectors'], undefined | false>), ...hidden });
}

/** Blocks that the preset of the file does not read. */
function unusedBlocks(file: ConfigurationFile, at: (path: KeyPath) => string): string[] {
  if (file.preset === 'hermes') return [];
  const paths = [['tool_search'], ['tools', 'tool_search']].filter((path) => valueAt(file, path) !== undefined);
  return paths.map((path) => `${at(path)}: is used by the preset "hermes" only; the block of this one is toolSearch.`);
}

function originsOfBlocks(document: ConfigurationDocument, toolSearch: ToolSearch, at: (path: KeyPath) => string): Map<string, string> {
  const origins = new Map<string, string>();
  for (const [key, name] of Object.entries(blocks)) {
    const path = key === 'toolSearch' ? toolSearch.path : [key];
    if (valueAt(document.value, path) !== undefined) origins.set(name, at(path));
  }
  return origins;
}

function refuseTwice(
  plugin: Plugin,
  document: ConfigurationDocument,
  toolSearch: ToolSearch,
  added: readonly Plugin[],
  place: string,
): void {
  const block = Object.entries(blocks).find(([, name]) => name === plugin.name)?.[0];
  const path = block === 'toolSearch' ? toolSearch.path : [block ?? ''];
  if (block !== undefined && valueAt(document.value, path) !== undefined) {
    const text = `${place}: ${plugin.name} is configured by the key "${formatKeyPath(path)}" already. Remove one of the two.`;
    throw new ToolrackError('ERR_CONFIG_VALUE', text);
  }
  if (!added.some((other) => other.name === plugin.name)) return;
  throw new ToolrackError('ERR_PLUGIN_NAME', `${place}: ${plugin.name} is listed twice. Remove one of the two.`);
}
