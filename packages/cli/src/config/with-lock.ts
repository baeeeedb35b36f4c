import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { isJsonObject, ToolrackError, type Plugin, type Trust } from '@toolrack/contracts';
import type { Lock, Origins, PolicyLockOptions } from '@toolrack/policy-lock';
import type { McpSourceOptions } from '@toolrack/source-mcp';

import type { Configuration } from './configuration.js';

/** The name of the plugin that enforces a lock. */
export const lockPlugin = '@toolrack/policy-lock';
const mcpPlugin = '@toolrack/source-mcp';

/** What a file says about its lock. */
export interface WrittenLock {
  /** The key `lock`: `true`, `false`, or options; absent means "if there is a lock beside the file". */
  readonly block: unknown;
  /** `mcpServers` as it is written, with its variables: what they hold is no part of a lock. */
  readonly servers: unknown;
  /** Place of the key, for messages. */
  readonly place: string;
}

/**
 * The configuration with its lock enforced, and trust granted to the locked sources that `grantTrust` names. A lock that cannot be read
 * grants nothing; the plugin says at boot what is wrong with it.
 */
export async function withLock(configuration: Configuration, written?: WrittenLock): Promise<Configuration> {
  const { lockFileName } = await import('@toolrack/policy-lock');
  const folder = dirname(configuration.file);
  const listed = configuration.plugins.find((plugin) => plugin.name === lockPlugin);
  const block = written?.block;
  if (listed !== undefined && block !== undefined && block !== false) {
    const text = `${written?.place}: ${lockPlugin} is listed under "plugins" already. Remove one of the two.`;
    throw new ToolrackError('ERR_CONFIG_VALUE', text);
  }
  const given: PolicyLockOptions = listed?.options ?? (isJsonObject(block) ? block : {});
  const file = resolve(given.baseDirectory ?? folder, given.file ?? lockFileName);
  const origins = given.origins ?? (await originsOf(configuration.plugins, written?.servers));
  const options: PolicyLockOptions = { ...given, file, origins };
  const isBeside = written !== undefined && block === undefined && existsSync(file);
  const isEnforced = listed !== undefined || isBeside || (block !== undefined && block !== false);
  const lock = { ...options, file, origins, isEnforced };
  if (!isEnforced) return { ...configuration, lock };
  const { policyLock } = await import('@toolrack/policy-lock');
  const plugin = policyLock(options);
  const plugins = listed === undefined ? [...configuration.plugins, plugin] : replaced(configuration.plugins, plugin);
  const enforced: Configuration = { ...configuration, plugins, lock, origins: originOfLock(configuration, listed, written, file) };
  return given.grantTrust === undefined || given.grantTrust.length === 0 ? enforced : withGrants(enforced, file, given.grantTrust, origins);
}

/** What is said when the plugin refuses: the lock itself when nothing in the file names it. */
function originOfLock(
  { origins }: Configuration,
  listed: Plugin | undefined,
  written: WrittenLock | undefined,
  file: string,
): Configuration['origins'] {
  if (listed !== undefined) return origins;
  return new Map([...origins, [lockPlugin, written?.block === undefined ? file : written.place]]);
}

async function originsOf(plugins: readonly Plugin[], written: unknown): Promise<NonNullable<Origins>> {
  const { originOf } = await import('@toolrack/policy-lock');
  const servers = (plugins.find((plugin) => plugin.name === mcpPlugin)?.options as McpSourceOptions | undefined)?.servers ?? {};
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const asWritten = isJsonObject(written) && Object.hasOwn(written, name) ? written[name] : server;
      return [`mcp:${name}`, originOf(asWritten as object)];
    }),
  );
}

async function withGrants(
  configuration: Configuration,
  file: string,
  patterns: readonly string[],
  origins: Origins,
): Promise<Configuration> {
  const { grantedSources, readLock } = await import('@toolrack/policy-lock');
  let lock: Lock;
  try {
    lock = readLock(file);
  } catch {
    return configuration;
  }
  const grants = grantedSources(lock, patterns, origins);
  const { trust } = configuration.options;
  return {
    ...configuration,
    plugins: await withClaims(configuration.plugins, grants),
    // The first match decides, so what the operator wrote comes first.
    options: { ...configuration.options, trust: { ...trust, ...restOf(grants, trust) } },
  };
}

function restOf(grants: Readonly<Record<string, Trust>>, trust: Readonly<Record<string, Trust>> = {}): Readonly<Record<string, Trust>> {
  return Object.fromEntries(Object.entries(grants).filter(([source]) => !Object.hasOwn(trust, source)));
}

/** A server that says nothing of its own trust claims what the lock grants. */
async function withClaims(plugins: readonly Plugin[], grants: Readonly<Record<string, Trust>>): Promise<readonly Plugin[]> {
  const plugin = plugins.find((candidate) => candidate.name === mcpPlugin);
  if (plugin === undefined) return plugins;
  const options = plugin.options as McpSourceOptions;
  const servers = Object.entries(options.servers).map(([name, server]) => {
    const granted = grants[`mcp:${name}`];
    return [name, server.trust === undefined && granted !== undefined ? { ...server, trust: granted } : server] as const;
  });
  const { mcpSource } = await import('@toolrack/source-mcp');
  return replaced(plugins, mcpSource({ ...options, servers: Object.fromEntries(servers) }));
}

function replaced(plugins: readonly Plugin[], plugin: Plugin): readonly Plugin[] {
  return plugins.map((other) => (other.name === plugin.name ? plugin : other));
}
